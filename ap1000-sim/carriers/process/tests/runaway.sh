#!/bin/bash
# runaway.sh AP1000 RUNAWAY SERVER ENDLESS - a task that computes without a call, or has stopped itself, is named, and
# holds up nobody for ever. (bash: $SECONDS.)
set -u
ap1000=$1 runaway=$2 server=$3 endless=$4
. "$(dirname "$0")/../../../tests/programs/checks.sh"

# told MASTER SLAVE OUT ERR: the run ends with 0, prints OUT, and says ERR in one line.
told()
{
    "$ap1000" run --patience 1 "$runaway" "$1" "$2" >out 2>err || bad "$1 $2: exit code $?"
    grep -q "$3" out || bad "$1 $2: '$3' is wanted: $(cat out)"
    [ "$(wc -l <err)" -eq 1 ] && grep -q "^ap1000: t[0-9a-f]* on cell 0 $4" err ||
        bad "$1 $2: one line with '$4' is wanted: $(cat err)"
}
computes='has computed for [1-9][0-9]* s of real time without a PVM call (--patience; `kill -KILL [0-9]*` ends it now), at [0-9.]* ms; the run waits for it'
stopped='has been stopped by a signal, at '
told kill computes '^pvm_kill gives 0' "$computes"
told hear tells '^pvm_kill gives 0' "$computes"
told kill stops '^pvm_kill gives 0' "$stopped"
told watch stops '^pvm_kill gives 0' "$stopped"
began=$SECONDS
told watch computes '^pvm_kill gives 0' "$computes"
[ $((SECONDS - began)) -ge 2 ] || bad "two simulated seconds passed in $((SECONDS - began)) real ones beside a task that computes"

# One that does end: named, waited for, and nothing else is changed.
told wait works '^over after' "$computes"
mv out named
"$ap1000" run "$runaway" wait works >out 2>err || bad "wait works: exit code $?"
[ -s err ] && bad "without impatience nothing is said: $(cat err)"
cmp -s out named || bad "the time differs: $(cat out named)"

# Nor is one named that makes a call in time, as often as it computes.
"$ap1000" run --tasks process --patience 1.5 "$runaway" wait turns >out 2>err || bad "wait turns: exit code $?"
grep -q '^over after' out && [ ! -s err ] || bad "wait turns: $(cat out err)"

for wrong in 0 -1 soon ''; do
    "$ap1000" run --patience "$wrong" "$runaway" wait works >out 2>err
    [ $? -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] || bad "--patience '$wrong': $(cat err)"
done

# A server that waits with time-outs on a machine that stays: an hour must not pass at once.
export AP1000_NAME="runaway$$"
"$ap1000" up >out || bad 'no machine'
"$server" serve >server 2>&1 &
pid=$!
until [ -s server ]; do kill -0 $pid || break; sleep 0.05; done
began=$("$server" ask) real=$(date +%s)
sleep 3
simulated=$(($("$server" ask) - began)) real=$(($(date +%s) - real))
[ $simulated -le $((real + 2)) ] || bad "$simulated simulated seconds passed in $real real ones"
# Who is at no call for longer than the machine waits at its end hears of that at the next one.
"$endless" >endless 2>/dev/null &
stopped=$!
await test -s endless
kill -STOP $stopped
"$ap1000" down >/dev/null
wait $pid 2>/dev/null
kill -CONT $stopped
await eval "! kill -0 $stopped 2>/dev/null" || kill -KILL $stopped
wait $stopped 2>/dev/null
[ $? -eq 1 ] || bad 'a program that was stopped as its machine ended is not told'
finish
