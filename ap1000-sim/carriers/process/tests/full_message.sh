#!/bin/sh
# full_message.sh AP1000 RUNAWAY - what a task has printed reaches who collects it, also if it just fills a message and the task then
# computes for ever.
. "$(dirname "$0")/../../../tests/programs/checks.sh"
"$1" run --patience 0.2 "$2" output >out 2>err
code=$?
check "exit code $code: $(cat err)" test $code -eq 0
check "65536 bytes: $(cat out)" grep -qx '65536 bytes' out
finish
