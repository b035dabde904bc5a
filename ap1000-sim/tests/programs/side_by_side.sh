#!/bin/sh
# side_by_side.sh AP1000 SIDE_BY_SIDE - tasks that wait for one sender compute at the same real time if the run may use several
# processors, and one after the other if it may use one; on a computer with one processor, too.
set -u
ap1000=$1 program=$2 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# alone PROCESSORS PATIENCE_MS EXCHANGES WANTED: so many tasks are alone, so long.
alone() {
    rm -rf "$dir/met"
    mkdir "$dir/met"
    "$ap1000" run --cells 4 --tasks process --processors "$1" "$program" "$dir/met" "$2" "$3" >"$dir/out" 2>&1
    n=$(grep -c 'was alone' "$dir/out") seen=$(grep -c 'saw the other' "$dir/out")
    [ "$n" = "$4" ] && [ $((n + seen)) = 2 ] && return
    echo "FAIL: $1 processors, $3 exchanges: $n tasks were alone, not $4"
    cat "$dir/out"
    bad=1
}

for exchanges in 0 5; do
    alone 1 300 $exchanges 1
    alone 2 60000 $exchanges 0
done
exit $bad
