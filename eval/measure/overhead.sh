# overhead.sh PROGRAMS OUT [quick] - PVM's own part in the time of a transfer: (PVM - native) / PVM, over message size.
# The paper's shares at 0 and 4000 byte do not go together with an overhead that is the same at all sizes, as ours is. Two readings
# under which they do, worked out from its figures alone: the share is of PVM's time, and the native library needs more per
# byte than PVM; or the share is of the native library's time.
# seconds: 1 1
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
# theirs FIGURE QUANTITY: the paper's
theirs() { awk -F '\t' -v f="$1" -v q="$2" '$1 == f && $2 == q { print $3 }' "$programs/../paper.tsv"; }
# readings PATH: bytes, and the share by either reading; the native time per byte that each needs
readings() {
    table "$1-readings" "shares at other sizes if both of the paper's, at 0 and 4000 byte, hold, $1: worked out from paper.tsv" '--cells 64'
    awk -v path="$1" -v latency="$(theirs onetoone "$1 latency")" -v per_byte="$(theirs onetoone "$1 time per byte")" \
        -v at0="$(theirs overhead "$1 share at 0 byte")" -v at4000="$(theirs overhead "$1 share at 4000 byte")" -v sizes="$sizes" \
        -v fits="$out/fits/overhead.tsv" -v OFS='\t' 'BEGIN {
            long = latency + 4000 * per_byte
            of_pvm0 = latency * (1 - at0 / 100); of_pvm = (long * (1 - at4000 / 100) - of_pvm0) / 4000
            of_native0 = latency / (1 + at0 / 100); of_native = (long / (1 + at4000 / 100) - of_native0) / 4000
            print "bytes", "of_pvm_percent", "of_native_percent"
            for (i = split(sizes, size, " "); i > 0; i--) {
                n = size[i]; pvm = latency + per_byte * n
                print n, sprintf("%.4f", 100 * (1 - (of_pvm0 + of_pvm * n) / pvm)), sprintf("%.4f", 100 * (pvm / (of_native0 + of_native * n) - 1))
            }
            print path " native time per byte, if shares are of PVM\047s time", sprintf("%.4g", of_pvm), "us/byte" >>fits
            print path " native time per byte, if shares are of the native time", sprintf("%.4g", of_native), "us/byte" >>fits
        }' >>"$out/data/overhead.$1-readings.tsv"
}
for path in cell-cell host-cell; do
    beside share $path
done
await
for path in cell-cell host-cell; do
    tell $path
    readings $path
done
# A third reading, which gives both shares with no number more: the constant overhead over a line with the host-cell slope, for either path.
for path in cell-cell host-cell; do
    quantity "$path share at 4000 byte, with the host-cell slope" "$(awk -v l="$(theirs onetoone "$path latency")" -v b="$(theirs onetoone 'host-cell time per byte')" \
        -v s="$(theirs overhead "$path share at 0 byte")" 'BEGIN { printf "%.4f", l * s / (l + 4000 * b) }')" %
done
# The paper's words on it. What it says at 0 byte sets the machine, and is not judged.
at() { awk -F '\t' -v n="$2" '$1 == n { print $4 }' "$out/data/overhead.$1.tsv"; }
for path in cell-cell host-cell; do
    # shellcheck disable=SC2046 # numbers are words
    judge "the share of the overhead falls with the size of messages, $path" falls $(for n in 0 1000 4000 16000; do at $path $n; done)
    judge "the share is about $(theirs overhead "$path share at 4000 byte") % at 4000 byte, $path" within \
        "$(theirs overhead "$path share at 4000 byte" | awk '{ print $1 - 0.5 }')" "$(theirs overhead "$path share at 4000 byte" | awk '{ print $1 + 0.5 }')" "$(at $path 4000)"
done
