#!/bin/sh
# server_beside.sh AP1000 GROUPS NATIVE - on a machine that stays, a group server that a program has left behind is in no barrier of all cells:
# a native program of all cells (its calls check themselves) runs beside it as it does alone.
set -u
ap1000=$1 groups=$2 native=$3
export AP1000_NAME="beside-$$"
. "$(dirname "$0")/checks.sh"
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$work"' EXIT
"$ap1000" up --grid 2x2 >up || exit 1
"$groups" 4 2 >groups || bad "groups: code $?"
"$ap1000" ps >ps
grep -q ' cell0 .* pvmgs ' ps || bad "no group server on a cell: $(cat ps)"
# Bounded, so that a barrier that waits for the server is a failure and no wait.
timeout -s KILL 600 "$native" 2 2 >native || bad "native: code $?: $(cat native)"
"$ap1000" ps >ps
grep -q ' pvmgs ' ps || bad "the group server has gone meanwhile: $(cat ps)"
finish
