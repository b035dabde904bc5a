#!/bin/bash
# runaway.sh AP1000 RUNAWAY ENDLESS RUNAWAY_CXX - a task in process that computes without a call is named, holds up nobody for ever, can be ended, and
# computes what it computes. (bash: $SECONDS.)
set -u
ap1000=$1 runaway=$2 endless=$3 runaway_cxx=$4 failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bad() { echo "FAIL: $*"; failed=1; }

# told MASTER SLAVE OUT: the run ends with 0, prints OUT, and says in one line that the slave computes.
told()
{
    "$ap1000" run --tasks inprocess --patience 0.2 "$runaway" "$1" "$2" >"$dir/out" 2>"$dir/err" </dev/null || bad "$1 $2: exit code $?"
    grep -q "$3" "$dir/out" || bad "$1 $2: '$3' is wanted: $(cat "$dir/out")"
    [ "$(wc -l <"$dir/err")" -eq 1 ] &&
        grep -q '^ap1000: t40002 on cell 0 has computed for [0-9]* s of real time without a PVM call (--patience; pvm_kill ends it, `kill [0-9]*` the run), at [0-9.]* ms; the run' \
            "$dir/err" || bad "$1 $2: one line is wanted: $(cat "$dir/err")"
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
mv "$dir/out" "$dir/named"
"$ap1000" run --tasks inprocess "$runaway" wait works >"$dir/out" 2>"$dir/err" </dev/null || bad "wait works: exit code $?"
[ -s "$dir/err" ] && bad "with more patience nothing is said: $(cat "$dir/err")"
cmp -s "$dir/out" "$dir/named" || bad "it differs: $(cat "$dir/out" "$dir/named")"

# One that makes a call in time is not named as one that computes for ever, as often as it computes.
"$ap1000" run --tasks inprocess --patience 0.3 "$runaway" wait turns >"$dir/out" 2>"$dir/err" </dev/null || bad "wait turns: exit code $?"
grep -q '^over after' "$dir/out" && [ "$(grep -c 'computes between its looks' "$dir/err")" = "$(wc -l <"$dir/err")" ] && [ -s "$dir/err" ] || bad "wait turns: $(cat "$dir/out" "$dir/err")"

# One that is alone, also with a master that waits for it: what it has printed comes, it is named, waited for, ended by a signal to the run.
for master in '' waits; do
    rm "$dir/err"
    "$ap1000" run --tasks inprocess --patience 0.2 "$endless" $master >"$dir/out" 2>"$dir/err" </dev/null &
    pid=$!
    until grep -q 'has computed for' "$dir/err"; do kill -0 $pid || break; sleep 0.05; done
    until grep -q begins "$dir/out" "$dir/err"; do kill -0 $pid || break; sleep 0.05; done
    kill -TERM $pid
    wait $pid
    [ $? -eq 143 ] || bad 'SIGTERM to a run whose only task computes: 143 is wanted'
    grep -q 'has computed for' "$dir/err" || bad "alone: $(cat "$dir/err")"
done
exit $failed
