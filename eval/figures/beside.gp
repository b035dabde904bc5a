# beside.gp OTHER CELLS TASKS - the AP1000 and another machine with as many cells: one-to-one, all-to-all, barrier.
other = more1; cells = more2; tasks = more3
set key outside below center maxrows 1 nobox width 2 noenhanced
set rmargin 5
both(name, what) = curve("beside.".name.".ap1000", what, 1, "ap1000") . curve("beside.".name.".".other, what, 2, other)
us = "'bytes':'time_us'"
set logscale xy
array before[4] = ["set title 'One-to-one, cell-cell'; set xlabel 'message size + 1 (bytes)'; set ylabel 'time of one transfer (us)'", \
    "set title 'One-to-one, host-cell'", "set title 'All-to-all broadcast, ".tasks." tasks'; set ylabel 'time (us)'", \
    "set title 'Barrier'; set xlabel 'tasks'; set logscale x 2; set xrange [1.8:".cells."*1.1]"]
plus = "(column('bytes') + 1):'time_us'"
array panel[4]
panel[1] = both("cell-cell", plus)
panel[2] = both("host-cell", plus)
panel[3] = both("alltoall", plus)
panel[4] = both("barrier", "1:3")
do for [kind in "png svg"] {
    eval(terminal(kind, "beside"))
    set multiplot layout 2,2 title "The AP1000 and ".other.", ".cells." cells each" noenhanced
    do for [i = 1:4] { eval(before[i]); if (strlen(panel[i]) > 2) { eval("plot ".panel[i][1 : strlen(panel[i]) - 2]) } else { set multiplot next } }
    unset multiplot
    unset logscale x
    set logscale x
    set xrange [*:*]
    set output
}
