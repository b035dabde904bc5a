# jpi_pingpong.gp - JPI's ping-pong: throughput over message size, beside C, on its paper's cluster and on the AP1000.
set title "Ping-pong: throughput of JPI and of C on the same transport"
set xlabel "message size (byte)"
set ylabel "throughput (MB/s)"
set logscale xy
set xrange [0.7:4e7]
set format x "10^{%T}"
rate(series, lt, title) = curve(series, "1:(2 * $1 / $2)", lt, title)
curves = rate("jpi.pong-c", 2, "C, PC cluster") . rate("jpi.pong-jpi", 1, "JPI, PC cluster") \
    . rate("jpi.pong-c-ap1000", 4, "C, AP1000") . rate("jpi.pong-jpi-ap1000", 3, "JPI on the AP1000, itself free")
eval(draw(curves, "jpi_pingpong"))
