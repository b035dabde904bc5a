# overhead.sh PROGRAMS OUT [quick] - PVM's own part in the time of a transfer: (PVM - native) / PVM, over message size.
# seconds: 4 3
. "$(dirname "$0")/../measuring.sh"
tasks=4 rounds=20
sizes=$(pick "0 $(seq -s ' ' 250 250 4000) 8000 16000 32000 65536" '0 1000 4000 16000')
compile onetoone
compile native/onetoone ap1000

# share PATH: bytes, both times, and their share, in one table
share() {
    table "$1.pvm" "one-to-one by PVM, $1" '--cells 64'
    table "$1.native" "one-to-one by the native library, $1" '--cells 64'
    # shellcheck disable=SC2086 # sizes are words
    rows "$1.pvm" '--cells 64 --on host' ./onetoone "$1" -n $tasks -r $rounds $sizes
    # shellcheck disable=SC2086
    rows "$1.native" '--cells 64' ./native-onetoone "$1" $tasks $rounds $sizes
    {
        sed -n '/^#/p' "$out/data/overhead.$1.pvm.tsv"
        printf 'bytes\tpvm_us\tnative_us\tshare_percent\n'
        awk -F '\t' -v OFS='\t' '/^[0-9]/ { if (FNR == NR || !($1 in pvm)) pvm[$1] = $3
            else print $1, pvm[$1], $3, sprintf("%.4f", 100 * (pvm[$1] - $3) / pvm[$1]) }' \
            "$out/data/overhead.$1.pvm.tsv" "$out/data/overhead.$1.native.tsv"
    } >"$out/data/overhead.$1.tsv"
    rm "$out/data/overhead.$1.pvm.tsv" "$out/data/overhead.$1.native.tsv"
}
# tell PATH
tell() {
    for n in 0 1000 4000; do
        quantity "$1 share at $n byte" "$(awk -F '\t' -v n="$n" '$1 == n { print $4 }' "$out/data/overhead.$1.tsv")" %
    done
}
for path in cell-cell host-cell; do
    beside share $path
done
await
for path in cell-cell host-cell; do tell $path; done
