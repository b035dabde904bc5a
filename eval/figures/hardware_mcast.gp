# hardware_mcast.gp EVAL OUT - pvm_mcast to all other cells, one by one and on the B-Net, over the number of cells.
here = ARG1; out = ARG2
load here."/style.gp"
set title "pvm_mcast to all cells: on the B-Net its time does not grow with their number" noenhanced
set xlabel "cells"
set ylabel "from the send until all have it (ms)"
set logscale x 2
set logscale y
ms = "'tasks':(column('time_us') / 1000)"
curves = curve("hardware.mcast-0", ms, 1, "0 byte, one by one") . curve("hardware.mcast-0-bnet", ms, 3, "0 byte, B-Net") \
    . curve("hardware.mcast-4000", ms, 2, "4000 byte, one by one") . curve("hardware.mcast-4000-bnet", ms, 4, "4000 byte, B-Net")
eval(draw(curves, "hardware_mcast"))
