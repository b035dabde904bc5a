# jpi_jacobi.gp - JPI's Jacobi on its paper's cluster: speed over C for nodes x threads, with the two ends that the paper gives.
set title "Jacobi, 512 x 512: speed of JPI over C on the PC cluster"
set xlabel "nodes x threads on each"
set ylabel "speed of JPI / speed of C"
set yrange [0:1.05]
set xrange [-0.5:5.5]
set style fill solid 0.9 noborder
set boxwidth 0.5
ratios = sprintf("< paste '%s' '%s' | awk -F'\\t' '/^[0-9]/ { print n++ \"\\t\" $7 / $3 \"\\t\" $1 \"x\" $2 / $1 }'", table("jpi.jacobi-jpi"), table("jpi.jacobi-c"))
theirs(q) = number(here."/otherpapers.tsv", "jpi", q)
most = theirs("Jacobi 1x1, speed of JPI over C")
least = theirs("Jacobi, least speed of JPI over C")
curves = sprintf("%f with lines lt 9 title 'the paper: the greatest, %.2f (calibrated, taken for 1x1)', %f with lines lt 10 title 'the paper: the least, %.2f (known)', ", most, most, least, least) \
    . "ratios using 1:2:xticlabels(3) with boxes lt 1 title 'here', ratios using 1:($2 / 2):(sprintf('%.2f', $2)) with labels tc rgb 'white' notitle, "
eval(draw(curves, "jpi_jacobi"))
