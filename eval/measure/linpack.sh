# linpack.sh PROGRAMS OUT [quick] - LINPACK, n = 1000, on 1 to 512 cells: examples/linpack by PVM and on the native library,
# computing charged at a stated rate, beside the times that Brent's program took on the real machine.
# seconds: 86 3
. "$(dirname "$0")/../measuring.sh"
counts=$(pick '1 2 4 8 16 32 64 128 256 512' '1 4 16')
n=$(pick 1000 200)
mflop=4.17 # of a cell: 160 s on one cell for 2/3 n^3 + 2 n^2 operations
example=$(dirname "$programs")/../examples/linpack
# shellcheck disable=SC2046 # flags are words
cc -O2 "$example/linpack.c" $(pkg-config --cflags --libs pvm3) -lm -o linpack
# shellcheck disable=SC2046
cc -O2 "$example/native.c" $(pkg-config --cflags --libs ap1000) -lm -o native-linpack

# solved SERIES WHAT PROGRAM
solved() {
    table "$1" "LINPACK, order $n, $2; a cell computes at $mflop Mflop/s" '--cells 64'
    for p in $counts; do
        rows "$1" "--cells $p --on host" "./$3" "$p" $n $mflop
    done
}
# tell SERIES WHAT
tell() {
    for p in $counts; do
        quantity "$2 $p cells, order $n" "$(awk -F '\t' -v p="$p" '$1 == p { printf "%.4g", $4 }' "$out/data/linpack.$1.tsv")" s
    done
}
beside solved pvm 'PVM/AP1000' linpack
beside solved native 'native' native-linpack
await
tell pvm PVM/AP1000
tell native native
quantity 'rate of a cell' "$mflop" Mflop/s
