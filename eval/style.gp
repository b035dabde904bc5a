# style.gp - the look of all figures. Loaded by each; draws nothing. The loader has set `out`.
# Colours are Okabe and Ito's, which the colour-blind tell apart; series also differ in point and dash.
set encoding utf8
set datafile separator tab
set border 3 lw 1
set tics nomirror out
set grid lc rgb "#dddddd" lt 1 lw 0.5
set key outside center bottom horizontal maxcols 2 Left reverse samplen 4 width -2 spacing 1.15 height 0.6
set linetype 1 lc rgb "#0072b2" lw 1.5 pt 7 ps 0.9 dt 1
set linetype 2 lc rgb "#d55e00" lw 1.5 pt 5 ps 0.9 dt (12, 5)
set linetype 3 lc rgb "#009e73" lw 1.5 pt 9 ps 1.0 dt (4, 4)
set linetype 9 lc rgb "#aaaaaa" lw 6 dt 1   # the paper's, broad, beneath ours
set linetype 10 lc rgb "#cccccc" lw 6 dt 1

# eval(terminal(kind, name)): what comes next is drawn into out/figures/name.kind, kind png or svg.
terminal(kind, name) = (kind eq "png" ? "set terminal pngcairo size 1000,680 font 'DejaVu Sans,12'" \
    : "set terminal svg size 1000,680 dynamic background 'white' font 'DejaVu Sans,14'") \
    . sprintf("; set output '%s/figures/%s.%s'", out, name, kind)

# number(file, figure, quantity): its value in results.tsv or paper.tsv.
number(file, figure, quantity) = real(system(sprintf("awk -F'\t' -v f='%s' -v q='%s' '$1 == f && $2 == q { print $3 }' '%s'", \
    figure, quantity, file)))
