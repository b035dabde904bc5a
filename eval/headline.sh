# headline.sh MACHINE_FILE - the figures that no calibration fixes, on that machine: rows quantity, value, unit on stdout.
# Run in the folder of the compiled programs, by sensitivity.sh; one machine of the sensitivity study.
set -eu
. "$(dirname "$0")/slots.sh"
on="ap1000 run --quiet --machine $1 --cells 64 --on host"
$on ./barrier host-cell -n 64 -r 1 </dev/null | awk -F '\t' 'END { printf "barrier host-cell 64 tasks\t%.4f\tus\n", $3 }'
$on ./alltoall cell-cell -k 5 -r 2 -n 64 0 1000 4000 </dev/null | awk -F '\t' '$1 ~ /^[0-9]/ { printf "all-to-all cell-cell 64 tasks, %d byte\t%.4f\tus\n", $1, $3 }'
# shellcheck disable=SC2086,SC2154 # two numbers, measuring.sh's
$on ./linpack 64 200 $linpack_charge </dev/null | awk -F '\t' 'END { printf "LINPACK, order 200, 64 cells\t%.6f\ts\n", $4 }'
