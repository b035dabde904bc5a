# loggp.gp - overheads and gap over message size: what each message of a stream costs and who pays.
set xlabel "message size (bytes)"
set ylabel "time per message (ms)"
set xrange [-500:33500]
set yrange [0:*]
set xtics 10000
set key maxcols 1
us(what) = sprintf("'bytes':(column('%s') / 1000)", what)
# Where two curves are one, the gap is the broad one beneath.
broad(series, title) = there(table(series)) \
    ? sprintf("'%s' using %s with linespoints lt 9 pt 6 ps 1.6 lw 7 title \"%s\", ", table(series), us("gap_ab_us"), title) : ""
array before[2] = ["set title 'Between two cells: gap and overheads are one line'", "set title 'From the host: the gap is its interface'"]
array panel[2]
panel[1] = broad("loggp.cell-cell", "gap g(n)") . curve("loggp.cell-cell", us("a_send_us"), 3, "overheads o_s(n), o_r(n): one curve")
panel[2] = broad("loggp.host-cell", "gap g(n)") . curve("loggp.host-cell", us("a_send_us"), 4, "send overhead o_s(n), on the host") \
    . curve("loggp.host-cell", us("b_receive_us"), 2, "receive overhead o_r(n), on the cell")
eval(draw_panels("loggp", "LogGP: what a message of a stream costs", 2))
