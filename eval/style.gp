# style.gp FIGURE EVAL OUT [ARGUMENT...] - the look of all figures, and how their curves are found; then FIGURE, a script that draws one.
# Colours are Okabe and Ito's, which the colour-blind tell apart; series also differ in point and dash.
figure = ARG1; here = ARG2; out = ARG3; more1 = ARG4; more2 = ARG5; more3 = ARG6
set encoding utf8
set datafile separator tab
set border 3 lw 1
set tics nomirror out
set grid lc rgb "#dddddd" lt 1 lw 0.5
set key outside center bottom horizontal maxcols 2 Left reverse samplen 4 width -2 spacing 1.15 height 0.6
set linetype 1 lc rgb "#0072b2" lw 1.5 pt 7 ps 0.9 dt 1
set linetype 2 lc rgb "#d55e00" lw 1.5 pt 5 ps 0.9 dt (12, 5)
set linetype 3 lc rgb "#009e73" lw 1.5 pt 9 ps 1.0 dt (4, 4)
set linetype 4 lc rgb "#cc79a7" lw 1.5 pt 11 ps 1.0 dt (12, 5, 3, 5)
set linetype 5 lc rgb "#000000" lw 1.5 pt 13 ps 1.0 dt (2, 4)
set linetype 6 lc rgb "#e69f00" lw 1.5 pt 4 ps 0.9 dt (20, 6)
set linetype 7 lc rgb "#56b4e9" lw 1.5 pt 6 ps 0.9 dt (8, 3, 2, 3)
set linetype 9 lc rgb "#aaaaaa" lw 6 dt 1 pt 6 ps 2.2   # the paper's, broad, beneath ours
set linetype 10 lc rgb "#cccccc" lw 6 dt 1 pt 6 ps 2.2

# eval(terminal(kind, name)): what comes next is drawn into figures/name.kind, kind png or svg.
figures = out."/figures"
terminal(kind, name) = (kind eq "png" ? "set terminal pngcairo size 1000,680 font 'DejaVu Sans,12'" \
    : "set terminal svg size 1000,680 dynamic background 'white' font 'DejaVu Sans,17' name '".name."'") \
    . sprintf("; set output '%s/%s.%s'", figures, name, kind)

# number(file, figure, quantity): its value in results.tsv or paper.tsv.
number(file, figure, quantity) = real(system(sprintf("awk -F'\t' -v f='%s' -v q='%s' '$1 == f && $2 == q { print $3 }' '%s'", \
    figure, quantity, file)))

# A plot is put together from curves: curve(series, what, lt, title), "" if that series was not measured. what is the
# `using` of the curve; data are out/data/<series>.tsv. draw(curves, name) then draws it as PNG and SVG.
there(file) = int(system(sprintf("test -s '%s' && echo 1 || echo 0", file)))
table(series) = sprintf("%s/data/%s.tsv", out, series)
curve(series, what, lt, title) = there(table(series)) \
    ? sprintf("'%s' using %s with linespoints lt %d title \"%s\", ", table(series), what, lt, title) : ""
# draw_panels(name, title, n) does so for n panels side by side: their curves stand in panel[1..n], what each wants set before
# in before[1..n].
draw_panels(name, title, n) = sprintf("do for [kind in 'png svg'] { eval(terminal(kind, '%s')); " \
    ."set multiplot layout 1, %d title '%s'; do for [i = 1:%d] { eval(before[i]); eval('plot '.panel[i][1 : strlen(panel[i]) - 2]) }; " \
    ."unset multiplot; set output }", name, n, title, n)
draw(curves, name) = sprintf("do for [kind in 'png svg'] { eval(terminal(kind, '%s')); plot %s; set output }", name, \
    curves[1 : strlen(curves) - 2])
load figure
