# calibration.gp EVAL OUT - how far every figure that has one of the paper's beside it is off, calibrated and predicted.
here = ARG1; out = ARG2
load here."/style.gp"
of(kind) = sprintf("< awk -F'\\t' '$5 != \"-\" && NR > 1 { n++; if ($7 == \"%s\") print n \"\\t\" $6 \"\\t\" $1 \": \" $2 \"\\t\" $6 }' '%s/results.tsv'", kind, out)
last = real(system(sprintf("awk -F'\\t' '$5 != \"-\" && NR > 1 { n++ } END { print n }' '%s/results.tsv'", out)))
set title "Every figure that the paper gives: how far ours is off"
set xlabel "difference to the paper (%); calibrated figures are held to ±3"
set yrange [last + 0.7:0.3]
set xrange [*<-4:4<*]
set xtics 1
set ytics () font ",10"
set style fill solid 0.9 noborder
set bmargin 6
set lmargin 48
set arrow 1 from -3, graph 0 to -3, graph 1 nohead lc rgb "#d55e00" dt 2
set arrow 2 from 3, graph 0 to 3, graph 1 nohead lc rgb "#d55e00" dt 2
do for [kind in "png svg"] {
    eval(terminal(kind, "calibration"))
    plot of("calibrated") using ($2 / 2):1:(abs($2) / 2 + 0.02):(0.3):yticlabels(3) with boxxyerror lc rgb "#0072b2" title "calibrated", \
         of("predicted") using ($2 / 2):1:(abs($2) / 2 + 0.02):(0.3):yticlabels(3) with boxxyerror lc rgb "#e69f00" title "predicted"
    set output
}
