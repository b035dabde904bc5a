# traffic.sh PROGRAMS OUT [quick] - the T-Net's two models, wormhole and SimGrid's flows, on the same patterns of messages; and the first
# with buffers of a whole message, or with four channels a link.
# seconds: 5 2
. "$(dirname "$0")/../measuring.sh"
bytes=10000
sizes=$(pick '16 64 256' '16 64')
printf 'base = "ap1000"\n[tnet]\nbuffer_bytes = 65536\n' >cut-through.toml
printf 'base = "ap1000"\n[tnet]\nchannels = 4\n' >channels.toml
for pattern in shift transpose permutation hotspot; do
    table $pattern "pattern $pattern, each cell sends $bytes bytes at time 0: the last arrival by either model" '--cells 64'
    file=$out/data/$measurement.$pattern.tsv
    echo "# command: ap1000 traffic --pattern $pattern --bytes $bytes --cells CELLS --tnet wormhole|flow" >>"$file"
    printf 'cells\twormhole_us\tflow_us\tcut_through_us\tfour_channels_us\n' >>"$file"
    for n in $sizes; do
        worm=$(ap1000 traffic --pattern $pattern --bytes $bytes --cells "$n" --tnet wormhole | sed -n '2s/.*\t//p')
        flow=$(ap1000 traffic --pattern $pattern --bytes $bytes --cells "$n" --tnet flow | sed -n '2s/.*\t//p')
        for net in cut-through channels; do
            ap1000 traffic --machine ./$net.toml --pattern $pattern --bytes $bytes --cells "$n" | sed -n '2s/.*\t//p' >$net.us
        done
        printf '%s\t%s\t%s\t%s\t%s\n' "$n" "$worm" "$flow" "$(cat cut-through.us)" "$(cat channels.us)" >>"$file"
        quantity "$pattern $n cells, wormhole" "$worm" us
        quantity "$pattern $n cells, flows" "$flow" us
        quantity "$pattern $n cells, buffers of a whole message" "$(cat cut-through.us)" us
        quantity "$pattern $n cells, four channels" "$(cat channels.us)" us
        quantity "$pattern $n cells, wormhole over flows" "$(echo "$worm $flow" | awk '{ printf "%+.1f", 100 * ($1 / $2 - 1) }')" percent
    done
done
# All messages to one cell pass its port, one after the other.
quantity 'hotspot 64 cells, by the port alone' "$(ap1000 info tnet | awk -v b=$bytes '$1 == "link_mb_per_s" { printf "%.3f", 63 * b / $2 }')" us
