# algorithms.sh PROGRAMS OUT [quick] - pvm_barrier over a frozen group by three algorithms, over 2 to 1024 tasks.
# seconds: 60 6
. "$(dirname "$0")/../measuring.sh"
counts=$(pick '2 4 8 16 32 64 128 256 512 1024' '2 4 16 64')
compile barrier gpvm3

# held ALGORITHM
held() {
    table "$1" "pvm_barrier over a frozen group, $1: from the first entry until all run again" '--cells 64'
    for n in $counts; do
        rows "$1" "--cells $n --barrier $1 --on host" ./barrier cell-cell -f -n "$n" -r 1
    done
}
for algorithm in central tree dissemination; do
    beside held $algorithm
done
await
for algorithm in central tree dissemination; do
    for n in $counts; do
        quantity "$algorithm $n tasks" "$(awk -F '\t' -v n="$n" '$1 == n { printf "%.5g", $3 / 1000 }' "$out/data/algorithms.$algorithm.tsv")" ms
    done
done
