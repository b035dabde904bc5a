#!/bin/sh
# stopped.sh AP1000 STOPPED - a task that has been stopped goes on when it is told to, and nothing is said of it: nobody waited.
ap1000=$1 program=$2
. "$(dirname "$0")/checks.sh"
"$ap1000" run --cells 2 --tasks process "$program" >out 2>&1
check 'exit code' test $? -eq 0
check 'it says nothing' test ! -s out
cat out
finish
