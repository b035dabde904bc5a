# onetoone.gp EVAL OUT - the paper's Figure 6: time of one transfer over message size, all systems; the paper's lines beneath.
here = ARG1; out = ARG2
load here."/style.gp"
theirs(q) = number(here."/paper.tsv", "onetoone", q)
a1 = theirs("cell-cell latency"); b1 = theirs("cell-cell time per byte")
a2 = theirs("host-cell latency"); b2 = theirs("host-cell time per byte")
set title "One-to-one transfer: PVM/AP1000 meets the paper's lines; between hosts workstations are slowest"
set xlabel "message size n (bytes)"
set ylabel "time of one transfer (ms)"
set logscale y
set xrange [0:4050]
ms = "'bytes':(column('time_us') / 1000)"
curves = sprintf("(a1 + b1 * x) / 1000 lt 9 title \"paper, PVM/AP1000 cell-cell: %.4g µs + n / %.3g MB/s\", ", a1, 1 / b1) \
    . sprintf("(a2 + b2 * x) / 1000 lt 10 title \"paper, PVM/AP1000 host-cell: %.4g µs + n / %.3g MB/s\", ", a2, 1 / b2) \
    . curve("onetoone.cell-cell", ms, 1, "PVM/AP1000 cell-cell") \
    . curve("onetoone.host-cell", ms, 2, "PVM/AP1000 host-cell") \
    . curve("onetoone.native-cell-cell", ms, 3, "native cell-cell") \
    . curve("onetoone.native-host-cell", ms, 4, "native host-cell") \
    . curve("onetoone.ws-same-host", ms, 7, "PVM/WS same host") \
    . curve("onetoone.ws-different-hosts", ms, 5, "PVM/WS different hosts")
eval(draw(curves, "onetoone"))
