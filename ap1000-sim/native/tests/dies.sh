#!/bin/sh
# dies.sh AP1000 DIES - a task that dies in the barrier of all cells (dies.c).
set -u
ap1000=$1 dies=$2 failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
printf 'cell 1 left the barrier with word 6 in time\ncell 2 left the barrier with word 6 in time\n' >"$dir/expected"
"$ap1000" run --grid 3x1 "$dies" >"$dir/all" 2>"$dir/err" || { echo "FAIL: exit code $?"; failed=1; }
sort "$dir/all" | cmp -s - "$dir/expected" || { echo 'FAIL: the others were released so:'; cat "$dir/all" "$dir/err"; failed=1; }
grep -q 'died of SIGKILL' "$dir/err" || { echo 'FAIL: nobody died'; failed=1; }
exit $failed
