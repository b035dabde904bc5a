#!/bin/sh
# run_ahead.sh AP1000 RUN_AHEAD [SEEDS] - random programs with one processor of this computer and with several: output,
# trace and report are the same bytes. side_by_side.sh shows that tasks do run ahead.
set -u
ap1000=$1 program=$2 seeds=${3-12}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
ahead=0 bad=0
seed=1
while [ "$seed" -le "$seeds" ]; do
    tasks=$((2 + seed % 9))
    for processors in 1 2 8; do
        "$ap1000" run --cells 16 --processors $processors --trace "$dir/$processors.json" --report="$dir/$processors.report" \
            "$program" "$seed" $tasks 6 150 >"$dir/$processors.out" 2>&1 || { echo "FAIL seed $seed, $processors processors: exit $?"; bad=1; }
    done
    for processors in 2 8; do
        for what in out json report; do
            cmp -s "$dir/1.$what" "$dir/$processors.$what" ||
                { echo "FAIL seed $seed: with $processors processors another $what than with one"; diff "$dir/1.$what" "$dir/$processors.$what" | head -5 | cut -c1-200; bad=1; }
        done
    done
    n=$(sed -n 's/^Run ahead: \([0-9]*\) of.*/\1/p' "$dir/2.report")
    ahead=$((ahead + ${n:-0}))
    seed=$((seed + 1))
done
echo "$seeds random programs; tasks could run ahead $ahead times"
[ "$bad" = 0 ] && [ "$ahead" -gt 0 ]
