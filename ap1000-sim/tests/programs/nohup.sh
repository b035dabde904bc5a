#!/bin/sh
# nohup.sh AP1000 STATES - a run that was started with SIGHUP ignored goes on when its terminal goes, until another signal comes.
. "$(dirname "$0")/../../../pvm-api/tests/signals_as_usual.sh"
. "$(dirname "$0")/checks.sh"
ap1000=$1 states=$2
(trap '' HUP && exec "$ap1000" run "$states" computes "$work/ready" >out 2>err) &
pid=$!
until [ -e ready ]; do kill -0 $pid 2>/dev/null || break; sleep 0.02; done
kill -HUP $pid
sleep 0.3 # if it ended by it, it would have
kill -TERM $pid
wait $pid
code=$?
check "SIGHUP, then SIGTERM: exit code $code: $(cat err)" test $code -eq 143
finish
