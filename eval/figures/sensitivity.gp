# sensitivity.gp - tornado: how far each figure that no calibration fixes moves when one number goes to an end of its plausible
# range and the machine is calibrated anew; the five strongest. The low end above, the high end below: both may go the same way.
unset key
file = table("sensitivity.change")
array figure[5] = ["barrier host-cell 64 tasks", "LINPACK, order 200, 64 cells", "all-to-all cell-cell 64 tasks, 0 byte", \
    "all-to-all cell-cell 64 tasks, 1000 byte", "all-to-all cell-cell 64 tasks, 4000 byte"]
# The five strongest of a figure, weakest first, as rows: place, less, more, parameter.
rows(f) = sprintf("< awk -F'\\t' -v f='%s' '$1 == f { l = $3 < 0 ? -$3 : $3; m = $4 < 0 ? -$4 : $4; if (l + m > 0) print l + m \"\\t\" $0 }' '%s' | LC_ALL=C sort -t '\t' -k1,1gr -k3,3 | head -n 5 | LC_ALL=C sort -t '\t' -k1,1g -k3,3r | awk -F'\\t' '{ print NR - 1 \"\\t\" $4 \"\\t\" $5 \"\\t\" $3 }'", f, file)
set xrange [-62:15]
set yrange [-0.6:4.6]
set noytics
set xtics -30, 10, 10 font ",12" offset 0, 0.4
set style fill solid 0.9 noborder
unset grid
set grid xtics lc rgb "#dddddd" lt 1 lw 0.5
set border 1
set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc rgb "#888888" lw 1
do for [kind in "png svg"] {
    eval(terminal(kind, "sensitivity"))
    set multiplot layout 3, 2 title "What is not known, and what it moves: change in % with a number\nat the low (orange, above) or high (blue, below) end of its range (or as near to it as can be calibrated)" \
        margins 0.04, 0.97, 0.06, 0.85 spacing 0.06, 0.13
    do for [i = 1:5] {
        set title figure[i] noenhanced offset 0, -0.7 font ",14"
        plot rows(figure[i]) using ($2 / 2):($1 + 0.19):(abs($2) / 2):(0.18) with boxxyerror lc rgb "#d55e00", \
             "" using ($3 / 2):($1 - 0.19):(abs($3) / 2):(0.18) with boxxyerror lc rgb "#0072b2", \
             "" using (-61):($1 + 0.03):4 with labels left noenhanced font ",13"
    }
    unset multiplot
    set output
}
