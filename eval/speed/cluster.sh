#!/bin/sh
# cluster.sh OUT [quick] - messages between real nodes: programs under pvmnode, by an MPI and by TCP, beside that MPI alone and PVM 3.4.6,
# in turns. As root on two network namespaces of this computer, else on its loopback. Wants pvmnode on PATH and pvm3 known to
# pkg-config. Writes OUT/speed/cluster.tsv (each run) and prints the table of ratios with their targets. Its figures are of this computer
# and this day: they are in no row of results.tsv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd) quick=${2-}
# shellcheck disable=SC2034 # limit_s is for cluster_systems.sh
repetitions=5 tasks=1000 limit_s=120
[ -z "$quick" ] || repetitions=2 tasks=200
work=$(mktemp -d /tmp/pvm.XXXXXX) # PVM's sockets have 108 bytes for their names
. "$here/../../pvm-api/cluster/tests/nodes.sh"
. "$here/realpvm.sh"
. "$here/cluster_systems.sh"
trap end EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$out/speed"
rows=$out/speed/cluster.tsv

build_programs
place='one computer, loopback'
if nodes_possible; then
    nodes_begin 2
    place='two network namespaces, veth'
fi
find_systems

# What is measured, and how: PLACE SIZE ROUNDS [bare].
cases='far 0 2000
far 4000 1000
far 1000000 100
far 1000000 100 bare
near 0 2000
near 1000000 100'

printf 'case\tsystem\trepetition\tbest_us\tmedian_us\n' >"$rows"
repetition=0
while [ "$repetition" -lt "$repetitions" ]; do
    repetition=$((repetition + 1))
    printf '%s\n' "$cases" | while read -r where size rounds bare; do
        # shellcheck disable=SC2154,SC2086 # systems: of cluster_systems.sh; bare: a word or none
        for system in $systems; do
            measures "$system" "$where" "$bare" || continue
            if run "$system" "$where" "$size" "$rounds" $bare >"$work/output" 2>"$work/errors" </dev/null &&
                figures=$(grep -E '^[0-9.]+ [0-9.]+$' "$work/output"); then
                printf '%s %s%s\t%s\t%d\t%s\t%s\n' "$where" "$size" "${bare:+ $bare}" "$system" "$repetition" "${figures% *}" "${figures#* }" >>"$rows"
            else
                echo "cluster.sh: $system: $where $size $bare does not run: $(tail -n 1 "$work/errors")" >&2
            fi
        done
    done
done
measure_spawn "$tasks" >>"$rows"
echo "$place, $(getconf _NPROCESSORS_ONLN) processors; half round trips, the best tenth of the rounds; $repetitions repetitions in turns, medians of ratios in the same turn"
awk -f "$here/middle.awk" -f "$here/cluster.awk" "$rows"
