#!/bin/sh
# trace_window.sh AP1000 PROGRAM CHECKER PARTS - parts of a trace of trace_program.c: by time, by tasks; compressed
# traces; and the messages for wrong options. The parts are compared with the whole trace.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2") checker=$(realpath "$3") parts=$(realpath "$4")
. "$checks"

traced() { # FILE OPTION...: traces a run of the program
    file=$1
    shift
    "$ap1000" run --cells 2 -n 2 --trace "$file" "$@" "$program" >run.out || { failures=$((failures + 1)); echo "FAIL: $file"; }
}

count() { # FILE PATTERN
    grep -c "$2" "$1"
}

traced whole.json
check 'the whole trace' "$checker" whole.json

# Compressed: the same bytes inside, and a second run gives the same file.
traced a.json.gz
traced b.json.gz
check 'the compressed trace is the same again' cmp a.json.gz b.json.gz
gzip -dc a.json.gz >unpacked.json
check 'it holds what the other has' cmp unpacked.json whole.json
check 'it is smaller' test "$(wc -c <a.json.gz)" -lt "$(($(wc -c <whole.json) / 5))"
"$ap1000" run --cells 2 -n 2 --trace b.gz --report=full "$program" >/dev/null 2>&1
check 'with a report beside it' cmp a.json.gz b.gz

# From and to: every event lies between them, slices that cross an edge are cut there, and all events inside are there.
traced part.json --trace-from 300us --trace-to 1.5ms
check 'part: sound' "$parts" 300 1500 part.json whole.json
check 'part: less than all' test "$(wc -l <part.json)" -lt "$(wc -l <whole.json)"
traced all.json --trace-from 0s --trace-to 1000s
check 'all: sound' "$parts" 0 1000000000 all.json whole.json
traced late.json --trace-from 10s --trace-to 20s
check 'a time after the end: no slice' test "$(count late.json '"ph":"B"')" -eq 0

# Tasks: those named, and the messages between them.
traced one.json --trace-tasks t40002
check 'one task: no other' test "$(count one.json '"name":"thread_name"')" -eq 1
check 'one task: as many calls as it made' test "$(count one.json '"cat":"call"')" -eq \
    "$(grep '"cat":"call"' whole.json | grep -c '"tid":262146,')"
check 'one task: no message' test "$(count one.json '"ph":"s"')" -eq 0
traced two.json --trace-tasks t40002-t40003
check 'two tasks: messages between them' test "$(count two.json '"ph":"s"')" -eq 4
traced cells.json --trace-tasks cell0,cell1
check 'tasks of both cells: all' test "$(count cells.json '"cat":"call"')" -eq "$(count whole.json '"cat":"call"')"

AP1000_TRACE_TO=1 refused "--trace-to '1'.*AP1000_TRACE_TO" "$ap1000" run --trace x.json "$program"
refused 'late.json' "$ap1000" plot late.json
refused 'nothing before 1.000 us' "$ap1000" plot part.json --to 1us
head -c 900 a.json.gz >half.json.gz
refused 'damaged or cut short' "$ap1000" plot half.json.gz

if command -v gnuplot >/dev/null; then
    LC_ALL=C "$ap1000" plot a.json.gz --title "A title's text" --no-servers --tasks cell0-cell1 --from 0.2ms --to 2ms >plot.out 2>plot.err
    check 'plot of a compressed trace: exit code' test $? -eq 0
    check 'gnuplot has nothing to complain of' test ! -s plot.err
    check 'is called after the trace, and is a picture' test "$(head -c 4 a-spacetime.png | tail -c 3)" = PNG
    check 'the title is there' grep -q "A title" a-spacetime.svg
    check 'servers left out' test "$(grep -c 'pvmgs' a-spacetime.svg)" -eq 0
    check 'and said to be' grep -q 'not drawn: .*group server' plot.out
    "$ap1000" plot whole.json --out all >/dev/null
    check 'servers drawn otherwise' grep -q pvmgs all-spacetime.svg
    check 'barriers have a colour of their own' grep -qi 'cc79a7\|204, 121, 167' all-spacetime.svg
fi
finish
