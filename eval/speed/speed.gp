# speed.gp - what simulating costs this computer, pattern by pattern and system by system; not reproducible.
set title "What a message, a barrier, an iteration or a task costs this computer"
set ylabel "processor time (us): medians, lowest and highest"
set logscale y
set format y "%g"
set xrange [0.5:*]
set offsets 0, 0.5, 0, 0
set xtics rotate by -40 font ",10"
set rmargin 6
label(pattern, tasks, size) = pattern eq "pingpong" ? sprintf("ping-pong, %d bytes", size) : sprintf("%s, %d tasks", pattern, tasks)
rows(system) = sprintf("'< awk -F\"\\t\" \"\\$1 == \\\"row\\\" || \\$6 == \\\"%s\\\"\" %s/speed/speed.tsv'", system, out)
ran(system) = int(system(sprintf("awk -F'\t' '$6 == \"%s\" && $7 > 0 { n++ } END { print n + 0 }' '%s/speed/speed.tsv'", system, out))) > 0
points(system, lt, shift, title) = !ran(system) ? "" : sprintf("%s using (column('row') + %g):'processor_us':'processor_low':'processor_high' " \
    ."with yerrorbars lt %d dt 1 title '%s', ", rows(system), shift, lt, title)
curves = rows("process")." using 'row':(1):xtic(label(strcol('pattern'), column('tasks'), column('size'))) with points ps 0 notitle, " \
    . points("process", 1, -0.15, "PVM/AP1000, tasks as processes") . points("inprocess", 3, -0.05, "PVM/AP1000, tasks in process") \
    . points("smpi", 2, 0.05, "SMPI, the same in MPI") . points("sst", 5, 0.1, "SST/macro, the same in MPI") . points("pvm", 4, 0.15, "PVM 3.4.6 itself, which simulates nothing")
set datafile missing "-"
figures = out."/speed"
eval(draw(curves, "speed"))
