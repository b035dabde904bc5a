#!/bin/bash
# outlived.sh AP1000 OUTLIVED - a master that has left PVM, or returned from main, and waits for its tasks, is ended by a
# signal: its tasks end with it, whatever they do.
. "$(dirname "$0")/../../../../pvm-api/tests/signals_as_usual.sh"
set -u
ap1000=$1 outlived=$2
. "$(dirname "$0")/../../../tests/programs/checks.sh"
mark=OUTLIVED_MARK=$$.$(basename "$work") # in the environment of all that a run starts
alive() { grep -lsz -e "^$mark\$" /proc/[0-9]*/environ; }
nobody() { [ -z "$(alive)" ]; }

for way in private run; do
for master in left returned; do
for slave in computes polls works; do
for signal in TERM INT KILL; do
    set -- env "$mark" "$outlived" $master $slave
    [ $way = run ] && set -- env "$mark" "$ap1000" run "$outlived" $master $slave
    rm -f out
    (trap - INT; exec "$@") >out 2>err &
    pid=$!
    until [ -s out ]; do kill -0 $pid || break; sleep 0.05; done
    sleep 0.1
    target=$pid
    [ $way = run ] && read -r target _ <"/proc/$pid/task/$pid/children" # the master is the first that it has started
    kill -$signal "$target"
    await nobody
    left=$(alive)
    [ -z "$left" ] || kill -KILL $pid
    wait $pid 2>/dev/null
    code=$?
    [ -z "$left" ] && [ $code -ge 128 ] && continue
    bad "$way, the master $master, its slave $slave, SIG$signal: code $code, alive: $left"
    cat err
    for p in $left; do p=${p#/proc/}; kill -KILL "${p%/environ}" 2>/dev/null; done
done
done
done
done
finish
