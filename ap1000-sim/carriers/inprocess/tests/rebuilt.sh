#!/bin/sh
# rebuilt.sh AP1000 HELLO OTHER - on a machine that stays, with tasks in process, a program that has been built anew runs as what it is now:
# a new file of the old name, and the old file written over, of the same length and time.
set -u
ap1000=$1 first=$2 second=$3 failed=0
dir=$(mktemp -d) || exit 1
export AP1000_NAME="rebuilt$$"
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$dir"' EXIT
cd "$dir" || exit 1
AP1000_TASKS=auto "$ap1000" up >/dev/null || { echo 'no machine'; exit 1; }

# prints WANTED WHAT: the program of the name `child` is what is wanted.
prints()
{
    ./parent child >out 2>&1 </dev/null
    grep -q "$1" out || { echo "FAIL: $2: '$1' is wanted: $(cat out)"; failed=1; }
}
cp "$first" parent
cp "$first" child
prints 'version 1' 'as it was first'
cp "$second" new
mv new child
prints 'version 2' 'a new file of the old name'
touch -r child when
cat "$first" >child
touch -r when child
prints 'version 1' 'the old file written over, with its old time'
exit $failed
