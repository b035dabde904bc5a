#!/bin/sh
# ahead_killed.sh AP1000 AHEAD_KILLED KILLER - pvm_kill of a task that has run ahead of that time, by a program that nobody knew of then:
# what the task printed and sent after its end never happens. If a message that it had not sent yet was given to another, a line says
# that the run may differ.
set -u
ap1000=$1 program=$2 killer=$3
. "$(dirname "$0")/checks.sh"

# kill_it NAME PROCESSORS PATIENCE_MS [told]
kill_it() {
    rm -rf met
    mkdir met
    name=$1 processors=$2
    shift 2
    "$ap1000" run --cells 4 --tasks process --processors "$processors" --trace "$name.json" "$program" "$killer" "$work/met" "$@" \
        >"$name.out" 2>&1 || bad "$name: exit code $?"
    sed -i 's/"command":\[[^]]*\]/"command":[]/' "$name.json" # the patience is a word of it
    [ "$processors" = 1 ] || [ -e met/all ] || bad "$name: nobody ran ahead"
}

kill_it one 1 100
kill_it two 2 60000
rounds=$(grep -c round one.out)
[ "$rounds" -gt 0 ] && [ "$rounds" -lt 20 ] || bad "$rounds rounds, not some of 20"
for kind in out json; do
    cmp -s "one.$kind" "two.$kind" ||
        { bad "another $kind than with one processor"; diff "one.$kind" "two.$kind" | head -5 | cut -c1-200; }
done
kill_it told 2 60000 told
grep -q 'is ended before it has sent a message .* so this run may differ from others; --processors 1 gives the right result' told.out ||
    { bad 'nobody says that the run may differ'; cat told.out; }
kill_it told-one 1 100 told
! grep 'may differ' told-one.out || bad "the run with one processor is not the judge"
finish
