# algorithms.sh PROGRAMS OUT [quick] - pvm_barrier over a frozen group by three algorithms and, where the group is all cells, on the
# S-Net, over 2 to 1024 tasks; once with what a group call costs beside its messages (cell.pvm_group_call_us, a remainder of the
# calibration that no mechanism explains), once without it.
# seconds: 9 3
. "$(dirname "$0")/../measuring.sh"
counts=$(pick '2 4 8 16 32 64 128 256 512 1024' '2 4 16 64')
compile barrier gpvm3
printf 'base = "ap1000"\n[cell]\npvm_group_call_us = 0\n' >bare.toml

# way NAME: the options of ap1000 for it
way() { if [ "$1" = snet ]; then echo '--hardware-collectives'; else echo "--barrier $1"; fi; }
# held NAME
held() {
    table "$1" "pvm_barrier over a frozen group, $1: from the first entry until all run again" '--cells 64'
    table "$1-bare" "the same, $1, without what a group call costs beside its messages" '--machine ./bare.toml --cells 64'
    for n in $counts; do
        rows "$1" "--cells $n $(way "$1") --on host" ./barrier cell-cell -f -n "$n" -r 1
        rows "$1-bare" "--machine ./bare.toml --cells $n $(way "$1") --on host" ./barrier cell-cell -f -n "$n" -r 1
    done
}
for name in central tree dissemination snet; do
    beside held $name
done
await
# tell SERIES WHAT
tell() {
    for n in $counts; do
        quantity "$2 $n tasks" "$(awk -F '\t' -v n="$n" '$1 == n { printf "%.5g", $3 / 1000 }' "$out/data/algorithms.$1.tsv")" ms
    done
}
for name in central tree dissemination snet; do
    tell $name $name
    tell $name-bare "$name without the remainder,"
done
