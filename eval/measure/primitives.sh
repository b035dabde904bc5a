# primitives.sh PROGRAMS OUT [quick] - what each call of the native library costs on the model: for whoever has numbers of the
# real machine. On the paper's 64 cells; the collective ones also on 16 and 256.
# seconds: 7 2
. "$(dirname "$0")/../measuring.sh"
sizes=$(pick '0 8 100 1000 4000 8000 16000 64000' '0 1000 8000')
cells=$(pick '16 64 256' '64')
shown='0 8 1000 8000'

# side CELLS: of a square of them
side() { awk -v n="$1" 'BEGIN { print sqrt(n) }'; }
# call NAME WHAT CELLS SIZES
call() {
    table "$1-$3" "$2; $3 cells: from the common start until the last that takes part goes on" "--cells $3"
    # shellcheck disable=SC2086 # sizes are words
    rows "$1-$3" "--cells $3 --on host" ./native-primitives "$1" "$(side "$3")" "$(side "$3")" $4
}
# tell NAME CELLS
tell() {
    for n in $shown; do
        value=$(awk -F '\t' -v n="$n" '$1 == n { printf "%.5g", $3 }' "$out/data/primitives.$1-$2.tsv")
        [ -z "$value" ] || quantity "$1, $2 cells, $n byte" "$value" us
    done
}
compile native/primitives ap1000
call l_asend 'l_asend to the neighbour and l_arecv there' 64 "$sizes"
call stream 'a stream of 20 l_asend to the neighbour, the time of one' 64 "$sizes"
call h_send 'h_send from a cell to the host' 64 "$sizes"
for n in $cells; do
    beside call cbroad 'cbroad from a cell to all others on the B-Net' "$n" "$sizes"
    beside call x_brd 'x_brd along a row, by the T-Net broadcast' "$n" "$sizes"
    beside call xy_brd 'xy_brd to all cells, by T-Net broadcasts along a row, then the columns' "$n" "$sizes"
    beside call xy_dsum 'xy_dsum, the sum of a double over all cells' "$n" 8
    beside call sync 'sync, the barrier on the S-Net' "$n" 0
    await
done
for name in l_asend stream h_send; do tell $name 64; done
for name in cbroad x_brd xy_brd xy_dsum sync; do
    for n in $cells; do tell $name "$n"; done
done
# The two longest messages of the stream: what a program gets of the T-Net's 25 MB/s.
quantity 'user-level bandwidth, l_asend' "$(awk -F '\t' '/^[0-9]/ { b = a; t = s; a = $1; s = $3 }
    END { printf "%.4g", (a - b) / (s - t) }' "$out/data/primitives.l_asend-64.tsv")" MB/s
quantity 'user-level bandwidth, stream' "$(awk -F '\t' '/^[0-9]/ { b = a; t = s; a = $1; s = $3 }
    END { printf "%.4g", (a - b) / (s - t) }' "$out/data/primitives.stream-64.tsv")" MB/s
