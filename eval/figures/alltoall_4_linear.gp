# alltoall_4_linear.gp - alltoall_4.gp with linear axes, as the paper argues with slopes: a panel for cells, one for what takes longer.
set xlabel "message size (bytes)"
set ylabel "time until all have received all (ms)"
set xrange [-60:4200]
set yrange [0:*]
set xtics 1000
set key outside center bottom vertical maxcols 1
# Between workstations a nanosecond decides who is first on the Ethernet: least and most of the rounds.
spread(series, lt) = there(table(series)) ? sprintf("'%s' using 'bytes':(column('least_us') / 1000):(column('most_us') / 1000) with filledcurves lt %d fs transparent solid 0.2 title \"PVM/WS different hosts, least to most\", ", table(series), lt) : ""
ms = "'bytes':(column('time_us') / 1000)"
array panel[2]
array before[2] = ["set title 'Between four cells'", "set title 'Host and three cells; workstations'"]
panel[1] = curve("alltoall.cell-cell-4", ms, 1, "PVM/AP1000") . curve("alltoall.crowded-4", ms, 6, "PVM/AP1000, all in the same order") \
    . curve("alltoall.native-cell-cell-4", ms, 3, "native") . "NaN lc rgb '#ffffff' title ' ', NaN lc rgb '#ffffff' title ' ', " # keys of one height
panel[2] = spread("alltoall.ws-different-hosts-4", 5) . curve("alltoall.ws-different-hosts-4", ms, 5, "PVM/WS different hosts") \
    . curve("alltoall.ws-same-host-4", ms, 7, "PVM/WS same host") . curve("alltoall.host-cell-4", ms, 2, "PVM/AP1000 host-cell") \
    . curve("alltoall.native-host-cell-4", ms, 4, "native host-cell")
eval(draw_panels("alltoall_4_linear", "All-to-all broadcast of 4 tasks: the order of sending matters by a tenth at most", 2))
