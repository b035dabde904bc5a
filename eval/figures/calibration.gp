# calibration.gp EVAL OUT - how far every figure that has one of the paper's beside it is off, calibrated and predicted. A bar
# that would leave the picture is cut at its edge; its number says how long it is.
here = ARG1; out = ARG2
load here."/style.gp"
limit = 12
rows(kind) = sprintf("< awk -F'\\t' -v limit=%d '$5 != \"-\" && $10 == \"PVM/AP1000\" { n++; d = $6 > limit ? limit : $6 < -limit ? -limit : $6; " \
    ."if (\"%s\" ~ $7) print n \"\\t\" d \"\\t\" $1 \": \" $2 \"\\t\" sprintf(\"%%+.*f %%%%\", $6 < 10 && $6 > -10 ? 1 : 0, $6) }' '%s/results.tsv'", \
    limit, kind, out)
last = real(system(sprintf("awk -F'\\t' '$5 != \"-\" && $10 == \"PVM/AP1000\" { n++ } END { print n }' '%s/results.tsv'", out)))
set title "Every figure that the paper gives, beside ours"
set xlabel "difference to the paper (%); calibrated figures are held to ±3"
set yrange [last + 0.7:0.3]
set xrange [-limit:limit + 4]
set xtics -limit, 3, limit
set ytics () font ",10"
set style fill solid 0.9 noborder
set bmargin 7.5
set lmargin 48
set arrow 1 from -3, graph 0 to -3, graph 1 nohead lc rgb "#888888" dt 2
set arrow 2 from 3, graph 0 to 3, graph 1 nohead lc rgb "#888888" dt 2
do for [kind in "png svg"] {
    eval(terminal(kind, "calibration"))
    plot rows("calibrated") using ($2 / 2):1:(abs($2) / 2 + 0.05):(0.3):yticlabels(3) with boxxyerror lc rgb "#0072b2" title "calibrated: the machine was set by it", \
         rows("predicted") using ($2 / 2):1:(abs($2) / 2 + 0.05):(0.18):yticlabels(3) with boxxyerror lc rgb "#e69f00" title "predicted: it was not", \
         rows("calibrated predicted") using (limit + 3.8):1:4 with labels right font ",10" notitle
    set output
}
