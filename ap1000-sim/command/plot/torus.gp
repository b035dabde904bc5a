# torus.gp - the T-Net: each link between cells by the share of the run's time in which it was in use; in each cell its number and
# the share of its processor. A link that leaves the picture comes back on the other side. Run by `ap1000 plot` on a report.
load ARG0[1:strlen(ARG0) - strlen("torus.gp")]."common.gp"
side = nx > ny ? nx : ny
max(a, b) = a > b ? a : b
px = side <= 8 ? 90 : side <= 16 ? 62 : 40
unset border
unset tics
set size ratio -1
set xrange [-0.9:nx - 0.1]
set yrange [ny - 0.1:-0.9]
set cbrange [0:100] # a link that is in use for 1 % of the time is no hot link
set cbtics 20
set cblabel "link in use (% of the run's time)"
set bmargin 4
set label 1 "in each cell: its number".(worked ? ", and the share of the run's time for which its processor worked" : "") at screen 0.02, character 2.6 font ",10"
set palette maxcolors 0 defined (0 "#dddddd", 0.5 "#dddddd", 1 "#fee391", 20 "#fe9929", 60 "#cc4c02", 100 "#662506")
if (buses ne "") set label 2 buses at screen 0.02, character 1.2 font ",10"
set colorbox
set style fill solid 1 border rgb "#888888"
unset key
thick = side <= 8 ? 5 : side <= 16 ? 3 : 1.5
letters = side <= 8 ? "9" : side <= 16 ? "6" : "4"
do for [kind in kinds] {
    eval(terminal(kind, "torus", max(px * nx + 190, 640), max(px * ny + 110, 330)))
    plot "cells.tsv" every ::1 using 1:2:($1 - 0.28):($1 + 0.28):($2 - 0.28):($2 + 0.28) with boxxyerror lc rgb "#eef3f8", \
         "links.tsv" every ::1 using 1:2:3:4:5 with vectors nohead lw thick lc palette, \
         "cells.tsv" every ::1 using 1:2:($3 < 0.05 ? sprintf("%d", $4) : sprintf("%d\n%.1f %%", $4, $3)) with labels font ",".letters
    unset output
}
