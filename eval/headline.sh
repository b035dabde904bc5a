# headline.sh MACHINE_FILE - the headline figures of PVM/AP1000 on that machine: rows quantity, value, unit on stdout.
# Run in the folder of the compiled programs; one machine of the sensitivity study.
set -eu
. "$(dirname "$0")/slots.sh"
on="ap1000 run --machine $1 --cells 64 --on host"
for path in cell-cell host-cell; do
    $on ./onetoone $path -r 2 0 4000 </dev/null | awk -F '\t' -v path=$path -v OFS='\t' '
        $1 == 0 { zero = $3; print path " latency", $3, "us" }
        $1 == 4000 { print path " time per byte", ($3 - zero) / 4000, "us/byte" }'
done
for held in 'cell-cell 4' 'cell-cell 64' 'host-cell 4'; do
    # shellcheck disable=SC2086 # path and count are words
    set -- $held
    $on ./barrier "$1" -n "$2" -r 1 </dev/null | awk -F '\t' -v held="$held" 'END { printf "barrier %s tasks\t%.4f\tus\n", held, $3 }'
done
for n in 4 64; do
    $on ./alltoall cell-cell -k 5 -r 4 -n $n 1000 </dev/null | awk -v n=$n 'END { printf "all-to-all cell-cell %d tasks, 1000 byte\t%.4f\tus\n", n, $3 }'
done
