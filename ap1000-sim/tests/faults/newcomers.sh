#!/bin/sh
# newcomers.sh AP1000 LIBRARY NEWCOMERS - more newcomers than a machine has places for tasks, none of which the simulator can watch: no place
# is lost.
ap1000=$1 library=$2 newcomers=$3
. "$(dirname "$0")/../programs/checks.sh"
n=4200 # 4096 places; the master is watched twice before
FAULT_IN=ap1000 FAULT_KIND=pidfd FAULT_AT=3 FAULT_TIMES=$n LD_PRELOAD="${FAULT_FIRST:+$FAULT_FIRST }$library" "$ap1000" run --cells 4 --tasks process "$newcomers" $n >out 2>&1
check 'exit code' test $? -eq 0
check 'a place is left' test "$(cat out)" = 'then pvm_spawn started 1'
[ "$failures" -eq 0 ] || cat out
finish
