#!/bin/bash
# callers.sh AP1000 LIBRARY VICTIM CALLER - a machine starts tasks, which end at once, while others call it and hang up. A process that is being
# started has copies of the simulator's descriptors until it runs its own program (here for 20 ms: fault.c); a connection that has ended
# meanwhile must not be taken for another one: each end of a task is noticed, whenever it comes.
set -u
ap1000=$1 library=$2 victim=$3 caller=$4 failed=0
dir=$(mktemp -d) || exit 1
export AP1000_NAME=callers-$$
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$dir"' EXIT
bad() {
    echo "FAIL: $*"
    failed=1
}
for round in 1 2 3; do
    FAULT_IN=ap1000 FAULT_SLOW_MS=20 LD_PRELOAD="${FAULT_FIRST:+$FAULT_FIRST }$library" "$ap1000" up --cells 4 >"$dir/up" || exit 1
    "$caller" "$(sed -n 's/.* is up (\(.*\))$/\1/p' "$dir/up")" >"$dir/calls" &
    # Bounded, so that a hang is a failure and no wait.
    timeout -s KILL 600 "$victim" brief >"$dir/out" || bad "round $round: code $?"
    [ "$(cat "$dir/out")" = '40 tasks have ended' ] || bad "round $round: $(cat "$dir/out")"
    "$ap1000" down | grep -q 'the 0 tasks' || bad "round $round: a task that has ended is thought to live"
    wait $! || bad "round $round: nobody called"
    cat "$dir/calls"
done
exit $failed
