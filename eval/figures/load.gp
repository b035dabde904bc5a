# load.gp - latency on the T-Net against offered load, until a pattern saturates.
set title "T-Net alone, 64 cells, messages of 1000 bytes: latency against offered load" noenhanced
set xlabel "offered load (MB/s a cell that sends)"
set ylabel "latency (µs)"
set logscale y
set yrange [30:2000]
set xrange [0:26]
unsaturated = "'offered_mb_per_s':(column('saturated') == 0 ? column('latency_us') : NaN)"
names = "uniform transpose hotspot neighbour"
titles(n) = n eq "hotspot" ? "hot spot: one in ten to cell 0" : n eq "neighbour" ? "to one of the four neighbours" : n
# A vertical line in the pattern's colour: where its busiest link would be full.
bound(n) = real(system(sprintf("awk -F'\t' '$1 == \"%s, bound of the busiest link\" { print $2 }' '%s/fits/load.tsv'", n, out)))
do for [i = 1:4] { set arrow i from bound(word(names, i)), graph 0 to bound(word(names, i)), graph 1 nohead lt i lw 1 }
set label 9 "vertical lines: here the pattern's\nbusiest link or port is full" at 18.8, 45 right
curves = curve("load.uniform-cut-through", unsaturated, 5, "uniform, buffers of a whole message at the routers")
do for [i = 1:4] { curves = curves . curve("load.".word(names, i), unsaturated, i, titles(word(names, i))) }
eval(draw(curves, "load"))
