# anetl.gp - A-NETL's Table 3: there and back over bytes, with objects and from socket to socket, beside the paper's figures.
set title "There and back between two PCs: objects beside sockets"
set logscale xy
set xlabel "message, bytes"
set ylabel "there and back, us"
set xrange [0.8:1300]
set yrange [150:20000]
theirs(q) = sprintf("\"< awk -F '\\t' '$1 == \\\"anetl\\\" && $2 ~ /^%s, [0-9]+ bytes?, there/ { n = $2; gsub(/[^0-9]/, \\\"\\\", n); print n \\\"\\t\\\" $3 }' '%s/otherpapers.tsv' '%s/elsewhere.tsv'\"", \
    q, here, here)
curves = theirs("A-NETL")." using 1:2 with linespoints lt 9 title 'the paper, A-NETL', " \
    .theirs("sockets")." using 1:2 with linespoints lt 10 title 'the paper, WinSock', " \
    .theirs("MPICH.NT")." using 1:2 with linespoints lt 5 title 'the paper, MPICH/NT', " \
    .curve("anetl.pong", "1:3", 1, "A-NETL here").curve("anetl.sockets", "1:2", 2, "sockets here")
eval(draw(curves, "anetl"))
