# algorithms.gp EVAL OUT - barriers of three algorithms over the number of tasks, on ordinary messages.
here = ARG1; out = ARG2
load here."/style.gp"
set title "pvm_barrier without hardware: only the central one grows in proportion to the tasks" noenhanced
set xlabel "tasks"
set ylabel "from the first entry until all run again (ms)"
set logscale x 2
set logscale y
ms = "'tasks':(column('time_us') / 1000)"
curves = curve("algorithms.central", ms, 1, "central, as the paper's") . curve("algorithms.tree", ms, 2, "tree") \
    . curve("algorithms.dissemination", ms, 3, "dissemination")
eval(draw(curves, "algorithms"))
