# load_accepted.gp - what of the offered load arrives on the T-Net.
set title "T-Net alone, 64 cells, messages of 1000 bytes: what arrives of what is offered" noenhanced
set xlabel "offered load (MB/s a cell that sends)"
set ylabel "accepted load (MB/s a cell that sends)"
set xrange [0:33]
set yrange [0:25]
set arrow 1 from 0, 0 to 25, 25 nohead lc rgb "#aaaaaa" lw 3
set label 1 "all arrives" at 19, 21 right
what = "'offered_mb_per_s':'accepted_mb_per_s'"
curves = curve("load.uniform", what, 1, "uniform") . curve("load.transpose", what, 2, "transpose") \
    . curve("load.hotspot", what, 3, "hot spot: one in ten to cell 0") . curve("load.neighbour", what, 4, "to one of the four neighbours") \
    . curve("load.uniform-cut-through", what, 5, "uniform, buffers of a whole message at the routers")
eval(draw(curves, "load_accepted"))
