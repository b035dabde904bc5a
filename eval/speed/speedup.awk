# speedup.awk speedup-runs.tsv - one row a pattern and system: the median time [s], and the speed-up over one processor in the same
# repetition: median, lowest, highest. `pvm` is the real PVM, with all processors.
BEGIN { FS = OFS = "\t"; print "row", "pattern", "tasks", "size", "processors", "host_s", "speedup", "low", "high" }
FNR == 1 { next }
{
    key = $1 FS $5
    if (!(key in head)) { order[++keys] = key; head[key] = $1 OFS $2 OFS $3 OFS $4 OFS $5; row[key] = $1 }
    time[key, $6] = $7
    if ($6 > last) last = $6
}
function sort(v, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = v[i]
        for (j = i - 1; j > 0 && v[j] > x; j--) v[j + 1] = v[j]
        v[j + 1] = x
    }
}
function median(v, n) { return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2 }
END {
    for (k = 1; k <= keys; k++) {
        key = order[k]
        n = 0
        for (r = 1; r <= last; r++)
            if (time[key, r] > 0) { t[++n] = time[key, r]; gain[n] = time[row[key] FS "1", r] / time[key, r] }
        sort(t, n)
        sort(gain, n)
        printf "%s\t%.3f\t%.2f\t%.2f\t%.2f\n", head[key], median(t, n), median(gain, n), gain[1], gain[n]
    }
}
