#!/bin/sh
# ahead_ends.sh AP1000 AHEAD_ENDS - tasks that die, and machines that end, while tasks have run ahead: with several processors what is
# said, printed and traced is what it is with one.
set -u
ap1000=$1 program=$2 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
for what in deaths prints posts leave halt; do
    for processors in 1 2 all; do
        "$ap1000" run --cells 8 --tasks process --processors $processors --trace "$dir/$processors.json" --report="$dir/$processors.report" \
            "$program" $what >"$dir/$processors.out" 2>"$dir/$processors.err"
        echo "exit code $?" >>"$dir/$processors.out"
        for kind in out err json report; do
            cmp -s "$dir/1.$kind" "$dir/$processors.$kind" && continue
            echo "FAIL $what: with $processors processors another $kind than with one"
            diff "$dir/1.$kind" "$dir/$processors.$kind" | head -5 | cut -c1-200
            bad=1
        done
    done
    [ $what != prints ] || grep -q '^Run ahead: [1-9]' "$dir/2.report" || { echo 'FAIL: nobody ran ahead'; bad=1; }
    [ $what != deaths ] || grep -q 'died of SIGSEGV' "$dir/1.err" || { echo 'FAIL: nobody died'; cat "$dir/1.err"; bad=1; }
done
exit $bad
