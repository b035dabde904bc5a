# load.sh PROGRAMS OUT [quick] - the T-Net alone: latency against offered load, four patterns, beside the bounds of the routes.
# seconds: 9 3
. "$(dirname "$0")/../measuring.sh"
bytes=1000 cells=64
seeds=$(pick 10 3)
for pattern in uniform transpose hotspot neighbour; do
    table $pattern "pattern $pattern, $cells cells send messages of $bytes bytes at random times: latency and accepted load; means of $seeds runs" "--cells $cells"
    file=$out/data/$measurement.$pattern.tsv
    echo "# command: ap1000 traffic --load --pattern $pattern --bytes $bytes --cells $cells --seeds $seeds" >>"$file"
    ap1000 traffic --load --pattern $pattern --bytes $bytes --cells $cells --seeds "$seeds" >"$file.rows"
    cat "$file.rows" >>"$file"
    # The saturation point: between the highest load of which 95 % arrive and the next one; what arrives beyond it; the bounds.
    awk -F '\t' -v OFS='\t' -v p="$pattern" 'NR == 2 { zero = $8; first = $6; link = $10; middle = $9 }
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
