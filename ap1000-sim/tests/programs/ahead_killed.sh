#!/bin/sh
# ahead_killed.sh AP1000 AHEAD_KILLED KILLER - pvm_kill of a task that has run ahead of that time, by a program that nobody knew of then:
# what the task printed and sent after its end never happens. If a message that it had not sent yet was given to another, a line says
# that the run may differ.
set -u
ap1000=$1 program=$2 killer=$3 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# kill_it NAME PROCESSORS PATIENCE_MS [told]
kill_it() {
    rm -rf "$dir/met"
    mkdir "$dir/met"
    name=$1 processors=$2
    shift 2
    "$ap1000" run --cells 4 --tasks process --processors "$processors" --trace "$dir/$name.json" "$program" "$killer" "$dir/met" "$@" \
        >"$dir/$name.out" 2>&1 || { echo "FAIL $name: exit code $?"; bad=1; }
    sed -i 's/"command":\[[^]]*\]/"command":[]/' "$dir/$name.json" # the patience is a word of it
    [ "$processors" = 1 ] || [ -e "$dir/met/all" ] || { echo "FAIL $name: nobody ran ahead"; bad=1; }
}

kill_it one 1 100
kill_it two 2 60000
rounds=$(grep -c round "$dir/one.out")
[ "$rounds" -gt 0 ] && [ "$rounds" -lt 20 ] || { echo "FAIL: $rounds rounds, not some of 20"; bad=1; }
for kind in out json; do
    cmp -s "$dir/one.$kind" "$dir/two.$kind" ||
        { echo "FAIL: another $kind than with one processor"; diff "$dir/one.$kind" "$dir/two.$kind" | head -5 | cut -c1-200; bad=1; }
done
kill_it told 2 60000 told
grep -q 'is ended before it has sent a message .* so this run may differ from others; --processors 1 gives the right result' "$dir/told.out" ||
    { echo 'FAIL: nobody says that the run may differ'; cat "$dir/told.out"; bad=1; }
kill_it told-one 1 100 told
! grep 'may differ' "$dir/told-one.out" || bad=1
exit $bad
