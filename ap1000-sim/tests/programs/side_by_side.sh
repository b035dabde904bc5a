#!/bin/sh
# side_by_side.sh AP1000 SIDE_BY_SIDE - tasks that wait for one sender, or that go on at nearly the same simulated time, compute at the
# same real time if the run may use several processors, and one after the other if it may use one, or if simulated time follows the
# computer's clock; on a computer with one processor, too.
set -u
ap1000=$1 program=$2
. "$(dirname "$0")/checks.sh"

# alone PROCESSORS PATIENCE_MS EXCHANGES WANTED [SETTING [anybody]]: so many tasks are alone, so long.
alone() {
    rm -rf met
    mkdir met
    # shellcheck disable=SC2086 # there may be none
    env ${5-} "$ap1000" run --cells 4 --tasks process --processors "$1" --report=report "$program" "$work/met" "$2" "$3" ${6-} >out 2>&1
    n=$(grep -c 'was alone' out) seen=$(grep -c 'saw the other' out)
    [ "$n" = "$4" ] && [ $((n + seen)) = 2 ] && return
    bad "$1 processors, $3 exchanges, ${5-} ${6-}: $n tasks were alone, not $4"
    cat out
}

for exchanges in 0 5; do
    alone 1 300 $exchanges 1
    alone 2 60000 $exchanges 0
done
alone 2 300 0 1 AP1000_TIME=real
alone 2 300 0 1 '' anybody
grep -q '(2 of these, of 2 tasks, only ever heard one sender: it can be named in pvm_recv)' report ||
    { bad 'not told what to do:'; grep '^Run ahead' report; }
# After an exchange both go on so soon one after the other that the first cannot be heard before.
alone 1 300 5 1 '' anybody
alone 2 60000 5 0 '' anybody
finish
