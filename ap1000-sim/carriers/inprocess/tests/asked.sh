#!/bin/sh
# asked.sh AP1000 RUNAWAY - `ap1000 ps` answers while a task in process computes, in its own code and in libc, although the others wait for it;
# and what it computes stays as it is without. If no answer comes this test does not end.
set -u
ap1000=$(realpath "$1") runaway=$(realpath "$2")
. "$(dirname "$0")/../../../tests/programs/checks.sh"
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$work"' EXIT
up() { "$ap1000" up --cells 2 --tasks inprocess --patience 1000 >up.out || bad 'no machine'; }
runs='^t4000[0-9] .* runaway .* runs$'

"$ap1000" run --tasks inprocess --patience 1000 "$runaway" wait works >alone </dev/null || bad "alone: exit code $?"
export "AP1000_NAME=asked$$"
up
"$runaway" wait works >asked 2>err </dev/null &
pid=$!
while kill -0 $pid 2>/dev/null; do "$ap1000" ps >>tables || break; done
wait $pid || bad "asked: exit code $?"
cmp -s alone asked || bad "it differs: $(cat alone asked)"
grep -q "$runs" tables || bad "it never ran: $(head -20 tables)"
"$ap1000" down >/dev/null

for does in computes fills; do
    up
    "$runaway" wait $does >out 2>err </dev/null &
    pid=$!
    while "$ap1000" ps >table 2>&1 && kill -0 $pid && ! grep -q "$runs" table; do :; done
    grep -q "$runs" table || bad "$does: $(cat table)"
    "$ap1000" down >/dev/null
    wait $pid
done
finish
