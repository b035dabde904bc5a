# alltoall.sh PROGRAMS OUT [quick] - all-to-all broadcast as in the paper's Figures 7 and 8: 4 and 64 tasks, all systems.
# seconds: 12 4
. "$(dirname "$0")/../measuring.sh"
sizes=$(pick "$(seq -s ' ' 0 250 4000)" '0 1000 2000 4000')
rounds=$(pick 8 3)
long=$(pick '8000 16000 32000 65536 131072 262144 524288 1048576' '65536')
shown='0 1000 4000'

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
# tell SERIES TASKS WHAT: what the tables of the report show
tell() {
    for n in $shown; do
        quantity "$3 $2 tasks at $n byte" "$(awk -F '\t' -v n="$n" '$1 == n { print $3 / 1000 }' "$out/data/alltoall.$1-$2.tsv")" ms
    done
}
compile alltoall
compile native/alltoall ap1000
for tasks in 4 64; do
    for path in cell-cell host-cell; do
        beside all $path $tasks '--cells 64' "PVM/AP1000, $path" ./alltoall $path
        beside bare $path $tasks
    done
    beside all crowded $tasks '--cells 64' 'PVM/AP1000, cell-cell, all send in the same order' ./alltoall cell-cell -s
done
for place in $ws_series; do
    beside all ws-$place 4 "$(ws_machine $place 4)" "PVM/WS, $place" ./alltoall host-cell
done
await
for place in $ws_series; do tell ws-$place 4 "PVM/WS $(echo "$place" | tr - ' ')"; done
for tasks in 4 64; do
    for path in cell-cell host-cell; do
        tell $path $tasks "PVM/AP1000 $path"
        tell native-$path $tasks "native $path"
    done
    tell crowded $tasks 'PVM/AP1000 cell-cell same order'
done
