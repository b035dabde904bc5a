# hardware_barrier.gp - pvm_barrier of all cells, in software and on the S-Net, over the number of cells.
set title "pvm_barrier of all cells: on the S-Net its time does not grow with their number" noenhanced
set xlabel "cells"
set ylabel "from the first entry until all run again (ms)"
set logscale x 2
set logscale y
set xrange [1.7:1250]
ms = "'tasks':(column('time_us') / 1000)"
curves = curve("hardware.barrier", ms, 1, "in software, as the paper's") . curve("hardware.barrier-snet", ms, 3, "S-Net") \
    . curve("hardware.barrier-bare", ms, 2, "in software, without what a call costs beside its messages") \
    . curve("hardware.barrier-snet-bare", ms, 4, "S-Net, without it")
eval(draw(curves, "hardware_barrier"))
