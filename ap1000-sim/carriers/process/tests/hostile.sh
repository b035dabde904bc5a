#!/bin/sh
# hostile.sh HOSTILE - every hostile slave is ended with one line, the master sees it, and the machine ends as it should; and one that gives a
# body back more often than it received it takes it from nobody else.
set -u
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
"$1" >"$dir/out" 2>"$dir/err"
code=$?
cat "$dir/out" "$dir/err"
[ $code -eq 0 ] || { echo "exit code $code, not 0"; exit 1; }
[ "$(grep -c ': ended$' "$dir/out")" -eq 7 ] || { echo "not all were ended"; exit 1; }
[ "$(grep -c 'is ended: its library asked for' "$dir/err")" -eq 7 ] || { echo "not one line for each"; exit 1; }
grep -hq 'a body given back often: 0 of 100000 bytes are wrong' "$dir/out" "$dir/err" || { echo "another task's message is spoilt"; exit 1; }
[ "$(grep -vc 'a body given back' "$dir/err")" -eq 7 ] || { echo "more than one line for one"; exit 1; }
