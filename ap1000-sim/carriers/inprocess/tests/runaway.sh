#!/bin/bash
# runaway.sh AP1000 RUNAWAY ENDLESS RUNAWAY_CXX - a task in process that computes without a call is named, holds up nobody for ever, can be ended, and
# computes what it computes. (bash: $SECONDS.)
set -u
ap1000=$(realpath "$1") runaway=$(realpath "$2") endless=$(realpath "$3") runaway_cxx=$(realpath "$4")
. "$(dirname "$0")/../../../tests/programs/checks.sh"

# told MASTER SLAVE OUT: the run ends with 0, prints OUT, and says in one line that the slave computes.
told()
{
    "$ap1000" run --tasks inprocess --patience 0.2 "$runaway" "$1" "$2" >out 2>err </dev/null || bad "$1 $2: exit code $?"
    grep -q "$3" out || bad "$1 $2: '$3' is wanted: $(cat out)"
    [ "$(wc -l <err)" -eq 1 ] &&
        grep -q '^ap1000: t40002 on cell 0 has computed for [0-9]* s of real time without a PVM call (--patience; pvm_kill ends it, `kill [0-9]*` the run), at [0-9.]* ms; the run' \
            err || bad "$1 $2: one line is wanted: $(cat err)"
}
told kill computes '^pvm_kill gives 0'
began=$SECONDS
told watch computes '^pvm_kill gives 0'
[ $((SECONDS - began)) -ge 1 ] || bad "two simulated seconds passed in $((SECONDS - began)) real ones beside a task that computes"
told hear tells '^pvm_kill gives 0'
told kill fills '^pvm_kill gives 0'
told watch fills '^pvm_kill gives 0'
runaway_c=$runaway runaway=$runaway_cxx
told kill library '^pvm_kill gives 0'
told kill tree '^pvm_kill gives 0'
runaway=$runaway_c
told wait works '^over after'
mv out named
"$ap1000" run --tasks inprocess "$runaway" wait works >out 2>err </dev/null || bad "wait works: exit code $?"
[ -s err ] && bad "with more patience nothing is said: $(cat err)"
cmp -s out named || bad "it differs: $(cat out named)"

# One that makes a call in time is not named as one that computes for ever, as often as it computes.
"$ap1000" run --tasks inprocess --patience 0.3 "$runaway" wait turns >out 2>err </dev/null || bad "wait turns: exit code $?"
grep -q '^over after' out && [ "$(grep -c 'computes between its looks' err)" = "$(wc -l <err)" ] && [ -s err ] || bad "wait turns: $(cat out err)"

# One that is alone, also with a master that waits for it: what it has printed comes, it is named, waited for, ended by a signal to the run.
for master in '' waits; do
    rm err
    "$ap1000" run --tasks inprocess --patience 0.2 "$endless" $master >out 2>err </dev/null &
    pid=$!
    until grep -q 'has computed for' err; do kill -0 $pid || break; sleep 0.05; done
    until grep -q begins out err; do kill -0 $pid || break; sleep 0.05; done
    kill -TERM $pid
    wait $pid
    [ $? -eq 143 ] || bad 'SIGTERM to a run whose only task computes: 143 is wanted'
    grep -q 'has computed for' err || bad "alone: $(cat err)"
done
finish
