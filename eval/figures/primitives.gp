# primitives.gp - what each call of the native library costs over message size, on 64 cells.
set title "What a call of the native library costs on the model, 64 cells" noenhanced
set xlabel "message size (bytes)"
set ylabel "from the common start until the last goes on (µs)"
set logscale xy
set yrange [10:*]
set xrange [6:90000]
set format x "%.0f"
us = "'bytes':'time_us'"
curves = curve("primitives.l_asend-64", us, 1, "l\\\\_asend, cell to neighbour") . curve("primitives.stream-64", us, 3, "one of a stream of l\\\\_asend") \
    . curve("primitives.x_brd-64", us, 7, "x\\\\_brd, a row (T-Net broadcast)") . curve("primitives.xy_brd-64", us, 2, "xy\\\\_brd, all (T-Net broadcasts)") \
    . curve("primitives.cbroad-64", us, 4, "cbroad, all (B-Net)") . curve("primitives.h_send-64", us, 5, "h\\\\_send, cell to host")
eval(draw(curves, "primitives"))
