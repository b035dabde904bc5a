# jpi_ap1000.gp - Jacobi by JPI on the AP1000 and on its paper's cluster: speed-up over one rank.
set title "Jacobi, 512 x 512: speed-up of JPI over one rank"
set xlabel "ranks"
set ylabel "time of one rank / time"
set logscale xy 2
set xrange [0.85:75]
set yrange [0.35:75]
speedup(series) = sprintf("< awk -F'\t' '/^[0-9]/ { if (!one) one = $3; print $2 \"\t\" one / $3 }' '%s'", table(series))
apj = speedup("jpi.jacobi-jpi-ap1000")
apc = speedup("jpi.jacobi-c-ap1000")
pcj = sprintf("< awk -F'\t' '/^[0-9]/ { if (!one) one = $3; print $2 \"\t\" one / $3 \"\t\" $1 \"x\" $2 / $1 }' '%s'", table("jpi.jacobi-jpi"))
curves = "x with lines lc rgb '#888888' dt 3 title 'as many times faster as there are ranks', apc using 1:2 with linespoints lt 3 title 'C, AP1000', " \
    . "apj using 1:2 with linespoints lt 1 title 'JPI on the AP1000, itself free', pcj using 1:2 with points lt 2 title 'JPI, PC cluster', pcj using ($1 * 1.07):2:3 with labels left font ',10' notitle, "
eval(draw(curves, "jpi_ap1000"))
