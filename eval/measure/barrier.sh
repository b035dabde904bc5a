# barrier.sh PROGRAMS OUT [quick] - barriers as in the paper's Table 3, and on over 2 to 1024 tasks, all systems.
# seconds: 13 2
. "$(dirname "$0")/../measuring.sh"
counts=$(pick '2 4 8 16 32 64 128 256 512 1024' '2 4 16 64')

# cells COUNT: a machine of COUNT cells, of 64 at least.
cells() { if [ "$1" -gt 64 ]; then echo "--cells $1"; else echo '--cells 64'; fi; }

# held SERIES PATH WHAT
held() {
    table "$1" "pvm_barrier, $3: from the first entry until all run again" '--cells 64'
    for n in $counts; do
        rows "$1" "$(cells "$n") --on host" ./barrier "$2" -n "$n"
    done
}
# bare PATH: native sync() on the S-Net
bare() {
    table "native-$1" "sync() of the native library, $1: from the first entry until all run again" '--cells 64'
    for n in $counts; do
        rows "native-$1" "$(cells "$n") --on host" ./native-barrier "$1" "$n" 10
    done
}
# apart PLACE: PVM/WS, to 64 tasks; the paper has 4
apart() {
    table "ws-$1" "pvm_barrier, PVM/WS, $1: from the first entry until all run again" "$(ws_machine "$1" 4)"
    for n in $counts; do
        [ "$n" -gt 64 ] || rows "ws-$1" "$(ws_machine "$1" "$n") --on host" ./barrier host-cell -n "$n"
    done
}
# tell SERIES WHAT [COUNTS]: each count as a figure
tell() {
    for n in ${3-$counts}; do
        value=$(awk -F '\t' -v n="$n" '$1 == n { printf "%.5g", $3 / 1000 }' "$out/data/barrier.$1.tsv")
        [ -z "$value" ] || quantity "$2 $n tasks" "$value" ms
    done
}
compile barrier gpvm3
compile native/barrier ap1000
for path in cell-cell host-cell; do
    beside held $path $path "PVM/AP1000, $path"
    beside bare $path
done
for place in $ws_series; do
    beside apart $place
done
await
for path in cell-cell host-cell; do
    tell $path "PVM/AP1000 $path"
    tell native-$path "native $path" '4 64' # alike for any number, which is judged below
done
for place in $ws_series; do tell ws-$place "PVM/WS $(echo "$place" | tr - ' ')"; done

# The paper's words on its Table 3, on our times and on its own two. Each point of `by tasks` is a time over its number of tasks, of `by more` what
# a further task adds; each comes with its number of tasks [us].
points() { awk -F '\t' -v OFS='\t' '/^[0-9]/ { print $1, $3 }' "$out/data/barrier.$1.tsv"; }
printed() { awk -F '\t' -v OFS='\t' -v q="^PVM/AP1000 $1 [0-9]" '$1 == "barrier" && $2 ~ q { split($2, w, " "); print w[3], 1000 * $3 }' "$programs/../paper.tsv"; }
by_tasks() { awk -F '\t' '{ printf "%.4g ", $2 / $1 }'; }
by_more() { awk -F '\t' 'NR > 1 { printf "%.4g ", ($2 - t) / ($1 - n) } { n = $1; t = $2 }'; }
for path in cell-cell host-cell; do
    # shellcheck disable=SC2046 # numbers are words
    {
        judge "the time of a barrier of PVM/AP1000 is in proportion to the number of tasks, $path" alike $(points $path | by_tasks)
        judge "it is in proportion to the number of tasks by the paper's own figures, $path" alike $(printed $path | by_tasks)
        judge "each further task adds the same to a barrier of PVM/AP1000, $path" alike $(points $path | by_more)
        judge "sync() takes the same time for any number of tasks, $path" alike $(points native-$path | cut -f 2)
    }
done
