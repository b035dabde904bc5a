# load.sh PROGRAMS OUT [quick] - the T-Net alone: latency against offered load, four patterns, beside the bounds of the routes; uniform
# traffic also with buffers of a whole message at the routers, which nobody knows that they have.
# seconds: 20 6
. "$(dirname "$0")/../measuring.sh"
bytes=1000 cells=64
seeds=$(pick 10 3)
printf 'base = "ap1000"\n[tnet]\nbuffer_bytes = 65536\n' >cut-through.toml
for name in $(pick 'uniform transpose hotspot neighbour uniform-cut-through' 'uniform transpose hotspot neighbour'); do
    pattern=${name%-cut-through}
    machine=$([ $name = $pattern ] || echo '--machine ./cut-through.toml')
    # With buffers it costs more to simulate: fewer runs, and none beyond the first load that saturates.
    [ $name = $pattern ] || seeds=2
    table $name "pattern $pattern, $cells cells send messages of $bytes bytes at random times: latency and accepted load; means of $seeds runs" "--cells $cells"
    file=$out/data/$measurement.$name.tsv
    echo "# command: ap1000 traffic $machine --load --pattern $pattern --bytes $bytes --cells $cells --seeds $seeds" >>"$file"
    # shellcheck disable=SC2086 # an option and its value
    ap1000 traffic $machine --load --pattern $pattern --bytes $bytes --cells $cells --seeds "$seeds" |
        if [ $name = $pattern ]; then cat; else sed "/${tab}1\$/q"; fi >"$file.rows"
    cat "$file.rows" >>"$file"
    # The saturation point: between the highest load of which 95 % arrive and the next one; what arrives beyond it; the bounds.
    awk -F '\t' -v OFS='\t' -v p="$name" 'NR == 2 { zero = $8; first = $6; link = $10; middle = $9 }
        NR > 1 && $12 == 0 && !over { below = $4 } NR > 1 && $12 == 1 && !over { over = $4 } NR > 1 { last = $5 }
        END {
            print p ", latency without load (bound)", zero, "us"
            print p ", latency at the lowest load", first, "us"
            print p ", saturates above", below, "MB/s a cell"
            print p ", saturates below", over ? over : "-", "MB/s a cell"
            print p ", accepted at the highest load", last, "MB/s a cell"
            print p ", bound of the busiest link", link, "MB/s a cell"
            print p ", bound of the bisection", middle, "MB/s a cell"
        }' "$file.rows" >>"$out/fits/$measurement.tsv"
    rm "$file.rows"
done
# What a program can offer of itself: a cell that sends messages to ever other cells and receives as many, with both copies of each byte by
# its processor.
for n in 1000 4000 16000; do
    quantity "a PVM program that sends and receives messages of $n byte offers" "$(ap1000 info cell --cells $cells | awk -v n=$n '{ v[$1] = $2 }
        END { printf "%.3g", n / (v["pvm_send_us"] + v["send_us"] + v["pvm_recv_us"] + v["recv_us"] + v["pvm_unpack_us"] + 2 * n * v["copy_ns_per_byte"] / 1000) }')" 'MB/s a cell'
done
