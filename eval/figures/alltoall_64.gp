# alltoall_64.gp EVAL OUT - the paper's Figure 8: all-to-all broadcast of 64 tasks over message size, all systems.
here = ARG1; out = ARG2
load here."/style.gp"
set title "All-to-all broadcast of 64 tasks: pvm_mcast sends to one after the other, the B-Net to all at once" noenhanced
set xlabel "message size (bytes)"
set ylabel "time until all have received all (ms)"
set logscale y
set xrange [-60:4200]
ms = "'bytes':(column('time_us') / 1000)"
curves = curve("alltoall.cell-cell-64", ms, 1, "PVM/AP1000 cell-cell") . curve("alltoall.host-cell-64", ms, 2, "PVM/AP1000 host-cell") \
    . curve("alltoall.crowded-64", ms, 6, "PVM/AP1000 cell-cell, all send in the same order") \
    . curve("alltoall.native-cell-cell-64", ms, 3, "native cell-cell") . curve("alltoall.native-host-cell-64", ms, 4, "native host-cell") \
    . curve("alltoall.ws-same-host-64", ms, 7, "PVM/WS same host") . curve("alltoall.ws-different-hosts-64", ms, 5, "PVM/WS different hosts")
eval(draw(curves, "alltoall_64"))
