# traffic.gp - memory and descriptors over one long run: OUT/traffic.tsv as OUT/traffic.png and .svg.
set title "One run of eight tasks, messages of 0 to 1,000,000 bytes: what is in use"
set xlabel "messages exchanged (thousands)"
set ylabel "MiB"
set y2label "descriptors"
set y2tics nomirror out
set border 11
set xrange [0:*]
set yrange [0:30]
set y2range [0:100]
table = out."/traffic.tsv"
of(name) = sprintf("table using (column('messages') / 1e3):'%s' with lines lt ", name)
curves = of("shared_mib")."2 title 'memory shared with the tasks (MiB)', " \
    .of("simulator_mib")."1 title 'own memory of the simulator (MiB)', " \
    .of("task_mib")."3 title 'own memory of one task (MiB)', " \
    ."table using (column('messages') / 1e3):'descriptors' axes x1y2 with lines lt 4 title 'descriptors of the simulator (right)'"
figures = out
do for [kind in "png svg"] { eval(terminal(kind, "traffic")); eval("plot ".curves); set output }
