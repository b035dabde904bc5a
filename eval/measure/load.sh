# load.sh PROGRAMS OUT [quick] - the T-Net alone: latency against offered load, four patterns, beside the bounds of the routes; uniform
# traffic also with buffers of a whole message at the routers, which nobody knows that they have; the saturation of four more patterns, and of
# uniform traffic over the length and the number of cells; and of the four by single flits.
# seconds: 50 6
. "$(dirname "$0")/../measuring.sh"
seeds=$(pick 10 3)
printf 'base = "ap1000"\n[tnet]\nbuffer_bytes = 65536\n' >cut-through.toml
# loaded NAME PATTERN CELLS BYTES SEEDS [END [MACHINE]]: END is a sed program that ends the rows
loaded() {
    name=$1 machine=${7-}
    table "$name" "pattern $2, $3 cells send messages of $4 bytes at random times: latency and accepted load; means of $5 runs" "--cells $3"
    file=$out/data/$measurement.$name.tsv
    echo "# command: ap1000 traffic $machine --load --pattern $2 --bytes $4 --cells $3 --seeds $5" >>"$file"
    # shellcheck disable=SC2086 # an option and its value
    ap1000 traffic $machine --load --pattern "$2" --bytes "$4" --cells "$3" --seeds "$5" | sed "${6-}" >"$file.rows"
    cat "$file.rows" >>"$file"
}
# The saturation point: between the highest load of which 95 % arrive and the next one; what arrives beyond it; the bounds. few: two of them.
found() { # NAME few|all
    awk -F '\t' -v OFS='\t' -v p="$1" -v which="$2" 'NR == 2 { zero = $8; first = $6; link = $10; middle = $9 }
        NR > 1 && $12 == 0 && !over { below = $4 } NR > 1 && $12 == 1 && !over { over = $4 } NR > 1 { last = $5 }
        function all(what, value, unit) { if (which == "all") print p ", " what, value, unit }
        END {
            all("latency without load (bound)", zero, "us")
            all("latency at the lowest load", first, "us")
            print p ", saturates above", below, "MB/s a cell"
            all("saturates below", over ? over : "-", "MB/s a cell")
            all("accepted at the highest load", last, "MB/s a cell")
            print p ", bound of the busiest link", link, "MB/s a cell"
            all("bound of the bisection", middle, "MB/s a cell")
        }' "$file.rows" >>"$out/fits/$measurement.tsv"
    rm "$file.rows"
}
stop="/${tab}1\$/q" # what costs more to simulate: none beyond the first load that saturates
for name in uniform transpose hotspot neighbour; do
    loaded $name $name 64 1000 "$seeds"
    found $name all
done
if [ "$quick" != quick ]; then
    loaded uniform-cut-through uniform 64 1000 2 "$stop" '--machine ./cut-through.toml'
    found uniform-cut-through all
    for name in tornado bitreversal complement shuffle; do
        loaded $name $name 64 1000 2 "$stop"
        found $name few
    done
    for bytes in 100 10000; do
        loaded uniform-$bytes-byte uniform 64 $bytes 2 "$stop"
        found uniform-$bytes-byte few
    done
    for cells in 16 256 1024; do
        loaded uniform-$cells-cells uniform $cells 1000 2 "$stop"
        found uniform-$cells-cells few
    done
    for name in uniform transpose hotspot neighbour; do # the judge: single flits
        ap1000 traffic --saturation --pattern $name --cells 64 | sed 1d >flits
        quantity "$name, flits saturate above" "$(cut -f 10 flits)" 'MB/s a cell'
        quantity "$name, flits saturate below" "$(cut -f 11 flits)" 'MB/s a cell'
    done
fi
cells=64
# What a program can offer of itself: a cell that sends messages to ever other cells and receives as many, with both copies of each byte by
# its processor.
for n in 1000 4000 16000; do
    quantity "a PVM program that sends and receives messages of $n byte offers" "$(ap1000 info cell --cells $cells | awk -v n=$n '{ v[$1] = $2 }
        END { printf "%.3g", n / (v["pvm_send_us"] + v["send_us"] + v["pvm_recv_us"] + v["recv_us"] + v["pvm_unpack_us"] + 2 * n * v["copy_ns_per_byte"] / 1000) }')" 'MB/s a cell'
done
