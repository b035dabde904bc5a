# compare.gp - two runs over one axis of time, one above the other, with the colours of spacetime.gp. Run by `ap1000 compare` in a
# folder with set.gp and, in a/ and b/, the tables of each.
load ARG0[1:strlen(ARG0) - strlen("compare.gp")]."common.gp"
set xrange [axis_from:axis_end]
set clip two
set style fill solid 1 noborder
lines = n > 48 ? 0.4 : 0.8
headline = caption
arrows(at, any) = any ? '"'.at.'/messages.tsv" every ::1 using 1:2:($3 - $1):($4 - $2) with vectors nohead lw lines lc rgb "#60000000" title "message"' \
    : "NaN with lines lc rgb '#60000000' title 'message'"
load 'a/set.gp'
states_a = states; caption_a = caption; n_a = n; drawn_a = drawn; time_a = time
load 'b/set.gp'
states_b = states; caption_b = caption; n_b = n; drawn_b = drawn; time_b = time
high = 300 + 22 * (n_a + n_b) < 520 ? 520 : 300 + 22 * (n_a + n_b) > 1600 ? 1600 : 300 + 22 * (n_a + n_b)
do for [kind in kinds] {
    eval(terminal(kind, "compare", 1300, high))
    set multiplot layout 2,1 title (headline eq "" ? " " : headline) noenhanced
    set lmargin 22
    set tmargin 5
    set key outside center top horizontal samplen 2 width 1 Left reverse
    set xlabel ""
    unset title
    set label 1 caption_a noenhanced at graph 0,1 offset 0,0.8 left
    set yrange [n_a - 0.4:-0.6]
    load 'a/tasks.gp'
    eval("set ytics font ',".(n_a > 24 ? "7" : "10")."'")
    eval("plot ".bars("a/runs.tsv", states_a, states_b).arrows("a", drawn_a > 0))
    unset key
    set xlabel (time_a eq time_b ? time_a : "time, A ".time_a.", B ".time_b)." (".unit.")"
    set label 1 caption_b noenhanced at graph 0,1 offset 0,0.8 left
    set yrange [n_b - 0.4:-0.6]
    load 'b/tasks.gp'
    eval("set ytics font ',".(n_b > 24 ? "7" : "10")."'")
    eval("plot ".bars("b/runs.tsv", states_b, "").arrows("b", drawn_b > 0))
    unset multiplot
    unset label 1
    unset output
}
