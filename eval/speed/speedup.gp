# speedup.gp - how much sooner a run that computes is over with several processors; not reproducible.
table = out."/speed/speedup.tsv"
most = int(system(sprintf("awk -F'\t' '$5 ~ /^[0-9]+$/ && $5 > n { n = $5 } END { print n }' '%s'", table)))
set title "Runs that compute, on several processors of this computer"
set xlabel "processors that the run may use"
set ylabel "speed-up over one: medians, lowest and highest"
set xrange [0.8:most * 1.25]
set yrange [0:*]
set logscale x 2
of_ours(name) = sprintf("'< awk -F\"\\t\" \"\\$5 == \\\"processors\\\" || (\\$2 == \\\"%s\\\" && \\$5 != \\\"pvm\\\")\" %s'", name, table)
of_pvm(name) = sprintf("'< awk -F\"\\t\" \"\\$5 == \\\"processors\\\" || (\\$2 == \\\"%s\\\" && \\$5 == \\\"pvm\\\")\" %s'", name, table)
pvm = int(system(sprintf("awk -F'\t' '$5 == \"pvm\"' '%s' | wc -l", table))) > 0
speedup_of(name, lt, title, shift) = of_ours(name).sprintf(" using (column('processors') * %g):'speedup':'low':'high' with yerrorlines lt %d title '%s', ", \
    1 + shift, lt, title) . (pvm ? of_pvm(name).sprintf(" using (%d * %g):'speedup':'low':'high' with yerrorbars lt %d pt 6 ps 1.5 title '%s, PVM 3.4.6 itself', ", \
    most, 1.08 + shift, lt, title) : "")
curves = speedup_of("farm", 1, "task farm", 0) . speedup_of("jacobi", 2, "Jacobi, 2048 x 2048, 16 tasks", 0.015) . speedup_of("matmul", 3, "matrix product, 16 tasks", 0.03) \
    . "x with lines dt 2 lc 'gray' title 'as many times as processors', "
figures = out."/speed"
eval(draw(curves, "speedup"))
