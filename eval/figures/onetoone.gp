# onetoone.gp - the paper's Figure 6: time of one transfer over message size, all systems; the paper's lines beneath.
# Between cells it takes a fraction of a millisecond, else milliseconds: a panel each. onetoone_log.gp has all in one.
theirs(q) = number(here."/paper.tsv", "onetoone", q)
line(path) = sprintf("(x < 0 || x > 4000 ? NaN : (%.12g + %.12g * x) / 1000) lt 9 title 'the paper, PVM/AP1000 %s', ", \
    theirs(path." latency"), theirs(path." time per byte"), path)
set xlabel "message size (bytes)"
set ylabel "time of one transfer (ms)"
set xrange [-60:4200]
set xtics 1000
set key inside top left maxcols 1 nobox
ms = "'bytes':(column('time_us') / 1000)"
array before[2] = ["set title 'Between two cells'; set yrange [0:1]", "set title 'Between host and cell; on workstations'; set yrange [0:24]"]
array panel[2]
panel[1] = line("cell-cell") . curve("onetoone.cell-cell", ms, 1, "PVM/AP1000") . curve("onetoone.native-cell-cell", ms, 3, "native")
panel[2] = line("host-cell") . curve("onetoone.host-cell", ms, 2, "PVM/AP1000 host-cell") \
    . curve("onetoone.native-host-cell", ms, 4, "native host-cell") . curve("onetoone.ws-same-host", ms, 7, "PVM/WS same host") \
    . curve("onetoone.ws-different-hosts", ms, 5, "PVM/WS different hosts")
eval(draw_panels("onetoone", "One-to-one transfer: PVM/AP1000 meets the lines that it was calibrated by", 2))
