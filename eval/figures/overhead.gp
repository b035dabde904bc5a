# overhead.gp EVAL OUT - PVM's own part in the time of a transfer, over message size; the paper's figures at 0 byte.
here = ARG1; out = ARG2
load here."/style.gp"
theirs(path) = number(here."/paper.tsv", "overhead", path." share at 0 byte")
set title "What PVM adds: most of a short message between cells, less than a tenth of a long one"
set xlabel "message size (bytes)"
set ylabel "(PVM - native) / PVM (%)"
set xrange [-60:4100]
set yrange [0:80]
share = "'bytes':'share_percent'"
paper = sprintf("'+' using (0):(%g) every ::::0 with points lt 9 title \"paper at 0 byte\", '+' using (0):(%g) every ::::0 with points lt 9 notitle, ", \
    theirs("cell-cell"), theirs("host-cell"))
eval(draw(paper . curve("overhead.cell-cell", share, 1, "cell-cell") . curve("overhead.host-cell", share, 2, "host-cell"), "overhead"))
