# barrier_linear.gp - PVM's barrier up to 64 tasks on linear axes, where a constant for each task is a straight line and
# the interval can be seen; the paper's four figures as grey rings, filled where the machine was set by them.
set title "PVM's barrier: three figures set the machine; the mechanism was chosen in view of the fourth"
set xlabel "tasks"
set ylabel "from the first entry until all run again (ms)"
set xrange [0:66]
set yrange [0:36]
set xtics (2, 4, 8, 16, 32, 48, 64)
theirs(path, n) = number(here."/paper.tsv", "barrier", sprintf("PVM/AP1000 %s %d tasks", path, n))
ring(path, n, pt, title) = sprintf("'+' using (%d):(%g) every ::::0 with points lt 9 lw 2 lc rgb \"#777777\" ps 1.6 pt %d %s, ", n, theirs(path, n), pt, title)
band(path, lt, title) = there(table("uncertainty.barrier-".path)) && there(table("barrier.".path)) \
    ? sprintf("'%s' using (column('tasks') <= 64 ? column('tasks') : NaN):(column('low_us') / 1000):(column('high_us') / 1000) with filledcurves lt %d fs transparent solid 0.35 title \"%s\", ", \
        table("uncertainty.barrier-".path), lt, title) : ""
ms = "(column('tasks') <= 64 ? column('tasks') : NaN):(column('time_us') / 1000)"
curves = band("host-cell", 2, "95 % of machines with other assumed numbers and digits, calibrated anew") \
    . ring("cell-cell", 4, 7, "title \"paper, the machine was set by it\"") . ring("cell-cell", 64, 7, "notitle") . ring("host-cell", 4, 7, "notitle") \
    . ring("host-cell", 64, 6, "title \"paper, no number was set by it\"") \
    . curve("barrier.cell-cell", ms, 1, "cells") . curve("barrier.host-cell", ms, 2, "host and cells")
eval(draw(curves, "barrier_linear"))
