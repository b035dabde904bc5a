#!/bin/sh
# outside.sh AP1000 OUTSIDE LOOKING LOOKING_PROCESS - a task that waits outside PVM for what another task is to do: what it has sent goes out, the others go on, and a line
# says in which call it waits.
set -u
ap1000=$1 outside=$2 looking=$3 looking_process=$4
. "$(dirname "$0")/../../../tests/programs/checks.sh"

# goes_on LINE [OPTION...] PROGRAM ARGUMENT...
goes_on() {
    line=$1
    shift
    rm -f -- *
    "$ap1000" run --cells 2 "$@" >out 2>err
    [ $? -eq 0 ] && [ "$(cat out)" = 'got the first
got the second' ] || bad "$*: $(cat out err)"
    [ "$(grep -c "^ap1000: t40002 on cell 0 $line.*the other tasks go on$" err)" -eq 1 ] || bad "$*: '$line' is wanted: $(cat err)"
}
for way in accept open read write flock select poll epoll waitpid futex; do
    goes_on "waits in $way(), outside PVM" --tasks process "$outside" $way
done
goes_on 'waits in waitpid(), outside PVM' "$outside" naps
goes_on 'waits in waitpid(), outside PVM' "$outside" spins
goes_on 'waits in waitpid(), outside PVM' --patience 1 "$outside" computes
for way in thread timer timer_select timer_poll timer_epoll; do # what comes by itself: nobody else is waited for
    rm -f -- *
    "$ap1000" run --cells 2 --tasks process "$outside" $way >out 2>err && [ "$(wc -l <out)" -eq 2 ] && ! grep -q outside err ||
        bad "$way: $(cat out err)"
done
asks='asks the system for something again and again, outside PVM'
for way in access stat fopen; do
    goes_on "$asks" --tasks inprocess "$looking" $way "$looking"
    goes_on "$asks" --tasks process "$looking" $way "$looking"
done
goes_on "$asks" --tasks inprocess --processors 2 "$looking" access "$looking"
goes_on "$asks" --tasks auto "$looking" access "$looking_process" # in process one, a process the other
goes_on "$asks" --tasks inprocess "$looking_process" access "$looking"
finish
