#!/bin/bash
# limits.sh AP1000 MANY SHRINK ENDLESS CLOSER LEAVINGS - where the limits of the computer end, a run says so in one line and
# ends, with a code. (bash: its ulimit knows -S.)
. "$(dirname "$0")/../../../../pvm-api/tests/signals_as_usual.sh"
set -u
ap1000=$1 many=$2 shrink=$3 endless=$4 closer=$5 leavings=$6
. "$(dirname "$0")/../../../tests/programs/checks.sh"

# expect NAME CODE OUT ERR_LINES ERR: what the last command gave; OUT and ERR are patterns of grep, "" is for nothing at all.
expect()
{
    local is=1
    [ "$code" -eq "$2" ] || is=0
    if [ -n "$3" ]; then grep -q -- "$3" out || is=0; else [ ! -s out ] || is=0; fi
    [ "$(wc -l <err)" -eq "$4" ] || is=0
    [ -z "$5" ] || grep -q -- "$5" err || is=0
    [ $is -eq 1 ] && { echo "ok: $1"; return; }
    bad "$1: expected code $2, '$3', $4 lines on stderr with '$5'; actual: code $code,"
    head -5 out err
}
try()
{
    "$@" >out 2>err
    code=$?
}

# Open files. Of processes: tasks in process have none of their own.
fewer() { ( ulimit -Sn "$1"; shift; "$@" ); }
at_most() { ( ulimit -n "$1"; shift; "$@" ); }
try fewer 256 "$ap1000" run "$many" 100
expect 'a soft limit of open files is raised' 0 '^100 of 100 answered' 0 ''
try at_most 256 "$ap1000" run --tasks process "$many" 100
expect 'a hard limit of open files: what fits is started, the rest refused' 0 '^[1-9][0-9] of 100 answered' 1 '256 open files (ulimit -Hn)'
try fewer 200 "$ap1000" run bash -c 'ulimit -Sn'
expect 'a program gets its own limit back' 0 '^200$' 0 ''

# Signals: SIGPIPE is bit 12.
with_pipe() { ( trap "$1" PIPE; "$ap1000" run grep SigIgn /proc/self/status ); }
try with_pipe ''
expect 'a program ignores SIGPIPE as its parent does' 0 '[13579bdf]...$' 0 ''
try with_pipe -
expect 'a program does not ignore SIGPIPE' 0 '[02468ace]...$' 0 ''
try env --ignore-signal=CHLD "$ap1000" run bash -c 'exit 7'
expect 'a parent ignores SIGCHLD: how the program ends is known' 7 '' 0 ''

# Lengths of files, address space.
short_files() { ( ulimit -Sf 1000000; "$@" ); }
try short_files "$ap1000" run "$many" 2
expect 'a soft limit of the length of files' 0 '^2 of 2 answered' 0 ''
try short_files "$ap1000" run bash -c 'ulimit -Sf'
expect 'a program keeps its limit of the length of files' 0 '^1000000$' 0 ''
little_room() { ( ulimit -v 20000000; "$@" ); }
try little_room "$ap1000" run "$many" 10
expect 'a limit of address space: what fits is started, the rest refused' 0 '^[1-9] of 10 answered' 1 '(ulimit -v)'

try little_room "$ap1000" run --tasks process "$leavings" 2 1
expect 'a limit of address space: long messages are mapped one by one' 0 '^at once: 0 MiB' 1 'messages were never read'
! grep 'still mapped' out || bad 'messages stay mapped'

# The shared memory.
try "$ap1000" run --tasks process "$shrink"
expect 'a task cannot shrink what all share' 0 'has answered, 1 files' 0 ''

# Descriptors that the library keeps, closed by the program and used for others.
try "$ap1000" run "$closer"
expect 'a task closes all that it has open' 0 '^150010 bytes came, 0 wrong$' 0 ''

# Standard descriptors.
try bash -c 'exec "$0" run "$1" 2 0<&- 2>&-' "$ap1000" "$many"
expect 'stdin and stderr closed' 0 '^2 of 2 answered' 0 ''
try bash -c 'exec "$0" 2 0<&- 2>&-' "$many"
expect 'stdin and stderr closed, a private machine' 0 '^2 of 2 answered' 0 ''
try bash -c 'exec "$0" 2 1>&- 2>&-' "$many"
expect 'stdout and stderr closed, a private machine' 0 '' 0 ''

# An argument longer than the system takes.
try "$ap1000" run --tasks process "$many" 1 1000000
expect 'an argument of a megabyte' 0 '^0 of 1 answered' 1 'many: Argument list too long'

# Signals to the simulator.
ended_by()
{
    rm -f out
    "$ap1000" run "${@:2}" >out 2>err &
    pid=$!
    until [ -s out ]; do kill -0 $pid || break; sleep 0.05; done
    kill -$1 $pid
    wait $pid
    code=$?
}
for signal in TERM HUP; do
    ended_by $signal "$endless"
    expect "SIG$signal to ap1000 run" $((128 + $(kill -l $signal))) computing 1 "ended by SIG$signal"
done

# A script: the run ends with it, and with its exit code, though its task has ended before. It is told to end as a program is.
printf '#!/bin/sh\nprintf "the "\n"%s" 2 >/dev/null\nsleep 0.1\necho result\nexit 5\n' "$many" >script
printf '#!/bin/sh\n"%s" 2 >/dev/null\necho computing\nexec sleep 1000\n' "$many" >long
printf '#!/bin/sh\n"%s"\necho result\nexec sleep 1000\n' "$endless" >endless
printf '#!/bin/sh\n"%s" 4294967295 2>/dev/null\necho result\n' "$endless" >stuck
chmod +x script long endless stuck
for tasks in auto process; do
    try "$ap1000" run --tasks $tasks ./script
    sed -i '/ runs as a process: /d' err
    expect "a script goes on when its task has ended, $tasks" 5 '^the result$' 0 ''
done
try "$ap1000" run -n 1 ./script
sed -i '/ runs as a process: /d' err
expect 'what a spawned script prints when its task has ended' 5 '^\[t40002\] the result$' 0 ''
printf '#!/bin/sh\n"%s" 2 >/dev/null\nseq 100000\nexit 5\n' "$many" >much
chmod +x much
try "$ap1000" run -n 1 ./much
sed -i '/ runs as a process: /d' err
expect 'much that it prints then' 5 '^\[t40002\] 100000$' 0 ''
try "$ap1000" run -n 1 ./long
sed -i '/ runs as a process: /d' err
expect 'a spawned script that goes on for long' 0 '^\[t40002\] computing$' 1 'goes on though its task has ended'
printf '#!/bin/sh\n{ sleep 1; exec "%s" "$@"; } &\n' "$many" >background
printf '#!/bin/sh\nsleep 1000 &\n' >idle
printf '#!/bin/sh\nwhile :; do :; done &\n' >busy
chmod +x background idle busy
try bash -c 'exec -a ./background "$0" 3' "$many"
expect 'scripts that start their tasks and end' 0 '^3 of 3 answered$' 0 ''
for left in idle busy; do
    try env AP1000_PATIENCE=1 bash -c 'exec -a ./$1 "$0" 1' "$many" $left
    expect "a script that leaves a process which is no task, $left" 86 '' 2 'deadlock: every task waits'
done
try "$ap1000" run --tasks process ./stuck
expect 'a script ends with 0 after a deadlock' 86 '^result$' 3 'deadlock: every task waits'
ended_by TERM --tasks process ./endless
expect 'SIGTERM while the task of a script runs' 143 computing 1 'ended by SIGTERM'
ended_by TERM --tasks process ./long
expect 'SIGTERM while a script goes on' 143 computing 0 ''

# Names.
long=$(printf 'n%.0s' {1..61})
for word in up down console; do
    try "$ap1000" $word --name "$long"
    expect "$word with a name of 61 characters" 2 '' 1 "$long: a name of at most 60 characters is wanted"
done
try env AP1000_NAME="$long" "$many" 1
expect 'a program with a name of 61 characters' 2 '' 1 "$long: a name of at most 60 characters is wanted"

# Simulated time.
for seconds in 86400 1000000000; do
    try "$ap1000" run "$endless" $seconds
    expect "sleeping $seconds s again and again" 125 '' 3 'come to its end: .* beyond 100 years'
done
try "$ap1000" run "$endless" 4294967295
expect 'a sleep beyond 100 years is one for ever' 86 '' 3 'deadlock: every task waits'
finish
