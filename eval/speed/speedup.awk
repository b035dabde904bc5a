# -f middle.awk -f speedup.awk speedup-runs.tsv - one row a pattern and system: the median time [s], and the speed-up over one processor in the same
# repetition: median, lowest, highest. `pvm` is the real PVM, with all processors.
BEGIN { FS = OFS = "\t"; print "row", "pattern", "tasks", "size", "processors", "host_s", "speedup", "low", "high" }
FNR == 1 { next }
{
    key = $1 FS $5
    if (!(key in head)) { order[++keys] = key; head[key] = $1 OFS $2 OFS $3 OFS $4 OFS $5; row[key] = $1 }
    time[key, $6] = $7
    if ($6 > last) last = $6
}
END {
    for (k = 1; k <= keys; k++) {
        key = order[k]
        n = 0
        for (r = 1; r <= last; r++)
            if (time[key, r] > 0) { t[++n] = time[key, r]; gain[n] = time[row[key] FS "1", r] / time[key, r] }
        middle = median(gain, n)
        printf "%s\t%.3f\t%.2f\t%.2f\t%.2f\n", head[key], median(t, n), middle, gain[1], gain[n]
    }
}
