# calibration.gp - how far every figure that has one of the paper's beside it is off, by kind. The axis is logarithmic to
# either side beyond 1 %, so that no bar is cut.
far(d) = sgn(d) * log10(1 + abs(d)) # where d % stands on the axis
rows(kind) = sprintf("< awk -F'\\t' '$5 != \"-\" && $10 == \"PVM/AP1000\" { n++; " \
    ."if (\"%s\" ~ $7) print n \"\\t\" $6 \"\\t\" $1 \": \" $2 \"\\t\" sprintf(\"%%+.*f %%%%\", $6 < 10 && $6 > -10 ? 1 : 0, $6) }' '%s/results.tsv'", \
    kind, out)
last = real(system(sprintf("awk -F'\\t' '$5 != \"-\" && $10 == \"PVM/AP1000\" { n++ } END { print n }' '%s/results.tsv'", out)))
set title "Every figure that the paper gives, beside ours"
set xlabel "difference to the paper (%), logarithmic to either side"
set yrange [last + 0.7:0.3]
set xrange [-2.5:3.3]
set xtics ("-200" far(-200), "-30" far(-30), "-10" far(-10), "-3" far(-3), "-1" far(-1), "0" 0, "1" far(1), "3" far(3), "10" far(10), "30" far(30), "200" far(200))
set ytics () font ",14"
set style fill solid 0.9 noborder
set bmargin 7.5
set lmargin 40
set key at screen 0.5, screen 0.01 center bottom maxcols 1
set arrow 1 from far(-3), graph 0 to far(-3), graph 1 nohead lc rgb "#888888" dt 2
set arrow 2 from far(3), graph 0 to far(3), graph 1 nohead lc rgb "#888888" dt 2
bars(kind, half, colour, title) = sprintf("rows('%s') using (far($2) / 2):1:(abs(far($2)) / 2 + 0.01):(%g):yticlabels(3) with boxxyerror lc rgb '%s' title \"%s\", ", \
    kind, half, colour, title)
any(kind) = int(system(sprintf("awk -F'\\t' '$10 == \"PVM/AP1000\" && $7 == \"%s\" { n = 1 } END { print n + 0 }' '%s/results.tsv'", kind, out)))
curves = (any("calibrated") ? bars("calibrated", 0.3, "#0072b2", "calibrated: the machine was set by it; held to ±3 %") : "") \
    . (any("follows") ? bars("follows", 0.24, "#009e73", "follows: no other outcome was possible") : "") \
    . (any("post hoc") ? bars("post hoc", 0.18, "#e69f00", "post hoc: the model was chosen when it was known") : "") \
    . "rows('calibrated follows post hoc') using (3.25):1:4 with labels right font ',14' notitle, "
eval(draw(curves, "calibration"))
