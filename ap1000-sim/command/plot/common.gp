# common.gp - the look of the figures of a trace: colours of Okabe and Ito, which the colour-blind tell apart.
# The scripts of ap1000 0.2.0: the command looks for its own version here.
set encoding utf8
set datafile separator tab
set border 3 lw 1
set tics nomirror out
load 'set.gp'
if (caption ne "") set title caption noenhanced
high = n <= 8 ? 480 : n <= 40 ? 300 + 22 * n : 1180
if (!exists("kinds")) kinds = "png svg pdf"
terminal(kind, name, wide, high_px) = (kind eq "png" \
    ? sprintf("set terminal pngcairo size %d,%d font 'DejaVu Sans,11'", wide, high_px) \
    : kind eq "pdf" ? sprintf("set terminal pdfcairo size %gin,%gin font 'DejaVu Sans,11'", wide / 100.0, high_px / 100.0) \
    : sprintf("set terminal svg size %d,%d dynamic background 'white' font 'DejaVu Sans,13'", wide, high_px)) \
    . sprintf("; set output '%s.%s'", name, kind)
# What tasks do, by `file`: what a task does itself fills its row; what it waits for is a thin bar: the two are told apart at any height.
# states: those that it has; the key has those of `others` too.
state(n, states) = strstrt(states, sprintf("%d", n)) > 0
bar(file, states, others, n, title_of, colour, half) = state(n, states) \
    ? sprintf('"%s" every ::1 using 2:($4 == %d ? $1 : NaN):2:3:($1 - %g):($1 + %g) with boxxyerror lc rgb "%s" title "%s", ', file, n, half, half, colour, title_of) \
    : state(n, others) ? sprintf('keyentry with boxxyerror lc rgb "%s" title "%s", ', colour, title_of) : ""
bars(f, s, o) = bar(f, s, o, 0, "computing", "#009e73", 0.42).bar(f, s, o, 1, "in a call", "#0072b2", 0.42) \
    .bar(f, s, o, 6, "sleeping", "#bbbbbb", 0.42).bar(f, s, o, 2, "waits for: a message", "#f0e442", 0.2).bar(f, s, o, 3, "a barrier", "#cc79a7", 0.2) \
    .bar(f, s, o, 4, "the control program", "#e69f00", 0.2).bar(f, s, o, 5, "the processor", "#d55e00", 0.2)
