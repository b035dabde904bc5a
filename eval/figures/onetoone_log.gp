# onetoone_log.gp - all of onetoone.gp in one picture, on a logarithmic scale.
theirs(q) = number(here."/paper.tsv", "onetoone", q)
line(path, lt) = sprintf("(x < 0 || x > 4000 ? NaN : (%.12g + %.12g * x) / 1000) lt %d title 'the paper, PVM/AP1000 %s', ", \
    theirs(path." latency"), theirs(path." time per byte"), lt, path)
set title "One-to-one transfer, all systems"
set xlabel "message size (bytes)"
set ylabel "time of one transfer (ms)"
set logscale y
set yrange [0.02:20]
set xrange [-60:4200]
ms = "'bytes':(column('time_us') / 1000)"
curves = line("cell-cell", 9) . line("host-cell", 10) \
    . curve("onetoone.cell-cell", ms, 1, "PVM/AP1000 cell-cell") . curve("onetoone.host-cell", ms, 2, "PVM/AP1000 host-cell") \
    . curve("onetoone.native-cell-cell", ms, 3, "native cell-cell") . curve("onetoone.native-host-cell", ms, 4, "native host-cell") \
    . curve("onetoone.ws-same-host", ms, 7, "PVM/WS same host") . curve("onetoone.ws-different-hosts", ms, 5, "PVM/WS different hosts")
eval(draw(curves, "onetoone_log"))
