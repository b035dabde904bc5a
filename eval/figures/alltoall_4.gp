# alltoall_4.gp - the paper's Figure 7: all-to-all broadcast of 4 tasks over message size, all systems.
set title "All-to-all broadcast of 4 tasks: the order of sending matters by a tenth at most"
set xlabel "message size (bytes)"
set ylabel "time until all have received all (ms)"
set logscale y
set xrange [-60:4200]
# Between workstations a nanosecond decides who is first on the Ethernet: least and most of the rounds.
spread(series, lt) = there(table(series)) ? sprintf("'%s' using 'bytes':(column('least_us') / 1000):(column('most_us') / 1000) with filledcurves lt %d fs transparent solid 0.2 title \"PVM/WS different hosts, least to most of the rounds\", ", table(series), lt) : ""
ms = "'bytes':(column('time_us') / 1000)"
curves = spread("alltoall.ws-different-hosts-4", 5) . curve("alltoall.cell-cell-4", ms, 1, "PVM/AP1000 cell-cell") . curve("alltoall.host-cell-4", ms, 2, "PVM/AP1000 host-cell") \
    . curve("alltoall.crowded-4", ms, 6, "PVM/AP1000 cell-cell, all send in the same order") \
    . curve("alltoall.native-cell-cell-4", ms, 3, "native cell-cell") . curve("alltoall.native-host-cell-4", ms, 4, "native host-cell") \
    . curve("alltoall.ws-same-host-4", ms, 7, "PVM/WS same host") . curve("alltoall.ws-different-hosts-4", ms, 5, "PVM/WS different hosts")
eval(draw(curves, "alltoall_4"))
