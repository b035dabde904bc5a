# ompc_cells.gp - OMPC++ on AP1000 cells beside the PC cluster: times of FFT and LU over PEs.
set logscale x 2
set logscale y
set xlabel "PEs"
set ylabel "time, s"
set xrange [0.85:75]
set key outside center bottom vertical maxcols 1
array kernel[2] = ["fft", "lu"]
array title[2] = ["FFT", "LU"]
array panel[2]
array before[2]
do for [i = 1:2] {
    k = kernel[i]
    before[i] = sprintf("set title '%s'", title[i])
    panel[i] = curve("ompc.cells-".k, "1:2", 1, "AP1000, data where they are used") \
        .curve("ompc.cells-first-".k, "1:2", 2, "AP1000, all data on PE 0 at first") \
        .curve("ompc.cells-bnet-".k, "1:2", 3, "the same, owners told over the B-Net") \
        .curve("ompc.cells-nobody-".k, "1:2", 4, "the same, owners told to nobody") \
        .curve("ompc.plain-".k, "1:2", 5, "PC cluster, data where they are used")
}
eval(draw_panels("ompc_cells", "OMPC++ on AP1000 cells and on PCs", 2))
