# compare.awk PAPER OTHER_PAPERS INTERVALS FITS... - joins fitted values with the paper's into results.tsv: one row a figure of a table.
# A fits file is named after its measurement (onetoone.tsv) and holds rows: quantity, value, unit, and perhaps low, high.
# kind: calibrated, the machine was set by that very figure; follows, it was not, but comes out whenever those do; predicted, there is
# one to compare with, and neither; computed, there is none. low, high: what the rounding of the paper's figures and the
# ranges of what is assumed leave open (intervals.sh); none for those that are calibrated, which are the paper's own. publication: the paper that the figure belongs to; `-` if none has it.
# Where a paper has words alone, the measurement says whether they hold (unit `shape`): kind shape.
# A standard error takes the kind of the quantity it belongs to and is compared with nothing.
BEGIN {
    FS = OFS = "\t"
    print "figure", "quantity", "value", "unit", "paper", "difference_percent", "kind", "low", "high", "publication"
}
/^#/ { next }
FILENAME == ARGV[1] {
    paper[$1, $2] = $3
    kind[$1, $2] = $5
    of[$1] = "PVM/AP1000"
    next
}
FILENAME == ARGV[2] {
    paper[$1, $2] = $3
    kind[$1, $2] = $5
    of[$1] = $8
    next
}
FILENAME == ARGV[3] {
    low[$1, $2] = $4
    high[$1, $2] = $5
    next
}
{
    figure = FILENAME
    sub(/\.tsv$/, "", figure)
    base = $1
    sub(/ standard error$/, "", base)
    k = (figure, base) in kind ? kind[figure, base] : "computed"
    if ($3 == "shape") k = "shape"
    l = h = "-"
    if (NF >= 5) {
        l = $4
        h = $5
    }
    if (l == "-" && (figure, $1) in low && k != "calibrated") {
        l = low[figure, $1]
        h = high[figure, $1]
    }
    if ((figure, $1) in paper)
        print figure, $1, $2, $3, paper[figure, $1], sprintf("%.2f", 100 * ($2 / paper[figure, $1] - 1)), k, l, h, of[figure]
    else
        print figure, $1, $2, $3, "-", "-", k, l, h, k == "shape" ? of[figure] : "-"
}
