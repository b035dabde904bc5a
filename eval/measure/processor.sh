# processor.sh PROGRAMS OUT [quick] - computing as the compiler counts it, on the processor of a cell, beside what is published of Suns
# with the same chips; no number of the processor was set by the time of a program. Intervals: the numbers of the processor drawn from
# their plausible ranges, the middle 95 % of the draws.
# seconds: 20 4
. "$(dirname "$0")/../measuring.sh"
draws=$(pick 200 40)
can_count || { echo 'processor: no GCC here that compiles counted (pvm-api/counted)' >&2; exit 1; }
# shellcheck disable=SC2046 # flags are words
cc -O2 "$programs/processor.c" $(pkg-config --cflags --libs pvm3-counted) -lm -o processor
ap1000 info cell.processor >numbers

# One line for each draw: all numbers of the processor that have a range, as a value of --set. The clock is known.
awk -v draws="$draws" 'function random() { state = 16807 * state % 2147483647; return state / 2147483647 }
    match($0, /; plausible [0-9.]+ to [0-9.]+: /) && $3 ~ /^cycle/ {
        split(substr($0, RSTART), range, " ")
        name[++n] = $1; low[n] = range[3]; high[n] = range[5] + 0
    }
    END {
        state = 1994
        for (d = 1; d <= draws; d++)
            for (i = 1; i <= n; i++)
                printf "%scell.processor.%s=%.4f%s", (i > 1 ? "," : ""), name[i], low[i] + random() * (high[i] - low[i]), (i < n ? "" : "\n")
    }' numbers >drawn
# run NAME SET: what the program prints on that processor, as rows of the table, with the processor first
run() { ap1000 run --quiet --cpu counted --on cell ${2:+--set "$2"} ./processor </dev/null | sed "s/^/$1$tab/"; }
table rates 'rates of one cell, counted; processor: that of the machine file (cell), with another clock, or a draw from the ranges' '--cells 64'
{
    printf 'processor\twhat\trate\tunit\n'
    run cell ''
    run 33 cell.processor.cycle_ns=30.3
    run 40 cell.processor.cycle_ns=25
    draw=0
    while read -r set; do
        draw=$((draw + 1))
        run "draw $draw" "$set"
    done <drawn
} >>"$out/data/processor.rates.tsv"
# tell PROCESSOR CLOCK WHAT: a figure for each rate that the pattern WHAT matches, with the interval of the cell's by the clocks
tell() {
    awk -F '\t' -v OFS='\t' -v of="$1" -v clock="$2" -v what="$3" '
        $1 ~ /^draw/ { rate[$2, ++n[$2]] = $3 }
        $1 == "cell" { cell[$2] = $3 }
        $1 == of && $2 ~ what { value[$2] = $3; unit[$2] = $4; order[++rows] = $2 }
        END {
            for (r = 1; r <= rows; r++) {
                what = order[r]
                for (i = 2; i <= n[what]; i++)
                    for (j = i; j > 1 && rate[what, j] < rate[what, j - 1]; j--) {
                        swap = rate[what, j]; rate[what, j] = rate[what, j - 1]; rate[what, j - 1] = swap
                    }
                cut = int(n[what] * 0.025)
                scale = value[what] / cell[what]
                print what ", " clock " MHz", value[what], unit[what], sprintf("%.4f", scale * rate[what, 1 + cut]), sprintf("%.4f", scale * rate[what, n[what] - cut])
            }
        }' "$out/data/processor.rates.tsv" | while IFS=$tab read -r what value unit low high; do quantity "$what" "$value" "$unit" "$low" "$high"; done
}
tell cell 25 .
tell 33 33 'LINPACK|mix'
tell 40 40 'LINPACK|mix'
