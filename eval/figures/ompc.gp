# ompc.gp - OMPC++ on the paper's PC cluster: time of FFT and LU over PEs, as in its Figures 3 and 5.
set logscale x 2
set logscale y
set xlabel "PEs"
set ylabel "time, s"
set xrange [0.85:19]
set key outside center bottom vertical maxcols 1
theirs(k, q, lt, title) = sprintf("'%s' using (1):(%g) every ::1::1 with points lt %d title '%s', ", table("ompc.plain-".k), \
    number(here."/otherpapers.tsv", "ompc", q), lt, title)
array kernel[2] = ["fft", "lu"]
array title[2] = ["FFT", "LU"]
array name[2] = ["FFT 65536", "LU 512"]
array panel[2]
array before[2]
do for [i = 1:2] {
    k = kernel[i]
    whole = system(sprintf("grep -c 'n 512\\|m 16' '%s'", table("ompc.plain-lu"))) + 0
    before[i] = sprintf("set title '%s'", title[i])
    panel[i] = (whole ? theirs(k, name[i].", 1 PE", 9, "the paper, 1 PE (set by it)") \
        .theirs(k, name[i].", without shared memory", 10, "the paper, without shared memory (set by it)") : "") \
        .curve("ompc.first-".k, "1:2", 2, "all data on PE 0 at first: the repetition").curve("ompc.plain-".k, "1:2", 1, "data where they are used") \
        .curve("ompc.looks-".k, "1:2", 3, "the same, PEs look for requests every 1 ms").curve("ompc.pins-".k, "1:2", 4, "pins") \
        .curve("ompc.locks-".k, "1:2", 5, "write locks")
}
eval(draw_panels("ompc", "OMPC++ on 1 to 16 simulated PCs with Myrinet", 2))
