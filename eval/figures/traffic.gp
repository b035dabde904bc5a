# traffic.gp EVAL OUT - how much longer the wormhole model takes than SimGrid's flows, by pattern and number of cells.
here = ARG1; out = ARG2
load here."/style.gp"
set title "T-Net: worms that wait hold links that nobody uses; flows hold none" noenhanced
set xlabel "cells"
set ylabel "last arrival, wormhole over flows (ratio)"
set logscale x 2
set yrange [0:*]
ratio = "'cells':(column('wormhole_us') / column('flow_us'))"
curves = curve("traffic.shift", ratio, 1, "shift to the neighbour") . curve("traffic.transpose", ratio, 2, "transpose") \
    . curve("traffic.permutation", ratio, 3, "a random permutation") . curve("traffic.hotspot", ratio, 4, "all to cell 0")
eval(draw(curves, "traffic"))
