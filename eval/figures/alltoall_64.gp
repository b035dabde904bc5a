# alltoall_64.gp - the paper's Figure 8: all-to-all broadcast of 64 tasks over message size, all systems; and alltoall_64_linear, with
# linear axes, as the paper argues with slopes.
set title "All-to-all broadcast of 64 tasks: pvm_mcast sends to one after the other, the B-Net to all at once" noenhanced
set xlabel "message size (bytes)"
set ylabel "time until all have received all (ms)"
set logscale y
set xrange [-60:4200]
# Which buffers and channels the T-Net had is not known: between none and a whole message, two channels and four.
band = there(table("alltoall.band-64")) ? sprintf("'%s' using 'bytes':(column('low_us') / 1000):(column('high_us') / 1000) with filledcurves lt 1 fs transparent solid 0.2 title \"PVM/AP1000 cell-cell, T-Net with or without buffers, two channels or four\", ", table("alltoall.band-64")) : ""
ms = "'bytes':(column('time_us') / 1000)"
curves = band . curve("alltoall.cell-cell-64", ms, 1, "PVM/AP1000 cell-cell") . curve("alltoall.host-cell-64", ms, 2, "PVM/AP1000 host-cell") \
    . curve("alltoall.crowded-64", ms, 6, "PVM/AP1000 cell-cell, all send in the same order") \
    . curve("alltoall.native-cell-cell-64", ms, 3, "native cell-cell") . curve("alltoall.native-host-cell-64", ms, 4, "native host-cell") \
    . curve("alltoall.ws-same-host-64", ms, 7, "PVM/WS same host") . curve("alltoall.ws-different-hosts-64", ms, 5, "PVM/WS different hosts")
eval(draw(curves, "alltoall_64"))
unset logscale y
set yrange [0:*]
eval(draw(curves, "alltoall_64_linear"))
