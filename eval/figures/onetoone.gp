# onetoone.gp EVAL OUT - time of one transfer over message size, cell-cell and host-cell: measured, fitted, the paper's.
here = ARG1; out = ARG2
load here."/style.gp"
ours(q) = number(out."/results.tsv", "onetoone", q)
theirs(q) = number(here."/paper.tsv", "onetoone", q)
array path[2] = ["cell-cell", "host-cell"]
array a[2]; array b[2]; array pa[2]; array pb[2]
do for [i = 1:2] {
    a[i] = ours(path[i]." latency");    b[i] = ours(path[i]." time per byte")
    pa[i] = theirs(path[i]." latency"); pb[i] = theirs(path[i]." time per byte")
}
data(i) = sprintf("%s/data/onetoone.%s.tsv", out, path[i])
what(i, name, a, b) = sprintf("%s, %s: %.4g µs + n / %.3g MB/s", path[i], name, a, 1 / b)
set title "One-to-one transfer, PVM/AP1000 on the simulated machine"
set xlabel "message size n (bytes)"
set ylabel "time of one transfer (ms)"
set xrange [0:4100]; set yrange [0:*]
do for [kind in "png svg"] {
    eval(terminal(kind, "onetoone"))
    plot (pa[1] + pb[1] * x) / 1000 lt 9 title what(1, "paper", pa[1], pb[1]), \
         (a[1] + b[1] * x) / 1000 lt 1 title what(1, "fitted", a[1], b[1]), \
         data(1) using "bytes":(column("time_us") / 1000) with points lt 1 title path[1].", measured", \
         (pa[2] + pb[2] * x) / 1000 lt 10 title what(2, "paper", pa[2], pb[2]), \
         (a[2] + b[2] * x) / 1000 lt 2 title what(2, "fitted", a[2], b[2]), \
         data(2) using "bytes":(column("time_us") / 1000) with points lt 2 title path[2].", measured"
    set output
}
