# pairs.awk - reads the wanted differences (a file of columns), then what diff prints for two outputs. Every line that
# differs must be wanted, and every wanted difference must still exist.
# Variables: name (of the program), same (lines that are in both). The columns of a difference, with tabs between them:
# program, line of PVM 3.4.6, line of ours, reason; "-" means no line.
function pair(a, b) {
    if (a FS b in wanted) {
        differ++
        used[a FS b] = 1
        return
    }
    bad++
    printf "PVM 3.4.6: %s\nours:      %s\n", a, b
}
function hunk_ends(    i) {
    for (i = 1; i <= m || i <= n; i++)
        pair(i <= m ? real[i] : "-", i <= n ? ours[i] : "-")
    m = n = 0
}
BEGIN { FS = "\t" }
FILENAME == ARGV[1] {
    if ($1 == name)
        wanted[$2 FS $3] = 1
    next
}
/^[0-9]/ { hunk_ends() }
/^< / { real[++m] = substr($0, 3) }
/^> / { ours[++n] = substr($0, 3) }
END {
    hunk_ends()
    for (w in wanted)
        if (!(w in used)) {
            bad++
            split(w, p, FS)
            printf "no such difference any more: PVM 3.4.6 '%s', ours '%s'\n", p[1], p[2]
        }
    printf "%s: %d lines the same, %d different as wanted, %d wrong\n", name, same, differ, bad
    exit bad > 0 || same == 0
}
