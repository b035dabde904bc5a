# anetl_bandwidth.gp - what all pairs together carry, over bytes: the paper's placements, as in its Figures 5 and 6.
set title "What all pairs of hosts carry together, on the switch and on the hub"
set logscale xy
set xlabel "message, bytes"
set ylabel "all pairs together, MB/s"
set xrange [8:80000]
curves = curve("anetl.placed-switch-3", "1:4", 1, "four hosts, each with each, switch") \
    .curve("anetl.placed-hub-3", "1:4", 2, "the same, hub") \
    .curve("anetl.placed-switch-2", "1:4", 3, "two hosts, four pairs, switch") \
    .curve("anetl.placed-hub-2", "1:4", 4, "the same, hub") \
    .curve("anetl.placed-switch-1", "1:4", 5, "two hosts, one pair, switch") \
    .curve("anetl.placed-hub-1", "1:4", 6, "the same, hub")
theirs(q, x, lt, title) = sprintf("'+' using (%g):(%g) every ::0::0 with points lt %d title '%s', ", x, \
    number(here."/otherpapers.tsv", "anetl", q), lt, title)
curves = theirs("10 bytes, placement (1)", 10, 9, "figures of the paper").theirs("10 bytes, placement (2)", 10, 9, "") \
    .theirs("10 bytes, placement (3)", 10, 9, "").theirs("four hosts, hub, most", 65536, 9, "") \
    .theirs("four hosts, switch, most", 65536, 9, "").curves
eval(draw(curves, "anetl_bandwidth"))
