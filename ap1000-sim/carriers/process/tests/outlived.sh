#!/bin/bash
# outlived.sh AP1000 OUTLIVED - a master that has left PVM, or returned from main, and waits for its tasks, is ended by a
# signal: its tasks end with it, whatever they do.
set -u
ap1000=$1 outlived=$2 failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mark=OUTLIVED_MARK=$$.$(basename "$dir") # in the environment of all that a run starts
alive() { grep -lsz -e "^$mark\$" /proc/[0-9]*/environ; }

for way in private run; do
for master in left returned; do
for slave in computes polls works; do
for signal in TERM INT KILL; do
    set -- env "$mark" "$outlived" $master $slave
    [ $way = run ] && set -- env "$mark" "$ap1000" run "$outlived" $master $slave
    rm -f "$dir/out"
    (trap - INT; exec "$@") >"$dir/out" 2>"$dir/err" &
    pid=$!
    until [ -s "$dir/out" ]; do kill -0 $pid || break; sleep 0.05; done
    sleep 0.1
    target=$pid
    [ $way = run ] && read -r target _ <"/proc/$pid/task/$pid/children" # the master is the first that it has started
    kill -$signal "$target"
    for _ in {1..50}; do [ -z "$(alive)" ] && break; sleep 0.1; done
    left=$(alive)
    [ -z "$left" ] || kill -KILL $pid
    wait $pid 2>/dev/null
    code=$?
    [ -z "$left" ] && [ $code -ge 128 ] && continue
    echo "FAIL: $way, the master $master, its slave $slave, SIG$signal: code $code, alive: $left"
    cat "$dir/err"
    for p in $left; do p=${p#/proc/}; kill -KILL "${p%/environ}" 2>/dev/null; done
    failed=1
done
done
done
done
exit $failed
