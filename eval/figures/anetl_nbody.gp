# anetl_nbody.gp - one n-body problem, written for PVM, OMPC++ and A-NETL, on cells.
set title "A step of one n-body problem, written in three ways, on cells"
set logscale x 2
set logscale y
set xlabel "cells"
set ylabel "time of a step, s"
set xrange [0.85:38]
set yrange [0.008:0.5]
one = real(system(sprintf("awk -F'\\t' '$1 == 1 { print $2 }' '%s'", table("anetl.nbody"))))
eval(draw(curve("anetl.nbody", "1:2", 1, "PVM: multicast").curve("anetl.nbody", "1:3", 2, "OMPC++: shared array") \
    .curve("anetl.nbody", "1:4", 3, "A-NETL: past messages").sprintf("%g / x with lines lt 9 lw 2 title 'sharing the work', ", one), "anetl_nbody"))
