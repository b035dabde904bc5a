# onetoone.sh PROGRAMS OUT [quick] - one-to-one transfers as in the paper's Figure 6: 0 to 4000 bytes, all systems; and on to
# 1 MB (the figure `long`).
# figures: long onetoone
# seconds: 2 2
. "$(dirname "$0")/../measuring.sh"
tasks=4

# one SERIES MACHINE WHAT PATH
one() {
    table "$1" "one-to-one$title, $3: mean time of one transfer, initsend to unpacked; $tasks tasks placed" "$2"
    # shellcheck disable=SC2086 # sizes are words
    rows "$1" "$2 --on host" ./onetoone "$4" -n $tasks -r "$rounds" $sizes
}
# bare SERIES WHAT PATH: the same by the native library
bare() {
    table "$1" "one-to-one$title, native, $2: mean time of one transfer, send to copied out" '--cells 64'
    # shellcheck disable=SC2086
    rows "$1" '--cells 64 --on host' ./native-onetoone "$2" $tasks "$rounds" $sizes
}
# all FIGURE TITLE ROUNDS SIZES: every system
all() {
    measurement=$1 title=$2 rounds=$3 sizes=$4
    for path in cell-cell host-cell; do
        beside one $path '--cells 64' "PVM/AP1000, $path" $path
        beside bare native-$path $path
    done
    for place in $ws_series; do
        beside one ws-$place "$(ws_machine $place 4)" "PVM/WS, $place" host-cell
    done
    await
}
compile onetoone
compile native/onetoone ap1000
all onetoone '' "$(pick 50 5)" "$(pick "$(seq -s ' ' 0 250 4000)" '0 500 1000 2000 3000 4000')"
all long ', long messages' 2 "$(pick '1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 262144 524288 1048576' '1 64 1024 16384 262144 1048576')"

# The paper's words on its Figure 6: point N of a path [us], and what a byte costs.
measurement=onetoone
at() { awk -F '\t' -v n="$2" '$1 == n { print $3 }' "$out/data/onetoone.$1.tsv"; }
per_byte() { echo "$(at "$1" 0) $(at "$1" 4000)" | awk '{ print ($2 - $1) / 4000 }'; }
for place in $ws_series; do
    where=$(echo "$place" | tr - ' ')
    judge "PVM/WS, $where, has a larger overhead than PVM/AP1000 between host and cell" rises "$(at host-cell 0)" "$(at "ws-$place" 0)"
    judge "PVM/WS, $where, has a steeper line than PVM/AP1000 between host and cell" rises "$(per_byte host-cell)" "$(per_byte "ws-$place")"
done
judge 'PVM/AP1000 has a larger overhead between host and cell than between cells' rises "$(at cell-cell 0)" "$(at host-cell 0)"
