#!/bin/sh
# leavings.sh AP1000 LEAVINGS - the memory of tasks that have ended is given back when their last message has been read.
set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"$1" run --tasks process "$2" 24 4 >"$dir/out" 2>"$dir/err"
code=$?
cat "$dir/out" "$dir/err"
[ $code -eq 0 ] || { echo "FAIL: exit code $code, not 0"; exit 1; }
most=$(sed -n 's/^one after the other: at most \([0-9]*\) MiB$/\1/p' "$dir/out")
left=$(sed -n 's/^at once: \([0-9]*\) MiB when all are read$/\1/p' "$dir/out")
[ "$most" -le 12 ] || { echo "FAIL: at most 12 MiB are wanted, for 24 tasks that send 4 MiB each"; exit 1; }
round=$(sed -n 's/^sent on and on: \([0-9]*\) MiB$/\1/p' "$dir/out")
unread=$(sed -n 's/^left unread: \([0-9]*\) MiB$/\1/p' "$dir/out")
[ "$round" -le 24 ] || { echo "FAIL: at most 24 MiB are wanted, for one message of 4 MiB that goes round"; exit 1; }
[ "$unread" -le 40 ] || { echo "FAIL: at most 40 MiB are wanted, for a task that leaves 30 times with 4 MiB unread"; exit 1; }
[ "$left" -le 8 ] || { echo "FAIL: at most 8 MiB are wanted when nothing is under way"; exit 1; }
