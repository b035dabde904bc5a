# linpack.sh PROGRAMS OUT [quick] - LINPACK, n = 1000, on 1 to 512 cells: examples/linpack by PVM and on the native library,
# computing charged by the length of vectors, beside the times that Brent's program took on the real machine; the native one at the
# orders at which his reached half of its best rate; and the native one compiled counted, plain and by blocks of 4 columns.
# seconds: 330 5
. "$(dirname "$0")/../measuring.sh"
counts=$(pick '1 2 4 8 16 32 64 128 256 512' '1 4 16')
halves=$(pick '16:320 32:520 64:648 128:1100 256:1600 512:2500' 16:320)
large=$(pick 2500 400) # on 4 cells as many numbers a cell as with order 10000 on 64
n=$(pick 1000 200)
peak=5.56 # Mflop/s of a cell (Brent)
example=$(dirname "$programs")/../examples/linpack
# shellcheck disable=SC2046 # flags are words
cc -O2 "$example/linpack.c" $(pkg-config --cflags --libs pvm3) -lm -o linpack
# shellcheck disable=SC2046
cc -O2 "$example/native.c" $(pkg-config --cflags --libs ap1000) -lm -o native-linpack

counted=
if can_count; then
    counted='counted blocked'
    # shellcheck disable=SC2046
    cc -O2 "$example/native.c" $(pkg-config --cflags pvm3-counted) $(pkg-config --cflags --libs ap1000) -lm -o counted-linpack
fi

# begin SERIES WHAT
begin() { table "$1" "LINPACK, $2; a cell computes at $mflop Mflop/s on long vectors, at half of it on vectors of $half_length" '--cells 64'; }
# solved SERIES PROGRAM CELLS ORDER
# shellcheck disable=SC2154 # linpack_charge is measuring.sh's
solved() { rows "$1" "--cells $3 --on host" "./$2" "$3" "$4" $linpack_charge; }
all_orders() {
    begin "$1" "order $n, $2"
    for p in $counts; do solved "$1" "$3" "$p" "$n"; done
}
# counted_orders SERIES BLOCK
counted_orders() {
    table "$1" "LINPACK, order $n, native, computing as the compiler counts it, blocks of $2" '--cells 64'
    for p in $counts; do rows "$1" "--cells $p --on host" ./counted-linpack "$p" "$n" 0 0 "$2"; done
}
half_orders() {
    begin half 'orders of half the best rate, native'
    for pair in $halves; do solved half native-linpack "${pair%:*}" "${pair#*:}"; done
    begin large 'a large problem, native'
    solved large native-linpack 4 "$large"
}
# tell SERIES WHAT: a row for each line of the table
tell() {
    awk -F '\t' -v what="$2" '/^[0-9]/ { printf "%s %s cells, order %s\t%.4g\n", what, $1, $3, $4 }' "$out/data/linpack.$1.tsv" |
        while IFS=$tab read -r name seconds; do quantity "$name" "$seconds" s; done
}
mflop=${linpack_charge% *} half_length=${linpack_charge#* }
beside all_orders pvm 'PVM/AP1000' linpack
beside all_orders native native native-linpack
beside half_orders
[ -z "$counted" ] || { beside counted_orders counted 1; beside counted_orders blocked 4; }
await
tell pvm PVM/AP1000
tell native native
tell half native
for series in $counted; do tell "$series" "native, $series,"; done
# The worst of those that nothing was set by, where they were measured.
worst=$(awk -F '\t' -v OFS='\t' 'FILENAME ~ /elsewhere/ { if ($5 == "post hoc" && $4 == "s") theirs[$2] = $3; next }
    $1 in theirs { d = 100 * ($2 / theirs[$1] - 1); if (d < 0) d = -d; if (d > most) most = d } END { if (most) printf "%.1f", most }' \
    "$programs/../elsewhere.tsv" "$out/fits/linpack.tsv")
[ -z "$worst" ] || quantity "worst of Brent's times that set nothing" "$worst" %
quantity 'rate of a cell on long vectors' "$mflop" Mflop/s
quantity 'length of a vector at half that rate' "$half_length" numbers
quantity 'peak of a cell' $peak Mflop/s
quantity "share of the peak, native 4 cells, order $large" \
    "$(awk -F '\t' -v peak=$peak '/^[0-9]/ { printf "%.1f", 100 * $5 / 4 / peak }' "$out/data/linpack.large.tsv")" %
quantity 'share of the peak, the rate on long vectors' "$(awk -v r="$mflop" -v peak=$peak 'BEGIN { printf "%.1f", 100 * r / peak }')" %
