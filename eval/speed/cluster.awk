# -f middle.awk -f cluster.awk cluster.tsv - the table for people: what each system took, and the ratios of the issue beside their targets.
BEGIN { FS = "\t" }
FNR == 1 { next }
/^spawn/ { spawned = $1; spawn_s = $4; next }
{
    value[$1, $2, $3] = $4
    if (!(($1, $2) in runs)) { cases[++ncases] = $1 SUBSEP $2 }
    if ($3 > runs[$1, $2]) runs[$1, $2] = $3
    if ($3 > most) most = $3
}
function plain(x) { return x >= 100 ? sprintf("%.0f", x) : x >= 10 ? sprintf("%.1f", x) : sprintf("%.2f", x) }
# The ratio of two systems in the same turn: a row with its median, lowest and highest, and the target.
function ratio(text, what, ours, theirs, target, other,    r, n, v) {
    if (other == "") other = what
    for (r = 1; r <= most; r++)
        if (value[what, ours, r] > 0 && value[other, theirs, r] > 0)
            v[++n] = value[what, ours, r] / value[other, theirs, r]
    if (n == 0) return
    m = median(v, n)
    printf "%-58s %6s (%s to %s)   target %s%s\n", text, plain(m), plain(v[1]), plain(v[n]), target, m <= target ? "" : "  missed"
}
END {
    for (i = 1; i <= ncases; i++) {
        split(cases[i], key, SUBSEP)
        n = 0
        for (r = 1; r <= most; r++) if ((key[1], key[2], r) in value) v[++n] = value[key[1], key[2], r]
        m = median(v, n)
        printf "%-20s %-16s %8s us (%s to %s)\n", key[1], key[2], plain(m), plain(v[1]), plain(v[n])
        delete v
    }
    print ""
    split("openmpi mpich", mpis, " ")
    for (i = 1; i <= 2; i++) {
        mpi = mpis[i]
        ratio(mpi " engine alone, 0 B, over raw MPI", "far 0", "engine-" mpi, "raw-" mpi, 1.3)
        ratio(mpi " engine alone, 1 MB, over raw MPI", "far 1000000", "engine-" mpi, "raw-" mpi, 1.15)
        ratio("task to task by " mpi ", polling, 0 B, over raw MPI", "far 0", mpi "-always", "raw-" mpi, 1.3)
        ratio("the same, 1 MB, without packing", "far 1000000 bare", mpi "-always", "raw-" mpi, 1.15, "far 1000000")
        ratio("the same, 1 MB, with packing", "far 1000000", mpi "-always", "raw-" mpi, 1.5)
        ratio("looking for 200 us, 1 MB, without packing", "far 1000000 bare", mpi "-looks", "raw-" mpi, 1.15, "far 1000000")
        ratio("looking for 200 us, 1 MB, with packing", "far 1000000", mpi "-looks", "raw-" mpi, 1.5)
        ratio("looking for 200 us, 0 B, over PVM's daemon route", "far 0", mpi "-looks", "pvm", 0.5)
    }
    ratio("TCP, everything asleep, 0 B, over PVM's daemon route", "far 0", "tcp", "pvm", 0.5)
    ratio("TCP, direct route, 0 B, over PVM's direct route", "far 0", "tcp-direct", "pvm-direct", 1.0)
    ratio("TCP, direct route, 4000 B, over PVM's direct route", "far 4000", "tcp-direct", "pvm-direct", 1.0)
    ratio("TCP, 1 MB, over PVM's daemon route", "far 1000000", "tcp", "pvm", 0.1)
    ratio("TCP, direct route, 1 MB, over PVM's direct route", "far 1000000", "tcp-direct", "pvm-direct", 0.25)
    ratio("one node, 0 B, over PVM's daemon", "near 0", "tcp", "pvm", 0.2)
    ratio("one node, 1 MB, over PVM's daemon", "near 1000000", "tcp", "pvm", 0.05)
    if (spawned != "") printf "%s tasks on four nodes: %s s   target 1\n", spawned, spawn_s
}
