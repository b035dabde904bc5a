# hardware.sh PROGRAMS OUT [quick] - what PVM would gain from networks that the paper does not use for it: pvm_mcast on the
# B-Net, from the host to all cells and from one cell to the others and the host, and pvm_barrier on the S-Net, when all cells
# take part (ap1000 run --hardware-collectives).
# seconds: 14 4
. "$(dirname "$0")/../measuring.sh"
counts=$(pick '2 4 8 16 32 64 128 256 512 1024' '2 4 16 64')

# over SERIES TITLE SWITCH HOST COMMAND...: a row for each number of cells, all of them tasks, and HOST (0 or 1) tasks more on the
# host; `-n` is added.
over() {
    series=$1 switch=$3 host=$4
    table "$series" "$2" '--cells 64'
    shift 4
    for n in $counts; do
        command=$1
        (shift; rows "$series.$n" "--cells $n $switch --on host" "$command" "$@" -n $((n + host)))
        grep '^# command' "$out/data/hardware.$series.$n.tsv" >>"$out/data/hardware.$series.tsv"
        [ "$n" != 2 ] || printf 'tasks\ttime_us\n' >>"$out/data/hardware.$series.tsv"
        awk -F '\t' -v n="$n" '/^[0-9]/ { printf "%d\t%s\n", n, $3 }' "$out/data/hardware.$series.$n.tsv" >>"$out/data/hardware.$series.tsv"
        rm "$out/data/hardware.$series.$n.tsv"
    done
}
# tell SOFT HARD WHAT: both times at 64 tasks, and from how many tasks on the hardware is faster
tell() {
    for series in "$1" "$2"; do
        quantity "$3, $([ "$series" = "$1" ] && echo software || echo hardware), 64 tasks" \
            "$(awk -F '\t' '$1 == 64 { printf "%.5g", $2 / 1000 }' "$out/data/hardware.$series.tsv")" ms
    done
    quantity "$3, hardware is faster from" "$(awk -F '\t' '/^[0-9]/ && FNR == NR { soft[$1] = $2; next } /^[0-9]/ {
        if ($2 >= soft[$1]) from = ""; else if (from == "") from = $1 } END { print from == "" ? "never" : from }' \
        "$out/data/hardware.$1.tsv" "$out/data/hardware.$2.tsv")" tasks
}
compile alltoall
compile barrier gpvm3
for n in 0 4000; do
    beside over mcast-$n "pvm_mcast of $n bytes from the host to all cells, one by one" '' 1 ./alltoall host-cell -1 $n
    beside over mcast-$n-bnet "pvm_mcast of $n bytes from the host to all cells, on the B-Net" --hardware-collectives 1 ./alltoall host-cell -1 $n
    beside over mcast-cell-$n "pvm_mcast of $n bytes from one cell to all others and the host, one by one" '' 1 ./alltoall host-cell -c $n
    beside over mcast-cell-$n-bnet "pvm_mcast of $n bytes from one cell to all others and the host, on the B-Net" --hardware-collectives 1 ./alltoall host-cell -c $n
    await
done
beside over barrier 'pvm_barrier of all cells, a frozen group, in software' '' 0 ./barrier cell-cell -f -r 1
beside over barrier-snet 'pvm_barrier of all cells, a frozen group, on the S-Net' --hardware-collectives 0 ./barrier cell-cell -f -r 1
await
# What a group call costs beside its messages is a remainder of the calibration: the same without it.
printf 'base = "ap1000"\n[cell]\npvm_group_call_us = 0\n' >bare.toml
beside over barrier-bare 'pvm_barrier in software, without the remainder' '--machine ./bare.toml' 0 ./barrier cell-cell -f -r 1
beside over barrier-snet-bare 'pvm_barrier on the S-Net, without the remainder' '--machine ./bare.toml --hardware-collectives' 0 ./barrier cell-cell -f -r 1
await
for n in 0 4000; do
    tell mcast-$n mcast-$n-bnet "pvm_mcast $n byte"
    tell mcast-cell-$n mcast-cell-$n-bnet "pvm_mcast from one cell $n byte"
done
tell barrier barrier-snet pvm_barrier
tell barrier-bare barrier-snet-bare 'pvm_barrier without the remainder'
