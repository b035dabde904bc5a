# traffic.sh PROGRAMS OUT [quick] - the T-Net's two models, wormhole and SimGrid's flows, on the same patterns of messages.
# seconds: 2 1
. "$(dirname "$0")/../measuring.sh"
bytes=10000
sizes=$(pick '16 64 256' '16 64')
for pattern in shift transpose permutation hotspot; do
    table $pattern "pattern $pattern, each cell sends $bytes bytes at time 0: the last arrival by either model" '--cells 64'
    file=$out/data/$measurement.$pattern.tsv
    echo "# command: ap1000 traffic --pattern $pattern --bytes $bytes --cells CELLS --tnet wormhole|flow" >>"$file"
    printf 'cells\twormhole_us\tflow_us\n' >>"$file"
    for n in $sizes; do
        worm=$(ap1000 traffic --pattern $pattern --bytes $bytes --cells "$n" --tnet wormhole | sed -n '2s/.*\t//p')
        flow=$(ap1000 traffic --pattern $pattern --bytes $bytes --cells "$n" --tnet flow | sed -n '2s/.*\t//p')
        printf '%s\t%s\t%s\n' "$n" "$worm" "$flow" >>"$file"
        quantity "$pattern $n cells, wormhole" "$worm" us
        quantity "$pattern $n cells, flows" "$flow" us
        quantity "$pattern $n cells, wormhole over flows" "$(echo "$worm $flow" | awk '{ printf "%+.1f", 100 * ($1 / $2 - 1) }')" percent
    done
done
