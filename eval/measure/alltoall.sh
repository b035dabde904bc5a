# alltoall.sh PROGRAMS OUT [quick] - all-to-all broadcast as in the paper's Figures 7 and 8: 4 and 64 tasks, all systems.
# What is not known of the machine: how PVM's cost is shared among its calls and what else is assumed (sampled machines), and
# which buffers and channels the T-Net has (series buffers, channels; the band of both; cut-through: a whole message).
# seconds: 450 25
. "$(dirname "$0")/../measuring.sh"
sizes=$(pick "$(seq -s ' ' 0 250 4000)" '0 1000 2000 4000')
rounds=$(pick 8 3)
long=$(pick '8000 16000 32000 65536 131072 262144 524288 1048576' '65536')
shown='0 1000 4000'
draws=$(pick 200 8) # sampled machines, of which quantiles are told
some=$(pick "$sizes" '0 1000 4000') # for the T-Nets of the band

# all SERIES TASKS MACHINE WHAT COMMAND...: the paper's sizes, and for 4 tasks the long ones in a table of their own
all() {
    series=$1-$2 machine=$3
    table "$series" "all-to-all broadcast, $4, $2 tasks: from the first start to the last receipt" "$3"
    rest=$2
    shift 4
    # shellcheck disable=SC2086 # sizes are words
    rows "$series" "$machine --on host" "$@" -k 5 -r "$rounds" -n "$rest" $sizes
    if [ "$rest" = 4 ]; then
        table "$series-long" "all-to-all broadcast, $rest tasks, long messages" "$machine"
        # shellcheck disable=SC2086
        rows "$series-long" "$machine --on host" "$@" -k 5 -n "$rest" $long
    fi
}
# bare PATH TASKS: the same by the native library's cbroad; its rows begin with the number of tasks, which goes
bare() {
    series=native-$1-$2
    table "$series" "all-to-all broadcast, native, $1, $2 tasks: from the common start to the last receipt" '--cells 64'
    # shellcheck disable=SC2086
    rows "$series" '--cells 64 --on host' ./native-alltoall "$1" "$2" "$rounds" $sizes
    sed -i "s/^\\(tasks\\|$2\\)$tab//" "$out/data/alltoall.$series.tsv"
}
# sampled SERIES TASKS COMMAND...: the sizes of the tables on each sampled machine, in parts side by side
sampled() {
    series=sampled-$1-$2
    table "$series" "all-to-all broadcast, $1, $2 tasks, on $draws sampled machines" '--cells 64'
    shift 2
    { echo "# command: ap1000 run --machine ./sampled.DRAW.toml --cells 64 --on host $*"; printf 'draw\tbytes\ttime_us\n'; } >>"$out/data/$measurement.$series.tsv"
    for part in 1 2 3 4 5 6 7 8; do beside sampled_part $part "$@"; done
}
sampled_part() {
    draw=$1
    shift
    while [ "$draw" -le "$draws" ]; do
        ap1000 run --quiet --machine "./$(case $series in sampled-host-*) echo host- ;; esac)sampled.$draw.toml" --cells 64 --on host "$@" </dev/null |
            awk -F '\t' -v OFS='\t' -v draw="$draw" '/^[0-9]/ { if (NF == 4) print draw, $2, $4; else print draw, $1, $3 }' >"$series.$draw" # native: tasks first
        draw=$((draw + 8))
    done
}
# joined SERIES TASKS: what all parts have found
joined() {
    draw=0
    while [ $draw -lt "$draws" ]; do draw=$((draw + 1)); cat "sampled-$1-$2.$draw"; done >>"$out/data/$measurement.sampled-$1-$2.tsv"
}
# tell SERIES TASKS WHAT [sampled]: what the tables of the report show; with the middle 95 % over the sampled machines
tell() {
    for n in $shown; do
        value=$(awk -F '\t' -v n="$n" '$1 == n { print $3 / 1000 }' "$out/data/alltoall.$1-$2.tsv")
        range=$([ -z "${4-}" ] || awk -F '\t' -v n="$n" '$2 == n && $1 ~ /^[0-9]/ { print $3 / 1000 }' "$out/data/alltoall.sampled-$1-$2.tsv" | sort -g |
            awk "$(cat "$programs/../digits.awk")"'{ t[NR] = $1 } function at(q,    r, i) { r = 1 + q * (NR - 1); i = int(r); return i < NR ? t[i] + (r - i) * (t[i + 1] - t[i]) : t[NR] }
                END { print outward(at(0.025), at(0.975)) }')
        # shellcheck disable=SC2086 # low and high
        quantity "$3 $2 tasks at $n byte" "$value" ms $range
    done
}
compile alltoall
compile native/alltoall ap1000
ap1000 info --cells 64 >info.sampled
ap1000 info --machine workstations >info.sampled.ws
printf 'base = "ap1000"\n[tnet]\nbuffer_bytes = 65536\n' >cut-through.toml
printf 'base = "ap1000"\n[tnet]\nchannels = 4\n' >channels.toml
printf 'base = "ap1000"\n[tnet]\nbuffer_bytes = 256\n' >buffers.toml
awk -v samples="$draws" -v seed=1994 -v only=machines -v files=sampled. -f "$programs/../surrogate.awk" -f "$programs/../sample.awk" \
    "$programs/../paper.tsv" info.sampled info.sampled.ws
# What costs fifty times as much to simulate is left out where it decides nothing, or has a series of its own: small buffers; with the host,
# whose path is the slower one, more than two channels (0.03 % of the time).
sed -i '/^buffer_bytes/d' sampled.*.toml
for file in sampled.*.toml; do sed '/^channels/d' "$file" >"host-$file"; done
for tasks in 4 64; do
    for path in cell-cell host-cell; do
        beside all $path $tasks '--cells 64' "PVM/AP1000, $path" ./alltoall $path
        beside bare $path $tasks
        sampled $path $tasks ./alltoall $path -k 5 -r 1 -n $tasks $shown
        sampled native-$path $tasks ./native-alltoall $path $tasks 1 $shown
    done
    beside all crowded $tasks '--cells 64' 'PVM/AP1000, cell-cell, all send in the same order' ./alltoall cell-cell -s
done
for place in $ws_series; do
    beside all ws-$place 4 "$(ws_machine $place 4)" "PVM/WS, $place" ./alltoall host-cell
done
await
for tasks in 4 64; do
    for path in cell-cell host-cell native-cell-cell native-host-cell; do joined $path $tasks; done
done
# other_net NET
other_net() {
    table "$1-64" "all-to-all broadcast, PVM/AP1000, cell-cell, 64 tasks, T-Net: $1" "--machine ./$1.toml --cells 64"
    # shellcheck disable=SC2086 # sizes are words
    rows "$1-64" "--machine ./$1.toml --cells 64 --on host" ./alltoall cell-cell -k 5 -r 1 -n 64 $some
}
beside other_net cut-through
beside other_net channels
beside other_net buffers
await
# The band between the T-Nets, for the figure.
{
    printf 'bytes\tlow_us\thigh_us\n'
    awk -F '\t' -v OFS='\t' '/^[0-9]/ { if (!($1 in low)) { low[$1] = high[$1] = $3; size[++n] = $1 }
        if ($3 < low[$1]) low[$1] = $3; if ($3 > high[$1]) high[$1] = $3 }
        { times[$1]++ }
        END { for (i = 1; i <= n; i++) if (times[size[i]] == 3) print size[i], low[size[i]], high[size[i]] }' \
        "$out/data/alltoall.cell-cell-64.tsv" "$out/data/alltoall.buffers-64.tsv" "$out/data/alltoall.channels-64.tsv"
} >"$out/data/alltoall.band-64.tsv"
quantity "largest message of 64 tasks before the T-Net's buffers matter" \
    "$(awk -F '\t' '/^[0-9]/ && $3 > 1.001 * $2 { exit } /^[0-9]/ { last = $1 } END { print last }' "$out/data/alltoall.band-64.tsv")" byte
for place in $ws_series; do tell ws-$place 4 "PVM/WS $(echo "$place" | tr - ' ')"; done
for tasks in 4 64; do
    for path in cell-cell host-cell; do
        tell $path $tasks "PVM/AP1000 $path" sampled
        tell native-$path $tasks "native $path" sampled
    done
    tell crowded $tasks 'PVM/AP1000 cell-cell same order'
done
tell cut-through 64 'PVM/AP1000 cell-cell, T-Net with buffers of a whole message,'
tell channels 64 'PVM/AP1000 cell-cell, T-Net with four channels,'
tell buffers 64 'PVM/AP1000 cell-cell, T-Net with buffers of 256 byte,'
# What the order of a few microseconds does on one machine, apart from what is not known of the machine.
awk -F '\t' '$1 == 4000 { print $4 / 1000, $5 / 1000 }' "$out/data/alltoall.cell-cell-64.tsv" | {
    read -r least most
    quantity 'PVM/AP1000 cell-cell 64 tasks at 4000 byte, least of the rounds' "$least" ms
    quantity 'PVM/AP1000 cell-cell 64 tasks at 4000 byte, most of the rounds' "$most" ms
}
# The paper's words on its Figures 7 and 8: the slope from 1000 to 4000 byte, which no length of a first message hides, for 4 and 64 tasks [us a byte].
slopes() {
    for n in 4 64; do
        awk -F '\t' '$1 == 1000 { t = $3 } $1 == 4000 { printf "%.4g\n", ($3 - t) / 3000 }' "$out/data/alltoall.$1-$n.tsv"
    done
}
for path in cell-cell host-cell; do
    # shellcheck disable=SC2046 # numbers are words
    {
        judge "the slope of pvm_mcast grows with the number of tasks, $path" rises $(slopes $path)
        judge "the slope of cbroad does not grow with the number of tasks, $path" alike $(slopes native-$path)
    }
done
for n in 4 64; do
    quantity "cbroad, $n tasks: the least slope that one bus leaves" "$(ap1000 info bnet | awk -v n=$n '$1 == "bus_mb_per_s" { printf "%.4g", n / $2 }')" us/byte
done
