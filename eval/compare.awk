# compare.awk PAPER .../otherpapers.tsv [.../elsewhere.tsv] .../*intervals.tsv FITS... - joins fitted values with the paper's into results.tsv: one row a figure of a table.
# A fits file is named after its measurement (onetoone.tsv) and holds rows: quantity, value, unit, and perhaps low, high.
# kind: as the papers' tables have it (calibrated, follows, post hoc, known, predicted: see paper.tsv); computed, there is nothing to compare
# with. low, high: what the rounding of the paper's figures and the
# ranges of what is assumed leave open (intervals.sh); none for those that are calibrated, which are the paper's own. digits.awk is loaded before. publication: the paper that the figure belongs to; `-` if none has it.
# Where a paper has words alone, the measurement says whether they hold (unit `shape`): kind shape; in a variant of ours (unit
# `what-if`) it is kind what-if, and belongs to no publication.
# What a run left out, or made of nothing (nan, inf), is no figure.
function stop(why) {
    print "compare: " figure ", " $1 ": " why >"/dev/stderr"
    failed = 1
    exit 1
}
function numbers(x, what) {
    if (x !~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/) stop(what " is no number: \"" x "\"")
}
END { exit failed }
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
FILENAME ~ /(^|\/)(otherpapers|elsewhere)\.tsv$/ {
    if ($5 == "-") next
    paper[$1, $2] = $3
    kind[$1, $2] = $5
    if (FILENAME ~ /elsewhere/) publication[$1, $2] = $8
    else of[$1] = $8
    next
}
FILENAME ~ /intervals\.tsv$/ {
    split($4 == "-" ? "-\t-" : outward($4, $5), ends, "\t") # quantiles of samples: two digits of their distance mean something
    low[$1, $2] = ends[1]
    high[$1, $2] = ends[2]
    next
}
{
    figure = FILENAME
    sub(/\.tsv$/, "", figure)
    numbers($2, "the value")
    if (NF >= 5 && $4 != "-") numbers($4, "the low end")
    if (NF >= 5 && $5 != "-" && $3 != "shape" && $3 != "what-if") numbers($5, "the high end")
    if (seen[figure, $1]++) stop("there twice")
    k = (figure, $1) in kind ? kind[figure, $1] : "computed"
    if ($3 == "shape" || $3 == "what-if") k = $3
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
        print figure, $1, $2, $3, paper[figure, $1], sprintf("%.2f", 100 * ($2 / paper[figure, $1] - 1)), k, l, h, (figure, $1) in publication ? publication[figure, $1] : of[figure]
    else
        print figure, $1, $2, $3, "-", "-", k, l, h, k != "shape" ? "-" : figure in of ? of[figure] : "PVM/AP1000"
}
