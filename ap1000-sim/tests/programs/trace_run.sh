#!/bin/sh
# trace_run.sh AP1000 PROGRAM CHECKER - traces trace_program.c: the trace is valid, the same twice, and changes no
# result; the report.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2") checker=$(realpath "$3")
. "$checks"

# calls FILE NAME TIMES WORD...: a row of a report begins with these. With two spaces before NAME it is the row of a task,
# else that of all tasks.
calls() {
    check "report: $2 $3 $4" grep -Eq "^$2 +$3 +$4 " "$1"
}

"$ap1000" run --cells 2 -n 2 "$program" >plain.out
check 'plain run: exit code' test $? -eq 0
"$ap1000" run --cells 2 -n 2 --trace a.json --report=a.txt "$program" >a.out
check 'traced run: exit code' test $? -eq 0
"$ap1000" run --cells 2 -n 2 --trace b.json --report=full "$program" >b.out 2>b.txt
check 'the traced run again: exit code' test $? -eq 0
check 'both tasks print their time' test "$(wc -l <plain.out)" -eq 2
check 'tracing changes no time' cmp plain.out a.out
check 'the trace is the same again' cmp a.json b.json
check 'the report is the same, in a file and on stderr' cmp a.txt b.txt
check 'the trace is sound' "$checker" a.json

check 'the trace names tag and task of a wait' grep -q 'for.:.message.,.tid.:262147,.tag.:6}' a.json
calls a.txt '  pvm_send' 3 0.199         # of one task: 3 * 66.32 us
calls a.txt '  pvm_mytid' 301 0.301      # 301 * 1 us
calls a.txt pvm_psend 1 0.056            # 55.58 us
calls a.txt pvm_barrier 2 '[0-9.]+'
check 'report: 400-byte messages' grep -Eq '^  pvm_send +3 .* 3 +1200 +0 +0$' a.txt
check 'report: matrix' grep -Eq '^t40002 +\. +3 / 1200 ' a.txt
finish
