# growth.gp - what a task and a message cost this computer as the machine grows; not reproducible.
figures = out."/speed"
file = out."/speed/growth.tsv"
rows(carrier) = sprintf("'< awk -F\"\\t\" \"\\$1 == \\\"carrier\\\" || \\$1 == \\\"%s\\\"\" %s'", carrier, file)
lines(carrier, what, lt, title) = sprintf("%s using 'tasks':'%s' with linespoints lt %d title '%s', ", rows(carrier), what, lt, title)
set logscale x 2
set xtics (64, 256, 1024, 4096, 16384, 65536) rotate by -40
set xlabel "cells, a task on each"
set yrange [0:*]
set xrange [50:80000]
set rmargin 6
array panel[3]
array before[3]
before[1] = "set ylabel 'processor time (us)'; set title 'a start and an end'"
panel[1] = lines("process", "start_us", 1, "as processes").lines("inprocess", "start_us", 3, "in process")
before[2] = "set ylabel 'memory (KiB)'; set title 'memory of a task'"
panel[2] = lines("process", "memory_KiB", 1, "as processes").lines("inprocess", "memory_KiB", 3, "in process")
before[3] = "set ylabel 'processor time (us)'; set title 'a message; a place in a barrier'"
panel[3] = lines("process", "message_us", 1, "message, processes").lines("inprocess", "message_us", 3, "in process") \
    .lines("process", "barrier_us", 2, "barrier, processes").lines("inprocess", "barrier_us", 4, "in process")
set key outside center bottom vertical maxcols 1
eval(draw_panels("growth", "What a task and a message cost this computer as the machine grows", 3))
