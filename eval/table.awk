# table.awk RESULTS - prints the rows of results.tsv that have a figure of the paper's beside them, as a table for people, then how many
# calibrated figures are within bounds. -v part=rows: only the table; part=sums: only the rest. Exits 1 if a calibrated figure is off by
# more than 3 %. digits.awk is loaded before.
BEGIN { FS = "\t"; limit_percent = 3 }
NR == 1 { next }
$5 == "-" {
    others++
    next
}
{
    row[++rows] = $0
    if (length($2) > width) width = length($2)
}
END {
    line = "  %-" width "s %20s %-16s %-8s %10s %12s  %s\n"
    for (i = 1; i <= rows; i++) {
        split(row[i], f, "\t")
        if (f[1] != figure && part != "sums") {
            figure = f[1]
            print figure
            printf line, "quantity", "ours", "interval", "unit", "paper", "difference", "kind"
        }
        if (part != "sums")
            printf line, f[2], shown(f[3], f[8], f[9], f[5], f[7]), interval(f[8], f[9]), f[4], f[5], signed(f[6]), f[7]
        if (f[7] == "calibrated") {
            calibrated++
            if (f[6] > limit_percent || f[6] < -limit_percent) {
                off++
                note = note sprintf("%s: %s is %+.2f %% off the paper's %s %s; at most %g %% is accepted\n", f[1], f[2], f[6],
                                    f[5], f[4], limit_percent)
            }
        }
    }
    if (part == "rows") exit
    printf "%s", note
    if (!off && calibrated)
        printf "All %d calibrated figures lie within %g %% of the papers'.\n", calibrated, limit_percent
    printf "%d more figures, with which the paper has nothing to compare, are in results.tsv.\n", others
    exit off > 0
}
