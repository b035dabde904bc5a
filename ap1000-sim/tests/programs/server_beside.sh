#!/bin/sh
# server_beside.sh AP1000 GROUPS NATIVE - on a machine that stays, a group server that a program has left behind is in no barrier of all cells:
# a native program of all cells (its calls check themselves) runs beside it as it does alone.
set -u
ap1000=$1 groups=$2 native=$3 failed=0
export AP1000_NAME="beside-$$"
dir=$(mktemp -d) || exit 1
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$dir"' EXIT
bad() {
    echo "FAIL: $*"
    failed=1
}
"$ap1000" up --grid 2x2 >"$dir/up" || exit 1
"$groups" 4 2 >"$dir/groups" || bad "groups: code $?"
"$ap1000" ps >"$dir/ps"
grep -q ' cell0 .* pvmgs ' "$dir/ps" || bad "no group server on a cell: $(cat "$dir/ps")"
# Bounded, so that a barrier that waits for the server is a failure and no wait.
timeout -s KILL 60 "$native" 2 2 >"$dir/native" || bad "native: code $?: $(cat "$dir/native")"
"$ap1000" ps >"$dir/ps"
grep -q ' pvmgs ' "$dir/ps" || bad "the group server has gone meanwhile: $(cat "$dir/ps")"
exit $failed
