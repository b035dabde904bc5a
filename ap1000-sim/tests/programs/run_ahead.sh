#!/bin/sh
# run_ahead.sh AP1000 RUN_AHEAD PLAYER [SEEDS] - random programs as processes and in process, with one processor of this
# computer, with two, and with all that there are; every third also beside busy loops and with all of the run on one
# processor: output, trace and report are the same bytes. PLAYER (tests/random) has groups, kills and signals, too.
# side_by_side.sh shows that tasks do run ahead.
set -u
ap1000=$1 program=$2 player=$3 seeds=${4-12}
dir=$(mktemp -d) || exit 1
busy=
end() {
    # shellcheck disable=SC2086 # process ids
    [ -z "$busy" ] || kill $busy
    rm -rf "$dir"
}
trap end EXIT
trap 'exit 1' HUP INT TERM
ahead=0 bad=0

# play NAME COMMAND...: the run, with what it says, its trace and its report.
play() {
    name=$1
    shift
    # shellcheck disable=SC2086 # words of a command
    "$@" --trace "$dir/$name.json" --report="$dir/$name.report" --cells 16 $what >"$dir/$name.out" 2>&1 ||
        { echo "FAIL $what, $name: exit $?"; bad=1; }
    sed -i '/sleeps between its polls without/d' "$dir/$name.out" # a guess from real time: a busy computer may cause it
    [ "$name" = one ] && return
    for kind in out json report; do
        cmp -s "$dir/one.$kind" "$dir/$name.$kind" ||
            { echo "FAIL $what: $name gives another $kind than one processor"; diff "$dir/one.$kind" "$dir/$name.$kind" | head -5 | cut -c1-200; bad=1; }
    done
}

# compare PROGRAM...
compare() {
    what=$*
    play one "$ap1000" run --tasks process --processors 1
    play two "$ap1000" run --tasks process --processors 2
    play all "$ap1000" run --tasks process
    play inside "$ap1000" run
    play elsewhere env AP1000_TURNS=elsewhere "$ap1000" run --tasks inprocess --processors 3
    [ $((seed % 3)) = 0 ] || return
    for _ in 1 2 3; do
        while :; do :; done &
        busy="$busy $!"
    done
    play busy "$ap1000" run --tasks process --processors 2
    play busy_inside env AP1000_TURNS=elsewhere "$ap1000" run --tasks inprocess --processors 2
    # shellcheck disable=SC2086
    kill $busy
    busy=
    if command -v taskset >/dev/null; then
        first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
        play pinned taskset -c "$first" "$ap1000" run --tasks process --processors 2
    fi
}

seed=1
while [ "$seed" -le "$seeds" ]; do
    case $((seed % 3)) in
    0) compare "$program" "$seed" 16 20 600 ;; # these may run far ahead
    *) compare "$program" "$seed" $((2 + seed % 9)) 6 150 ;;
    esac
    n=$(sed -n 's/^Run ahead: \([0-9]*\) of.*/\1/p' "$dir/two.report")
    ahead=$((ahead + ${n:-0}))
    [ $((seed % 4)) != 0 ] || compare "$player" "$seed" 100
    seed=$((seed + 1))
done
echo "$seeds random programs; tasks could run ahead $ahead times"
[ "$bad" = 0 ] && [ "$ahead" -gt 0 ]
