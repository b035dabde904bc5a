# suci_loss.gp - Suci on 100 Mb/s: throughput over the window, for several shares of lost datagrams; four senders into one port.
set logscale x 2
set xlabel "window (packets under way)"
set xrange [0.85:75]
set yrange [0:12]
set ylabel "throughput (MB/s)"
set key outside center bottom vertical maxcols 1
array panel[2]
array before[2]
loss(percent, lt) = curve("suci.loss-".percent, "1:($2 / 1e6)", lt, percent." % lost")
before[1] = "set title 'One to one'"
panel[1] = loss("0", 1) . loss("1", 2) . loss("2", 3) . loss("5", 4) . loss("10", 6)
many(flow) = system(sprintf("awk -F'\t' -v w=%s '$1 == w { print $2 / 1e6 }' '%s'", flow, table("suci.many")))
level(flow, lt, title) = there(table("suci.many")) ? sprintf("%s with lines lt %d title '%s', ", many(flow), lt, title) : ""
before[2] = "set title 'Four to one, by a port that keeps 32 kB'"
panel[2] = curve("suci.many", "($1 > 0 ? $1 : NaN):($2 / 1e6)", 1, "fixed windows") . level("reno", 2, "Reno") . level("rate", 3, "a rate") . level("direct", 4, "TCP") . level("hasty", 5, "TCP, time-outs of 10 ms at least")
eval(draw_panels("suci_loss", "Suci on PCs of 1999, 100 Mb/s, one switch", 2))
