# traffic.gp EVAL OUT - memory and descriptors over one long run: OUT/traffic.tsv as OUT/traffic.png and .svg.
out = ARG2
load ARG1."/style.gp"
set title "One run of eight tasks, messages of 0 to 1,000,000 bytes: what is in use"
set xlabel "messages exchanged (millions)"
set ylabel "MiB"
set y2label "descriptors"
set y2tics nomirror out
set border 11
set yrange [0:*]
set y2range [0:*]
table = out."/traffic.tsv"
x = "(column('messages') / 1e6)"
do for [kind in "png svg"] {
    eval(terminal(kind, "traffic"))
    set output sprintf("%s/traffic.%s", out, kind)
    plot table using @x:'simulator_mib' with lines lt 1 title "simulator's own memory (MiB)", \
        table using @x:'shared_mib' with lines lt 2 title "memory shared with the tasks (MiB)", \
        table using @x:'task_mib' with lines lt 3 title "one task's own memory (MiB)", \
        table using @x:'descriptors' axes x1y2 with lines lt 4 title "descriptors of the simulator (right)"
    set output
}
