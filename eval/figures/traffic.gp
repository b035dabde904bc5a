# traffic.gp - how much longer the wormhole model takes than SimGrid's flows, by pattern and number of cells; a random permutation also
# with buffers of a whole message and with four channels, which nobody knows.
set title "T-Net alone: the last arrival by worms over that by flows" noenhanced
set xlabel "cells"
set ylabel "last arrival, wormhole over flows (ratio)"
set logscale x 2
set yrange [0:2.5]
set xrange [14:300]
set xtics (16, 64, 256)
ratio = "'cells':(column('wormhole_us') / column('flow_us'))"
other(what) = sprintf("'cells':(column('%s') / column('flow_us'))", what)
shift = there(table("traffic.shift")) ? sprintf("'%s' using %s with linespoints lt 1 lw 4 ps 2 title 'shift to the neighbour', ", table("traffic.shift"), ratio) : ""
curves = shift . curve("traffic.transpose", ratio, 2, "transpose") \
    . curve("traffic.permutation", ratio, 3, "a random permutation") \
    . curve("traffic.permutation", other("cut_through_us"), 5, "permutation, buffers of a whole message") . curve("traffic.permutation", other("four_channels_us"), 6, "permutation, four channels") \
    . curve("traffic.hotspot", ratio, 4, "all to cell 0")
eval(draw(curves, "traffic"))
