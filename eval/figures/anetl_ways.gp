# anetl_ways.gp - past, now and future messages over their number; a trap against a flag over uses.
array panel[2]
array before[2]
before[1] = "set title 'messages to three nodes in turn'; unset logscale; set xlabel 'messages'; set ylabel 'time, ms'; set xrange [0:50]; set yrange [0:*]; set key outside center bottom horizontal"
before[2] = "set title 'a result of the same node'; set logscale x; set xlabel 'uses'; set key vertical maxcols 1; set ylabel 'time, us'; set xrange [0.8:15000]; set yrange [0:*]"
panel[1] = curve("anetl.ask-now", "1:($2/1000)", 1, "now").curve("anetl.ask-future", "1:($2/1000)", 2, "future").curve("anetl.ask-past", "1:($2/1000)", 3, "past, until sent")
panel[2] = curve("anetl.use-trap", "1:2", 1, "trap").curve("anetl.use-flag", "1:2", 2, "flag")
eval(draw_panels("anetl_ways", "A-NETL on nt-cluster", 2))
