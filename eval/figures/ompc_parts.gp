# ompc_parts.gp - OMPC++ on the paper's PC cluster: what the time of PE 0 goes into, as in its Figures 3 and 5.
set logscale x 2
set xlabel "PEs"
set ylabel "time of PE 0, s"
set xrange [0.85:19]
set yrange [0:*]
array panel[2]
array before[2]
before[1] = "set title 'FFT, all data on PE 0 at first'"
before[2] = "set title 'LU, all data on PE 0 at first'"
panel[1] = curve("ompc.first-fft", "1:2", 1, "overall").curve("ompc.first-fft", "1:3", 2, "transpositions").curve("ompc.first-fft", "1:5", 3, "barriers")
panel[2] = curve("ompc.first-lu", "1:2", 1, "overall").curve("ompc.first-lu", "1:3", 2, "interior").curve("ompc.first-lu", "1:5", 3, "barriers")
eval(draw_panels("ompc_parts", "OMPC++ on 1 to 16 simulated PCs with Myrinet: parts", 2))
