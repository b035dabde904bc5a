# table.awk RESULTS - prints results.tsv as a table for people. Exits 1 if a calibrated figure is off by more than 3 %.
BEGIN { FS = "\t"; limit_percent = 3 }
NR == 1 { next }
$2 ~ / standard error$/ {
    owner = $2
    sub(/ standard error$/, "", owner)
    error[$1, owner] = $3
    next
}
{
    row[++rows] = $0
}
END {
    for (i = 1; i <= rows; i++) {
        split(row[i], f, "\t")
        if (f[1] != figure) {
            figure = f[1]
            printf "%s\n  %-26s %20s %-8s %10s %12s  %s\n", figure, "quantity", "fitted +- std.error", "unit", "paper",
                   "difference", "kind"
        }
        pm = (f[1], f[2]) in error ? sprintf("%.5g +- %.2g", f[3], error[f[1], f[2]]) : sprintf("%.5g", f[3])
        difference = f[6] == "-" ? "-" : sprintf("%+.2f %%", f[6])
        printf "  %-26s %20s %-8s %10s %12s  %s\n", f[2], pm, f[4], f[5], difference, f[7]
        if (f[7] == "calibrated" && f[6] != "-") {
            calibrated++
            if (f[6] > limit_percent || f[6] < -limit_percent) {
                off++
                note = note sprintf("OFF: %s, %s differs from the paper by %s, more than %g %%\n", f[1], f[2], difference,
                                    limit_percent)
            }
        }
    }
    printf "%s", note
    if (!off)
        printf "All %d calibrated figures lie within %g %% of the paper.\n", calibrated, limit_percent
    exit off > 0
}
