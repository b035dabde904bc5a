#!/bin/sh
# spoiler.sh SPOILER SEEDS - a task that writes at random over what it can reach of other tasks' memory harms nobody else.
set -u
spoiler=$(realpath "$1") seed=1
. "$(dirname "$0")/../../../tests/programs/checks.sh"
while [ "$seed" -le "$2" ]; do
    "$spoiler" "$seed" >out 2>err
    code=$?
    if [ $code -ne 0 ] || [ "$(cat out)" != '6 of 6 unharmed, 0 bytes spoilt' ] ||
        [ "$(grep -c 'died of SIGSEGV' err)" -ne 1 ]; then
        bad "seed $seed: exit code $code"
        cat out err
    fi
    seed=$((seed + 1))
done
echo "$failures of $2 runs harmed"
finish
