# loggp.gp EVAL OUT - overheads and gap over message size: what each message of a stream costs and who pays.
here = ARG1; out = ARG2
load here."/style.gp"
set title "LogGP: between cells the sender's processor sets the pace of a stream, from the host its interface does"
set xlabel "message size (bytes)"
set ylabel "time per message (ms)"
set logscale xy
set xrange [900:35000]
set yrange [0.1:20]
us(what) = sprintf("'bytes':(column('%s') / 1000)", what)
curves = curve("loggp.cell-cell", us("gap_ab_us"), 1, "gap g(n), cell to cell") . curve("loggp.cell-cell", us("a_send_us"), 3, "send overhead o_s(n), cell") \
    . curve("loggp.cell-cell", us("b_receive_us"), 7, "receive overhead o_r(n), cell") . curve("loggp.host-cell", us("gap_ab_us"), 2, "gap g(n), host to cell") \
    . curve("loggp.host-cell", us("a_send_us"), 4, "send overhead o_s(n), host")
eval(draw(curves, "loggp"))
