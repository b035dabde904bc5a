#!/bin/sh
# debuggers.sh AP1000 DEBUGGED TASKS.GDB ONE_MESSAGE.PY ROUND_TRIPS [FILES SIMULATORS] - what .github/DEBUGGING.md says of gdb: a task that is a process, started and found, spawned
# by a script; a task in process, by TASKS.GDB and by hand; the simulator at a simulated time; the way of one message of ROUND_TRIPS,
# through so many files at most, so many of them the simulator's. Skipped where gdb may not trace.
set -u
ap1000=$1 program=$2 tasks=$3 one_message=$4 round_trips=$5 most_files=${6-} most_of_simulator=${7-}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/checks.sh"
command -v gdb >/dev/null || { echo 'skipped: no gdb'; exit 77; }
gdb -q -nx -batch -ex run -ex 'info inferiors' "$(command -v true)" 2>&1 | grep -q 'exited normally' ||
    { echo 'skipped: gdb cannot run a program here'; exit 77; }

debug() { # COMMAND...: gdb with these arguments, no settings of the user
    DEBUGINFOD_URLS='' gdb -q -nx -batch -iex 'set confirm off' "$@"
}
answers() { # FILE: both children have answered
    grep -qx 36 "$1" && grep -qx 49 "$1"
}

"$ap1000" run gdb -q -nx -batch -ex 'break child' -ex 'break main' -ex run -ex bt -ex cont --args "$program" >master 2>&1 </dev/null
check 'the master stops' grep -q '^#0  main ' master
check 'the master goes on' answers master

printf '#!/bin/sh\nexec gdb -q -nx -batch -ex "break work" -ex run -ex bt -ex cont --args "%s"\n' "$program" >child
chmod +x child
DEBUGGED_CHILD=$work/child "$ap1000" run "$program" >spawned 2>spawned.children </dev/null
check 'a spawned task stops' grep -q '^\[t40003\] #0  work (number=7)' spawned.children
check 'spawned tasks go on' answers spawned

debug -x "$tasks" -ex 'break work' -ex run -ex bt -ex cont -ex bt -ex cont --args "$ap1000" run --tasks inprocess --processors 1 "$program" >inside 2>&1 </dev/null
grep -q 'runs as a process' inside && { echo 'skipped: no tasks in process on this computer'; exit 77; }
check 'a task in process stops' grep -q '^#0  work (number=6)' inside
check 'and the other' grep -q '^#0  work (number=7)' inside
check 'which copy it is' grep -q 'hit Breakpoint 3\.3, work' inside
check 'tasks in process go on' answers inside

debug -ex 'set breakpoint pending on' -ex 'break pvm_upkint' -ex run -ex 'set language c++' \
    -ex 'add-symbol-file "'"$program"'" -o (long)ap1000::InprocessExecution::running_->room_.stack_top_' \
    -ex bt -ex 'p ap1000::InprocessExecution::running_->program_->machine.clock_ns > 1000' \
    -ex delete -ex cont --args "$ap1000" run --tasks inprocess --processors 1 "$program" >by_hand 2>&1 </dev/null
check 'by hand: where it is' grep -q '^#1 .* in child ()' by_hand
check 'by hand: its time' grep -qx '\$1 = true' by_hand
check 'by hand: it goes on' answers by_hand

debug -ex 'break ap1000::Events::advance if t >= 12000000' -ex run -ex 'p t >= 12000000' -ex 'break ap1000::Delivery::post' \
    -ex 'disable 1' -ex cont -ex bt --args "$ap1000" run --processors 1 "$program" >time 2>&1 </dev/null
check 'the simulator at a time' grep -qx '\$1 = true' time
check 'the next message' grep -q '^#0  ap1000::Delivery::post' time

if gdb -q -nx -batch -ex 'python print(6 * 7)' 2>/dev/null | grep -qx 42; then
    debug -x "$one_message" --args "$ap1000" run --tasks inprocess --processors 1 --on cell "$round_trips" >way 2>&1 </dev/null
    check 'the way of one message' grep -q '^ *[0-9]* *[0-9]* ap1000-sim/kernel/delivery.cpp: .*Delivery::give' way
    [ -z "$most_files" ] || check "it goes through $most_files files at most, $most_of_simulator of the simulator" awk -v files="$most_files" \
        -v simulators="$most_of_simulator" '/ files \(/ { sub(/\(/, ""); good = $1 <= files && $3 <= simulators && $5 == "ap1000-sim," } END { exit !good }' way
    check 'with one processor it does not pass what runs ahead' sh -c '! grep -q ap1000-sim/kernel/ahead/ way'
fi

# One that runs already, if this user may trace what is no child of the debugger.
mkfifo pipe
DEBUGGED_PIPE=$work/pipe "$ap1000" run --tasks process "$program" >found 2>&1 </dev/null &
read -r pid <pipe
debug -p "$pid" -ex bt -ex 'set var found = 1' -ex detach >attached 2>&1
grep -q '^#0 .*wait_to_be_found' attached || { cat attached; kill "$pid"; may_not=1; }
wait $!
[ -n "${may_not-}" ] && { echo 'skipped the last: gdb may not look into a task that it did not start'; finish; }
check 'a task that runs already goes on' answers found
[ $failures -eq 0 ] || for f in master spawned spawned.children inside by_hand time way attached found; do echo "---- $f"; cat $f; done
finish
