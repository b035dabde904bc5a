# hardware_mcast.gp - pvm_mcast to all cells, one by one and on the B-Net, over their number: from the host, and from
# one of the cells.
set xlabel "cells"
set ylabel "from the send until all have it (ms)"
set logscale x 2
set logscale y
set xrange [1.7:1250]
set yrange [1:3000]
set xtics (2, 8, 32, 128, 512)
set key maxcols 1
ms = "'tasks':(column('time_us') / 1000)"
of(from) = curve("hardware.mcast-".from."4000", ms, 2, "4000 bytes, one by one") . curve("hardware.mcast-".from."0", ms, 1, "0 bytes, one by one") \
    . curve("hardware.mcast-".from."4000-bnet", ms, 4, "4000 bytes, B-Net") . curve("hardware.mcast-".from."0-bnet", ms, 3, "0 bytes, B-Net")
array before[2] = ["set title 'From the host to all cells'", "set title 'From one cell to the other cells and the host'"]
array panel[2] = [of(""), of("cell-")]
eval(draw_panels("hardware_mcast", "pvm\\_mcast: on the B-Net its time does not grow with the number of cells", 2))
