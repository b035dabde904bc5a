# spacetime.gp - tasks by time: what each does, and the messages between them. Run by `ap1000 plot` in a folder with
# set.gp, runs.tsv and messages.tsv. A column of the picture shows what filled most of it.
load ARG0[1:strlen(ARG0) - strlen("spacetime.gp")]."common.gp"
set xrange [from:end]
set yrange [n - 0.4:-0.6]
set xlabel time." (".unit.")".(legs > 0 ? "\n{/*0.85 ".path."}" : "").(left_out eq "" ? "" : "\n{/*0.85 ".left_out."}")
load 'tasks.gp'
load 'regions.gp'
eval("set ytics font ',".(n > 24 ? "8" : "10")."'")
set key outside center top horizontal samplen 2 width 1 Left reverse
set style fill solid 1 noborder
set clip two
shown = messages == 0 ? "no message" : every == 1 ? "message" : sprintf("message (about 1 in %d drawn)", every)
lines = n > 24 ? 0.4 : 0.8
arrows = drawn > 0 ? '"messages.tsv" every ::1 using 1:2:($3 - $1):($4 - $2) with vectors nohead lw lines lc rgb "#60000000" title shown' \
    : "NaN with lines lc rgb '#60000000' title shown"
critical = legs > 0 ? ', "path.tsv" every ::1 using 1:2:($3 - $1):($4 - $2) with vectors nohead lw 2.5 lc rgb "#e31a1c" title "critical path"' : ""
do for [kind in kinds] {
    eval(terminal(kind, "spacetime", 1300, high))
    eval("plot ".bars("runs.tsv", states, "").arrows.critical)
    unset output
}
