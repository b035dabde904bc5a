# onetoone_residuals.gp - how far each measured point of the one-to-one measurement lies off the fitted line.
ours(q) = number(out."/results.tsv", "onetoone", q)
left(series) = sprintf("'bytes':(100 * (column('time_us') / (%.12g + %.12g * column('bytes')) - 1))", \
    ours(series." latency"), ours(series." time per byte"))
one(series, lt, title) = there(table("onetoone.".series)) ? curve("onetoone.".series, left(series), lt, title) : ""
set title "Measured points lie off straight lines by less than a quarter of a per cent"
set xlabel "message size (bytes)"
set ylabel "(measured - fitted) / fitted (%)"
set xrange [-60:4200]
set yrange [*<-0.4:0.4<*]
curves = one("cell-cell", 1, "PVM/AP1000 cell-cell") . one("host-cell", 2, "PVM/AP1000 host-cell") \
    . one("native-cell-cell", 3, "native cell-cell") . one("native-host-cell", 4, "native host-cell") \
    . one("ws-same-host", 7, "PVM/WS same host") . one("ws-different-hosts", 5, "PVM/WS different hosts")
eval(draw(curves, "onetoone_residuals"))
