#!/bin/sh
# ahead_ends.sh AP1000 AHEAD_ENDS - tasks that die, and machines that end, while tasks have run ahead: with several processors what is
# said, printed and traced is what it is with one.
set -u
ap1000=$1 program=$2
. "$(dirname "$0")/checks.sh"
for what in deaths prints posts leave halt; do
    for processors in 1 2 all; do
        "$ap1000" run --cells 8 --tasks process --processors $processors --trace "$processors.json" --report="$processors.report" \
            "$program" $what >"$processors.out" 2>"$processors.err"
        echo "exit code $?" >>"$processors.out"
        for kind in out err json report; do
            cmp -s "1.$kind" "$processors.$kind" && continue
            bad "$what: with $processors processors another $kind than with one"
            diff "1.$kind" "$processors.$kind" | head -5 | cut -c1-200
        done
    done
    [ $what != prints ] || grep -q '^Run ahead: [1-9]' 2.report || bad 'nobody ran ahead'
    [ $what != deaths ] || grep -q 'died of SIGSEGV' 1.err || { bad 'nobody died'; cat 1.err; }
done
finish
