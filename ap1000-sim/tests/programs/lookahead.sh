#!/bin/sh
# lookahead.sh AP1000 LOOKAHEAD [SEEDS] - tasks that die, leave, halt the machine or spawn others while simulated time has gone on without
# them: what is printed, traced and reported is the same with one processor and with two.
set -u
ap1000=$1 program=$2 seeds=${3-6}
. "$(dirname "$0")/checks.sh"

# play PROCESSORS FIRST SECOND: the program with these words, each in a folder of its own, so that files have the same names.
play() {
    mkdir "$1"
    (
        cd "$1" || exit 1
        "$ap1000" run --cells 9 --tasks process --processors "$1" --trace trace.json --report=report "$program" "$2" "$3" >out 2>err
        echo "exit code $?" >>out
        sed -i '/sleeps between its polls without/d' err # a guess from real time: a busy computer may cause it
    )
}

# same FIRST SECOND: what the program does with these words
same() {
    rm -rf 1 2 differences
    play 1 "$1" "$2"
    play 2 "$1" "$2"
    [ -s 1/trace.json ] && diff -r 1 2 >differences && return # twice nothing is the same, too
    bad "$1, $2: with two processors it differs, or does not run"
    cat 1/err
    head -n 10 differences 2>/dev/null | cut -c1-200
}

seed=1
while [ "$seed" -le "$seeds" ]; do
    for end in none abort exit leave halt spawn; do
        same "$seed" $end
    done
    seed=$((seed + 1))
done
# What a task has printed before the machine is halted comes first, though its turn is not over.
for us in 500 1000 1500 2000 2500 3000 3500 4000 4500 5000; do
    same halted $us
done
finish
