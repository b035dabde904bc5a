# matrix.gp - who sent how much to whom. Run by `ap1000 plot` in a folder with set.gp and matrix.tsv; bytes and messages of
# few tasks stand in the cells too.
load ARG0[1:strlen(ARG0) - strlen("matrix.gp")]."common.gp"
side = n <= 8 ? 640 : n <= 16 ? 860 : 1000
set border 15
set xrange [-0.5:n - 0.5]
set yrange [n - 0.5:-0.5]
set xlabel "to task"
set ylabel "from task"
load 'pairs.gp'
eval("set tics font ',".(n > 24 ? "8" : "10")."'")
set size ratio 1
set cblabel "sent (bytes)"
set palette defined (0 "#d6e6f4", 0.5 "#4a97c9", 1 "#08306b")
set style fill solid 1 noborder
unset key
wide = top > 100 * low # then by powers of ten
if (wide) { set logscale cb; set format cb "10^{%T}"; set cbrange [low:top] } else { set cbrange [0:top] }
dark = wide ? sqrt(top * low) : top / 2.0
do for [kind in kinds] {
    eval(terminal(kind, "matrix", side + 120, side))
    if (pairs > 0) {
        plot "matrix.tsv" every ::1 using 2:1:($2 - 0.5):($2 + 0.5):($1 - 0.5):($1 + 0.5):($4 > 0 ? $4 : 1) with boxxyerror lc palette z, \
             "" every ::1 using 2:1:(numbers ? sprintf("%d B\n%d msg", $4, $3) : ""):($4 > dark ? 0xffffff : 0x000000) with labels tc rgb variable font ",8"
    } else {
        set label 1 "no message was sent between tasks" at graph 0.5, 0.5 center
        plot -1 notitle
    }
    unset output
}
