#!/bin/sh
# places.sh AP1000 PROGRAM - tasks that share the simulator's processor may run anywhere again when they need to.
set -eu
ap1000=$1 program=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$ap1000" run --cells 1 "$program" >"$tmp/out" 2>&1 || { cat "$tmp/out"; exit 1; }
cat "$tmp/out"
grep -q 'processors 1 ' "$tmp/out" && exit 77 # nothing to choose
grep -q 'released 1 child 1 left 1' "$tmp/out" || { echo 'a process stayed on one processor'; exit 1; }
# Where every turn takes long, because the computer is busy or wakes a process late, none shares (50 us: processes_ahead.cpp).
awk '{ exit $(NF - 1) < 50 }' "$tmp/out" || grep -q 'shared 1' "$tmp/out" || {
    echo 'no process shared the processor of the simulator'
    exit 1
}
