# overhead.gp - PVM's own part in the time of a transfer, over message size, with the interval that the rounding of the
# paper's figures leaves; the paper's four shares, filled where the machine was set by them; and the three readings that the report names for those between cells.
theirs(path, n) = number(here."/paper.tsv", "overhead", sprintf("%s share at %d byte", path, n))
set title "What PVM adds: most of a short message between cells, less than a tenth of a long one"
set xlabel "message size (bytes)"
set ylabel "PVM's own part of the time (%)"
set xrange [-60:4100]
set yrange [1.5:100]
set logscale y
set ytics (2, 3, 5, 10, 20, 30, 50, 70, 100)
band(path, lt) = there(table("uncertainty.share-".path)) \
    ? sprintf("'%s' using 'bytes':'low_percent':'high_percent' with filledcurves lt %d fs transparent solid 0.25 notitle, ", table("uncertainty.share-".path), lt) : ""
points(path, set_title, other_title) = sprintf("'+' using (0):(%g) every ::::0 with points lt 9 pt 7 %s, '+' using (4000):(%g) every ::::0 with points lt 9 %s, ", \
    theirs(path, 0), set_title, theirs(path, 4000), other_title)
reading(path, of, lt, title) = there(table("overhead.".path."-readings")) \
    ? sprintf("'%s' using 'bytes':'%s' with lines lt %d lw 1.2 title \"%s\", ", table("overhead.".path."-readings"), of, lt, title) : ""
# The first reading: a constant overhead, over a line with the slope of host-cell. Between host and cell that is the line itself.
line(q) = number(here."/paper.tsv", "onetoone", q)
slip = sprintf("(x < 0 || x > 4000 ? NaN : %g * %g / (%g + %g * x)) with lines lt 5 lw 2 title 'cell-cell, a constant over a line with the host-cell slope', ", \
    theirs("cell-cell", 0), line("cell-cell latency"), line("cell-cell latency"), line("host-cell time per byte"))
curves = points("cell-cell", "title \"paper, the machine was set by it\"", "title \"paper, no number was set by it\"") . points("host-cell", "notitle", "notitle") . band("cell-cell", 1) . band("host-cell", 2) \
    . curve("overhead.cell-cell", "'bytes':'share_percent'", 1, "cell-cell") \
    . curve("overhead.host-cell", "'bytes':'share_percent'", 2, "host-cell") . slip \
    . reading("cell-cell", "of_pvm_percent", 3, "cell-cell, if native needs more per byte than PVM") \
    . reading("cell-cell", "of_native_percent", 4, "cell-cell, if shares are of the native time")
eval(draw(curves, "overhead"))
