# scaling.gp - one program on many machines: simulated time, speed-up and efficiency, a line for each combination of the other
# settings. Run by `ap1000 sweep` in a folder with set.gp and points.tsv.
load ARG0[1:strlen(ARG0) - strlen("scaling.gp")]."common.gp"
array colours[8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]
colour(i) = colours[(i - 1) % 8 + 1]
set style data linespoints
set xlabel axis noenhanced
if (wide) set logscale x 2
if (marks ne "") eval("set xtics (".marks.")")
set xrange [(wide ? least / 1.2 : least - (most - least) * 0.05 - (most == least)):(wide ? most * 1.2 : most + (most - least) * 0.05 + (most == least))]
set grid back lc rgb "#dddddd"
panels = of_cells ? 3 : 2
do for [kind in kinds] {
    eval(terminal(kind, "scaling", 460 * panels, 430))
    unset title
    set multiplot layout 1,panels title caption noenhanced
    set key top right font ",9" spacing 0.9 noenhanced
    set ylabel "simulated time (".unit.")"
    set yrange [0:*]
    if (wide) { set logscale y; set yrange [*:*] }
    plot for [i = 1:series] "points.tsv" index i - 1 using 1:2 lc rgb colour(i) lw 2 pt 4 + i title (series > 1 ? names[i] : "")
    unset logscale y
    set yrange [0:*]
    set ylabel of_cells ? sprintf("speed-up over %g cell%s", first, first == 1 ? "" : "s") : "speed-up over the first"
    set key top left
    if (wide && of_cells) { set logscale y 2; set yrange [*:*] }
    if (of_cells) {
        plot x / first with lines lc rgb "#999999" dt 2 title "ideal", \
             for [i = 1:series] "points.tsv" index i - 1 using 1:3 lc rgb colour(i) lw 2 pt 4 + i title ""
    } else {
        plot for [i = 1:series] "points.tsv" index i - 1 using 1:3 lc rgb colour(i) lw 2 pt 4 + i title ""
    }
    unset logscale y
    if (of_cells) {
        set yrange [0:*<1.5]
        set ylabel "efficiency"
        plot 1 with lines lc rgb "#999999" dt 2 title "", \
             for [i = 1:series] "points.tsv" index i - 1 using 1:4 lc rgb colour(i) lw 2 pt 4 + i title ""
    }
    unset multiplot
    unset output
}
