#!/bin/sh
# lookahead.sh AP1000 LOOKAHEAD [SEEDS] - tasks that die, leave, halt the machine or spawn others while simulated time has gone on without
# them: what is printed, traced and reported is the same with one processor and with two.
set -u
ap1000=$1 program=$2 seeds=${3-6} bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# play PROCESSORS SEED END: each in a folder of its own, so that files have the same names.
play() {
    mkdir "$1"
    (
        cd "$1" || exit 1
        "$ap1000" run --cells 9 --tasks process --processors "$1" --trace trace.json --report=report "$program" "$2" "$3" >out 2>err
        echo "exit code $?" >>out
        sed -i '/sleeps between its polls without/d' err # a guess from real time: a busy computer may cause it
    )
}

seed=1
while [ "$seed" -le "$seeds" ]; do
    for end in none abort exit leave halt spawn; do
        rm -rf 1 2 differences
        play 1 "$seed" $end
        play 2 "$seed" $end
        [ -s 1/trace.json ] && diff -r 1 2 >differences && continue # twice nothing is the same, too
        echo "FAIL: seed $seed, $end: with two processors it differs, or does not run"
        cat 1/err
        head -n 10 differences 2>/dev/null | cut -c1-200
        bad=1
    done
    seed=$((seed + 1))
done
exit $bad
