# compare.awk PAPER FITS... - joins fitted values with the paper's into results.tsv: one row a figure of a table.
# A fits file is named after its measurement (onetoone.tsv) and holds rows: quantity, value, unit.
# A standard error takes the kind of the quantity it belongs to and is compared with nothing.
BEGIN {
    FS = OFS = "\t"
    print "figure", "quantity", "value", "unit", "paper", "difference_percent", "kind"
}
/^#/ { next }
FILENAME == ARGV[1] {
    paper[$1, $2] = $3
    kind[$1, $2] = $5
    next
}
{
    figure = FILENAME
    sub(/\.tsv$/, "", figure)
    base = $1
    sub(/ standard error$/, "", base)
    k = (figure, base) in kind ? kind[figure, base] : "predicted"
    if ((figure, $1) in paper)
        print figure, $1, $2, $3, paper[figure, $1], sprintf("%.2f", 100 * ($2 / paper[figure, $1] - 1)), k
    else
        print figure, $1, $2, $3, "-", "-", k
}
