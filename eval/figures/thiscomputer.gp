# thiscomputer.gp - one-to-one as in onetoone.gp with one more curve, the real PVM on this computer; not reproducible.
set title "One-to-one transfer: the simulated machines, and PVM 3.4.6 on this computer"
set xlabel "message size (bytes)"
set ylabel "time of one transfer (ms)"
set logscale y
set xrange [-60:4200]
ms = "'bytes':(column('time_us') / 1000)"
curves = curve("onetoone.cell-cell", ms, 1, "PVM/AP1000 cell-cell") . curve("onetoone.host-cell", ms, 2, "PVM/AP1000 host-cell") \
    . curve("onetoone.ws-same-host", ms, 7, "PVM/WS same host") . curve("onetoone.ws-different-hosts", ms, 5, "PVM/WS different hosts") \
    . curve("../this-computer/onetoone", ms, 6, "PVM 3.4.6 on this computer")
figures = out."/this-computer"
eval(draw(curves, "onetoone"))
