#!/bin/sh
# leavings.sh AP1000 LEAVINGS - the memory of tasks that have ended is given back when their last message has been read.
set -u
. "$(dirname "$0")/../../../tests/programs/checks.sh"
"$1" run --tasks process "$2" 24 4 >out 2>err
code=$?
cat out err
[ $code -eq 0 ] || bad "exit code $code, not 0"
most=$(sed -n 's/^one after the other: at most \([0-9]*\) MiB$/\1/p' out)
left=$(sed -n 's/^at once: \([0-9]*\) MiB when all are read$/\1/p' out)
[ "$most" -le 12 ] || bad "at most 12 MiB are wanted, for 24 tasks that send 4 MiB each"
round=$(sed -n 's/^sent on and on: \([0-9]*\) MiB$/\1/p' out)
unread=$(sed -n 's/^left unread: \([0-9]*\) MiB$/\1/p' out)
[ "$round" -le 24 ] || bad "at most 24 MiB are wanted, for one message of 4 MiB that goes round"
[ "$unread" -le 40 ] || bad "at most 40 MiB are wanted, for a task that leaves 30 times with 4 MiB unread"
[ "$left" -le 8 ] || bad "at most 8 MiB are wanted when nothing is under way"
finish
