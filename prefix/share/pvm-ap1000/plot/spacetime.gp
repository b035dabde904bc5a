# spacetime.gp - tasks by time: what each does, and the messages between them. Run by `ap1000 plot` in a folder with
# set.gp, runs.tsv and messages.tsv. A column of the picture shows what filled most of it.
load system("dirname '".ARG0."'")."/common.gp"
set xrange [0:end]
set yrange [n - 0.4:-0.6]
set xlabel "simulated time (".unit.")"
eval(task_tics)
eval("set ytics font ',".(n > 24 ? "8" : "10")."'")
set key outside center top horizontal samplen 2 width 1 Left reverse
set style fill solid 1 noborder
shown = messages == 0 ? "no message" : every == 1 ? "message" : sprintf("message (one in %d drawn)", every)
lines = n > 24 ? 0.4 : 0.8
do for [kind in "png svg"] {
    eval(terminal(kind, "spacetime", 1300, high))
    plot "runs.tsv" every ::1 using 2:($4 == 0 ? $1 : NaN):2:3:($1 - 0.38):($1 + 0.38) with boxxyerror lc rgb "#009e73" title "computing", \
         "" every ::1 using 2:($4 == 1 ? $1 : NaN):2:3:($1 - 0.38):($1 + 0.38) with boxxyerror lc rgb "#0072b2" title "in a call", \
         "" every ::1 using 2:($4 == 2 ? $1 : NaN):2:3:($1 - 0.38):($1 + 0.38) with boxxyerror lc rgb "#f0e442" title "waits for a message", \
         "" every ::1 using 2:($4 == 3 ? $1 : NaN):2:3:($1 - 0.38):($1 + 0.38) with boxxyerror lc rgb "#e69f00" title "waits for host, barrier, processor", \
         "" every ::1 using 2:($4 == 4 ? $1 : NaN):2:3:($1 - 0.38):($1 + 0.38) with boxxyerror lc rgb "#cccccc" title "sleeping", \
         "messages.tsv" every ::1 using 1:2:($3 - $1):($4 - $2) with vectors nohead lw lines lc rgb "#60000000" title shown
    unset output
}
