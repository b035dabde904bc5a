#!/bin/sh
# dies.sh AP1000 DIES - a task that dies in the barrier of all cells (dies.c).
set -u
ap1000=$(realpath "$1") dies=$(realpath "$2")
. "$(dirname "$0")/../../tests/programs/checks.sh"
printf 'cell 1 left the barrier with word 6 in time\ncell 2 left the barrier with word 6 in time\n' >expected
"$ap1000" run --grid 3x1 "$dies" >all 2>err || bad "exit code $?"
sort all | cmp -s - expected || { bad 'the others were released so:'; cat all err; }
grep -q 'died of SIGKILL' err || bad 'nobody died'
finish
