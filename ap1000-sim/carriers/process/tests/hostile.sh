#!/bin/sh
# hostile.sh HOSTILE - every hostile slave is ended with one line, the master sees it, and the machine ends as it should; and one that gives a
# body back more often than it received it takes it from nobody else.
set -u
hostile=$(realpath "$1")
. "$(dirname "$0")/../../../tests/programs/checks.sh"
"$hostile" >out 2>err
code=$?
cat out err
[ $code -eq 0 ] || bad "exit code $code, not 0"
[ "$(grep -c ': ended$' out)" -eq 7 ] || bad "not all were ended"
[ "$(grep -c 'is ended: its library asked for' err)" -eq 7 ] || bad "not one line for each"
grep -hq 'a body given back often: 0 of 100000 bytes are wrong' out err || bad "another task's message is spoilt"
[ "$(grep -vc 'a body given back' err)" -eq 7 ] || bad "more than one line for one"
finish
