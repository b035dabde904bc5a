# links.gp - the links of a platform, or whatever a network has, by the share of the run's time that they carried bytes: the most
# used first. Run by `ap1000 plot` on a report.
load ARG0[1:strlen(ARG0) - strlen("links.gp")]."common.gp"
set xrange [0:100] # a link that is in use for 1 % of the time is no hot link
set yrange [n - 0.4:-0.6]
load "units.gp"
set xlabel "in use (% of the run's time)".(all > n ? sprintf("; the %d most used of %d", n, all) : "")
set lmargin letters + 3
set rmargin 9
set style fill solid 1 border rgb "#0072b2"
unset key
do for [kind in kinds] {
    eval(terminal(kind, "links", 560 + 9 * letters, 110 + 22 * n))
    plot "units.tsv" every ::1 using 1:0:(0):1:($0 - 0.35):($0 + 0.35) with boxxyerror lc rgb "#0072b2", \
         "units.tsv" every ::1 using 1:0:(sprintf(" %.2g %%", $1)) with labels left font ",9"
    unset output
}
