#!/bin/sh
# rebuilt.sh AP1000 FIRST SECOND OF_LIBRARY LIBRARY OTHER - on a machine that stays, with tasks in process, a program that has been built anew runs
# as what it is now: a new file of the old name, and the old file written over, of the same length and time. So does one whose LIBRARY has been.
set -u
ap1000=$1 first=$2 second=$3 of_library=$4 library=$5 other=$6
. "$(dirname "$0")/../../../tests/programs/checks.sh"
export AP1000_NAME="rebuilt$$"
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$work"' EXIT
export LD_LIBRARY_PATH="$work:${LD_LIBRARY_PATH:-}"
AP1000_TASKS=auto "$ap1000" up >/dev/null || { echo 'no machine'; exit 1; }

# prints WANTED WHAT: the program of the name `child` is what is wanted.
prints()
{
    ./parent child >out 2>&1 </dev/null
    grep -q "$1" out || bad "$2: '$1' is wanted: $(cat out)"
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

mine=${library##*/}
cp "$of_library" parent
cp "$of_library" child
cp "$library" "$mine"
prints 'version 1' 'a library as it was first'
touch -r "$mine" when
cat "$other" >"$mine"
touch -r when "$mine"
prints 'version 2' 'the old library written over, with its old time'
cp "$library" new
mv new "$mine"
prints 'version 1' 'a new library of the old name'
finish
