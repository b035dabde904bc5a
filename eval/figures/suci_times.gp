# suci_times.gp - Suci's Figures 3 and 5: round trip of the ping-pong and time of a file over its size, beside TCP.
set logscale xy
set xlabel "message size (byte)"
set xrange [70:140000]
set format x "10^{%T}"
set key outside center bottom vertical maxcols 1
array panel[2]
array before[2]
took(series, lt, title) = curve("suci.".series, "1:($2 / 1e3)", lt, title)
before[1] = "set title 'Ping-pong'; set ylabel 'round trip (ms)'"
panel[1] = took("pong-java", 2, "TCP in Java") . took("pong-c", 1, "Suci, C") . took("pong-java-new", 3, "Suci for Java, new: objects as set by 2") \
    . took("pong-new", 6, "Suci for Java, new: objects as set by 1/184") . took("pong-old", 4, "Suci for Java, old (set by 1/184)")
before[2] = "set title 'File transfer'; set ylabel 'time (ms)'"
panel[2] = took("file-java", 2, "TCP in Java, its connection measured too") . took("file-c", 1, "Suci, C") . took("file-tcp", 6, "TCP, C") \
    . took("file-java-new-32", 3, "Suci for Java, new: objects as set by 2")
eval(draw_panels("suci_times", "Two PCs on 10 Mb/s Ethernet, Java beside Java", 2))
