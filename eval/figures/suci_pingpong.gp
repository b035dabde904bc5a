# suci_pingpong.gp - Suci's Figures 2 and 4: throughput of the ping-pong and of a file over its size, beside TCP.
set logscale xy
set xlabel "message size (byte)"
set xrange [70:140000]
set format x "10^{%T}"
set key outside center bottom vertical maxcols 1
array panel[2]
array before[2]
pong(series, lt, title) = curve("suci.pong-".series, "1:(2 * $1 / $2)", lt, title)
file(series, lt, title) = curve("suci.file-".series, "1:($1 / $2)", lt, title)
before[1] = "set title 'Ping-pong'; set ylabel 'throughput (MB/s)'"
panel[1] = pong("tcp", 2, "TCP") . pong("c", 1, "Suci, C") . pong("tcp-nagle", 6, "TCP with Nagle's algorithm") \
    . pong("new", 3, "Suci for Java, new: objects as set by 1/184") . pong("old", 4, "Suci for Java, old (set by 1/184)")
before[2] = "set title 'File transfer'"
panel[2] = file("tcp", 2, "TCP, its connection measured too") . file("tcp-warm", 6, "TCP, connected before") . file("c", 1, "Suci, C") \
    . file("new", 3, "Suci for Java, new") . file("old", 4, "Suci for Java, old")
eval(draw_panels("suci_pingpong", "Two PCs on 10 Mb/s Ethernet", 2))
