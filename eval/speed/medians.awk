# -f middle.awk -f medians.awk runs.tsv - one row a pattern and system: medians over the repetitions with the lowest and the highest, and the
# medians of what it costs as a multiple of the process carrier, run by run in the same turn. A system with one run alone (it is
# slow) has no spread; one that could not run, or not in time, has `-`.
BEGIN { FS = OFS = "\t"
    print "row", "pattern", "tasks", "size", "unit", "system", "runs", "host_us", "host_low", "host_high", "processor_us", "processor_low", \
        "processor_high", "peak_MiB", "host_ratio", "host_ratio_low", "host_ratio_high", "processor_ratio", "processor_ratio_low", "processor_ratio_high" }
FNR == 1 { next }
{
    key = $1 FS $6
    if (!(key in seen)) { order[++keys] = key; seen[key] = 1; head[key] = $1 OFS $2 OFS $3 OFS $4 OFS $5 OFS $6; row[key] = $1 }
    if ($7 == 0) { first_host[key] = $8; first_processor[key] = $9; peak[key] = $10; next }
    n = ++runs[key]; host[key, $7] = $8; processor[key, $7] = $9; number[key, n] = $7
}
# Three digits, or all before the point; never with an exponent.
function plain(x) { return x >= 100 || x <= -100 ? sprintf("%.0f", x) : x >= 0.01 ? sprintf("%.3g", x) : sprintf("%.4f", x) }
# Of v[1..n], as text: median, lowest, highest.
function summary(v, n,    middle) {
    if (n == 0)
        return "-" OFS "-" OFS "-"
    middle = median(v, n)
    return plain(middle) OFS plain(v[1]) OFS plain(v[n])
}
function figures(what, first, key,    i, n, v) {
    for (i = 1; i <= runs[key]; i++) v[++n] = what[key, number[key, i]]
    if (n == 0 && first[key] != "-") v[++n] = first[key]
    return summary(v, n)
}
# In the same repetition, as a multiple of ours; where one has its first run alone, of those.
function ratios(what, first, key,    ours, i, n, v, r) {
    ours = row[key] FS "process"
    for (i = 1; i <= runs[key]; i++) {
        r = number[key, i]
        if (what[ours, r] > 0) v[++n] = what[key, r] / what[ours, r]
    }
    if (n == 0 && first[key] != "-" && first[ours] > 0) v[++n] = first[key] / first[ours]
    return summary(v, n)
}
END {
    for (k = 1; k <= keys; k++) {
        key = order[k]
        print head[key], (runs[key] > 0 ? runs[key] : first_host[key] != "-" ? 1 : 0), figures(host, first_host, key), \
            figures(processor, first_processor, key), peak[key], ratios(host, first_host, key), ratios(processor, first_processor, key)
    }
}
