#!/bin/sh
# spoiler.sh SPOILER SEEDS - a task that writes at random over what it can reach of other tasks' memory harms nobody else.
set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0
seed=1
while [ "$seed" -le "$2" ]; do
    "$1" "$seed" >"$dir/out" 2>"$dir/err"
    code=$?
    if [ $code -ne 0 ] || [ "$(cat "$dir/out")" != '6 of 6 unharmed, 0 bytes spoilt' ] ||
        [ "$(grep -c 'died of SIGSEGV' "$dir/err")" -ne 1 ]; then
        echo "seed $seed: exit code $code"
        cat "$dir/out" "$dir/err"
        failed=$((failed + 1))
    fi
    seed=$((seed + 1))
done
echo "$failed of $2 runs harmed"
[ $failed -eq 0 ]
