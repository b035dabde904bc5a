# barrier.gp - the paper's Table 3 as a chart, over 2 to 1024 tasks; the paper's figures as grey rings, filled where the
# machine was set by them.
set title "Barrier: PVM's grows with the number of tasks, the native one's does not"
set xlabel "tasks"
set ylabel "from the first entry until all run again (ms)"
set logscale x 2
set logscale y
set xrange [1.8:1150]
ms = "'tasks':(column('time_us') / 1000)"
rings(kind, pt, title) = sprintf("'< awk -F\"\\t\" -v k=\"%s\" \"\\$1 == \\\"barrier\\\" && \\$5 == k { n = \\$2; sub(/ tasks/, \\\"\\\", n); sub(/.* /, \\\"\\\", n); print n \\\"\\t\\\" \\$3 }\" %s/paper.tsv' using 1:2 with points lt 9 pt %d title \"%s\", ", kind, here, pt, title)
curves = rings("calibrated", 7, "paper, the machine was set by it") . rings("post hoc", 6, "paper, no number was set by it") . rings("follows", 4, "paper, the same number again") \
    . curve("barrier.cell-cell", ms, 1, "PVM/AP1000 cells") . curve("barrier.host-cell", ms, 2, "PVM/AP1000 host and cells") \
    . curve("barrier.native-cell-cell", ms, 3, "native cells") . curve("barrier.native-host-cell", ms, 4, "native host and cells") \
    . curve("barrier.ws-same-host", ms, 7, "PVM/WS same host") . curve("barrier.ws-different-hosts", ms, 5, "PVM/WS different hosts")
eval(draw(curves, "barrier"))
