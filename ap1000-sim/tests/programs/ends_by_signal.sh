#!/bin/sh
# ends_by_signal.sh AP1000 STATES STATES_IN_PROCESS LIBPVM3 LOADS - SIGTERM, SIGINT and SIGHUP end a run in every state that it can be in,
# with 128 + N, and nothing of it is left. A run that does not end is one that this test waits for.
. "$(dirname "$0")/../../../pvm-api/tests/signals_as_usual.sh"
. "$(dirname "$0")/checks.sh"
ap1000=$1 states=$2 inside=$3 libpvm3=$4 loads=$5
mark=ENDS_BY_SIGNAL=$$.$(basename "$work") # in the environment of everything that a run starts
mkdir tmp
export TMPDIR="$work/tmp"
mkfifo open
exec 9<>open # what nobody writes to

ours() { grep -lsz -e "^$mark\$" /proc/[0-9]*/environ | sed 's,/proc/,,; s,/environ,,'; }
# Other programs of this user, an MPI for one, have files in /dev/shm for a moment: those names are not ours.
shared()
{
    find /dev/shm "$work/tmp" -mindepth 1 -newer open -user "$(id -u)" \( -path "$work/*" -o -name '*ap1000*' -o -name '*pvm*' \) 2>/dev/null
}

none() { left=$(ours); [ -z "$left" ]; }

# nothing_left NAME: all processes of the run go at once, but the system takes its time.
nothing_left()
{
    await none
    check "$1: left behind: $(for p in $left; do cat "/proc/$p/cmdline" | tr '\0' ' '; done 2>/dev/null; shared)" test -z "$left$(shared)"
}

# ends NAME NUMBER COMMAND...: started, brought into its state, ended by this signal.
ends()
{
    name="$1, signal $2" number=$2
    shift 2
    rm -f ready
    env "$mark" "$@" <open >out 2>err 9<&- &
    pid=$!
    until [ -e ready ]; do kill -0 $pid 2>/dev/null || break; sleep 0.02; done
    sleep 0.1 # it has begun with what it does
    kill -"$number" $pid
    wait $pid
    code=$?
    check "$name: exit code $code: $(head -c 500 err)" test $code -eq $((128 + number))
    nothing_left "$name"
}

number=1
next() { case $number in 1) number=2 ;; 2) number=15 ;; *) number=1 ;; esac; }

for state in computes computes_in_libc allocates polls reads sends computes_and_ignores polls_and_ignores leaves_another \
    runs_shell reads_shell; do
    ends "$state" $number "$ap1000" run "$states" $state "$work/ready"
    ends "child $state" $number "$ap1000" run "$states" child_$state "$work/ready"
    next
done
ends 'waiting child' 15 "$ap1000" run "$states" child_waits "$work/ready"
ends 'stopped child' 15 "$ap1000" run "$states" child_stops "$work/ready"
ends 'copies' 2 "$ap1000" run -n 3 "$states" polls "$work/ready"

for state in computes computes_in_libc allocates polls reads sends; do
    ends "$state in process" $number "$ap1000" run --tasks inprocess "$inside" $state "$work/ready"
    [ $state = reads ] || ends "child $state in process" $number "$ap1000" run --tasks inprocess "$inside" child_$state "$work/ready"
    next
done
for number in 1 2 15; do
    ends 'heap broken in process' $number "$ap1000" run --tasks inprocess "$inside" child_breaks_heap "$work/ready"
    env "$mark" "$ap1000" run --tasks inprocess "$loads" <open >out 2>err 9<&- &
    pid=$!
    sleep 0.5
    kill -$number $pid
    wait $pid
    check "while it loads, signal $number" test $? -eq $((128 + number))
    nothing_left 'while it loads'
    ends "with libpvm3 before libc" $number env LD_PRELOAD="$libpvm3" "$ap1000" run "$states" child_waits "$work/ready"
    ends "a program alone with libpvm3 before libc" 9 env LD_PRELOAD="$libpvm3" "$states" child_waits "$work/ready"
done

# A terminal that nobody reads: the simulator waits for it, with the lines of a child.
mkfifo full
exec 8<>full
rm -f ready
env "$mark" "$ap1000" run "$states" child_prints "$work/ready" <open >out 2>full 9<&- 8<&- &
pid=$!
until [ -e ready ]; do sleep 0.02; done
sleep 0.5
kill $pid
wait $pid
check 'a terminal that nobody reads' test $? -eq 143
nothing_left 'a terminal that nobody reads'

# A program that has started a machine for itself.
for state in computes reads polls child_computes child_waits child_computes_and_ignores; do
    ends "$state on its own machine" 15 "$states" $state "$work/ready"
done
ends 'heap broken on its own machine' 15 env -u AP1000_PROCESSORS AP1000_TASKS=auto "$inside" child_breaks_heap "$work/ready"

# A machine that stays.
for tasks in process auto; do
    env "$mark" AP1000_NAME=ends.$$ "$ap1000" up --tasks $tasks >up.out
    daemon=$(ours)
    rm -f ready
    env "$mark" AP1000_NAME=ends.$$ "$inside" child_breaks_heap "$work/ready" <open >out 2>err &
    pid=$!
    until [ -e ready ]; do sleep 0.02; done
    sleep 0.3
    kill "$daemon"
    while kill -0 "$daemon" 2>/dev/null; do sleep 0.02; done
    wait $pid
    nothing_left "a machine that stays, tasks as $tasks"
done
finish
