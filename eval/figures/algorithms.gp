# algorithms.gp - barriers of four algorithms over the number of tasks: whole, and dashed without the part of a group call
# that the calibration leaves unexplained.
set title "pvm_barrier: the time of the central one grows by a constant for each task, the others hardly grow" noenhanced
set xlabel "tasks"
set ylabel "from the first entry until all run again (ms)"
set logscale x 2
set logscale y
set xrange [1.8:1150]
ms = "'tasks':(column('time_us') / 1000)"
curves = ""
names = "central tree dissemination snet"
titles = "'central (as the paper)' tree dissemination 'S-Net, all cells'"
do for [i = 1:4] {
    if (there(table("algorithms.".word(names, i)))) {
        file = table("algorithms.".word(names, i))
        curves = curves . sprintf("'%s' using %s with linespoints lt %d dt 1 title \"%s\", ", file, ms, i, word(titles, i)) \
            . sprintf("'%s' using %s with linespoints lt %d dt 2 %s, ", table("algorithms.".word(names, i)."-bare"), ms, i, i < 4 ? "notitle" : "title 'dashed: each without what a group call does beside messages'")
    }
}
eval(draw(curves, "algorithms"))
