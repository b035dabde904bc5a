#!/bin/bash
# callers.sh AP1000 LIBRARY VICTIM CALLER - a machine starts tasks, which end at once, while others call it and hang up. A process that is being
# started has copies of the simulator's descriptors until it runs its own program (here for 20 ms: fault.c); a connection that has ended
# meanwhile must not be taken for another one: each end of a task is noticed, whenever it comes.
set -u
ap1000=$(realpath "$1") library=$(realpath "$2") victim=$(realpath "$3") caller=$(realpath "$4")
. "$(dirname "$0")/../programs/checks.sh"
export AP1000_NAME=callers-$$
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$work"' EXIT
for round in 1 2 3; do
    FAULT_IN=ap1000 FAULT_SLOW_MS=20 LD_PRELOAD="${FAULT_FIRST:+$FAULT_FIRST }$library" "$ap1000" up --cells 4 >up || exit 1
    "$caller" "$(sed -n 's/.* is up (\(.*\))$/\1/p' up)" >calls &
    # Bounded, so that a hang is a failure and no wait.
    timeout -s KILL 600 "$victim" brief >out || bad "round $round: code $?"
    [ "$(cat out)" = '40 tasks have ended' ] || bad "round $round: $(cat out)"
    "$ap1000" down | grep -q 'the 0 tasks' || bad "round $round: a task that has ended is thought to live"
    wait $! || bad "round $round: nobody called"
    cat calls
done
finish
