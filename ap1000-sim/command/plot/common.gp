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
