#!/bin/sh
# heard.sh AP1000 HEARD - which waits for anybody's message are said to have heard one sender only: not those that have heard several, the
# first of them twice.
ap1000=$1 program=$2
. "$(dirname "$0")/checks.sh"
"$ap1000" run --cells 4 --tasks process --processors 2 --report=report "$program" >out 2>&1 || { cat out; exit 1; }
check 'the report' grep -q '; 6 wait for anybody.s message or until a time (3 of these, of 1 task, only ever heard one sender:' report
[ "$failures" -eq 0 ] || grep '^Run ahead' report
finish
