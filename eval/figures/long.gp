# long.gp - bandwidth over message size to 1 MB, all systems.
set title "Bandwidth of one-to-one transfers: each path ends at its own limit"
set xlabel "message size (bytes)"
set ylabel "message size / time (MB/s)"
set logscale x 2
set logscale y
set xrange [0.7:1500000]
set format x "2^{%L}"
mb = "'bytes':(column('bytes') / column('time_us'))"
curves = curve("long.cell-cell", mb, 1, "PVM/AP1000 cell-cell") . curve("long.host-cell", mb, 2, "PVM/AP1000 host-cell") \
    . curve("long.native-cell-cell", mb, 3, "native cell-cell") . curve("long.native-host-cell", mb, 4, "native host-cell") \
    . curve("long.ws-same-host", mb, 7, "PVM/WS same host") . curve("long.ws-different-hosts", mb, 5, "PVM/WS different hosts")
eval(draw(curves, "long"))
