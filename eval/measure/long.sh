# long.sh PROGRAMS OUT [quick] - one-to-one transfers on from the paper's 4000 bytes to 1 MB, all systems.
# seconds: 8 2
. "$(dirname "$0")/../measuring.sh"
rounds=2
sizes=$(pick '1 2 4 8 16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 262144 524288 1048576' '1 64 1024 16384 262144 1048576')

# one SERIES MACHINE WHAT PATH
one() {
    table "$1" "one-to-one, long messages, $3: mean time of one transfer, initsend to unpacked" "$2"
    # shellcheck disable=SC2086 # sizes are words
    rows "$1" "$2 --on host" ./onetoone "$4" -r "$rounds" $sizes
}
# bare SERIES WHAT PATH: the same by the native library
bare() {
    table "$1" "one-to-one, native, $2: mean time of one transfer, send to copied out" '--cells 64'
    # shellcheck disable=SC2086
    rows "$1" '--cells 64 --on host' ./native-onetoone "$2" 4 "$rounds" $sizes
}
compile onetoone
compile native/onetoone ap1000
for path in cell-cell host-cell; do
    beside one $path '--cells 64' "PVM/AP1000, $path" $path
    beside bare native-$path $path
done
for place in $ws_series; do
    beside one ws-$place "$(ws_machine $place 4)" "PVM/WS, $place" host-cell
done
await
