# linpack.gp - LINPACK: speed-up over one cell, by PVM and native, beside what Brent's program reached at order 1000.
order = int(system(sprintf("awk -F'\t' '/^[0-9]/ { n = $3 } END { print n }' '%s'", table("linpack.native"))))
set title sprintf("LINPACK, n = %d: speed-up over one cell", order) noenhanced
set xlabel "cells"
set ylabel "time on one cell / time"
set logscale xy 2
set xrange [0.85:620]
set yrange [0.85:620]
# In each, the first row is that of one cell.
speedup(series) = sprintf("< awk -F'\t' '/^[0-9]/ { if (!one) one = $4; print $1 \"\t\" one / $4 }' '%s'", table(series))
native = speedup("linpack.native")
pvm = speedup("linpack.pvm")
brent = sprintf("< awk -F'\t' '$1 == \"linpack\" && $2 ~ /order 1000$/ { if (!one) one = $3; split($2, w, \" \"); print w[2] \"\t\" one / $3 }' '%s/elsewhere.tsv'", here)
curves = "x with lines lc rgb '#888888' dt 3 title 'as many times faster as there are cells', " \
    . (order == 1000 ? "brent using 1:2 with points lt 9 title \"Brent's program (recalled)\", " : "") \
    . "native using 1:2 with linespoints lt 3 title 'native, row and column broadcasts', pvm using 1:2 with linespoints lt 1 title 'PVM/AP1000', "
if (there(table("linpack.blocked"))) {
    blocked = speedup("linpack.blocked")
    curves = curves . "blocked using 1:2 with linespoints lt 5 title 'native, computing counted, blocks of 4', "
}
eval(draw(curves, "linpack"))
