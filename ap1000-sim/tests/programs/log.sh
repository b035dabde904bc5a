# log.sh AP1000 PROGRAM: AP1000_LOG writes lines of the categories that it names, with simulated times that never go back, and changes
# nothing else: output and report are the same to the byte. PROGRAM: round_trips.
set -u
ap1000=$1 program=$2
. "$(dirname "$0")/checks.sh"

# What the run says beside the log; $1: its categories.
run() {
    AP1000_LOG=$1 "$ap1000" run --cells 4 --processors 1 --report=report "$program" >out 2>err || bad "log $1: ended with $?"
    grep '^\[[a-z]* [0-9.]* ms\] ' err >log
    grep -v '^\[[a-z]* [0-9.]* ms\] ' err | cat - out report >rest
}

run ''
[ ! -s log ] || bad "lines without AP1000_LOG: $(head -n 3 log)"
mv rest plain
for categories in messages turns,clock all; do
    run "$categories"
    cmp -s plain rest || { diff plain rest | head; bad "log $categories: the run is another"; }
    sed 's/^\[\([a-z]*\) .*/\1/' log | sort -u >seen
    for one in $(echo "$categories" | sed 's/,/ /; s/all/turns clock messages control/'); do
        grep -qx "$one" seen || bad "log $categories: no line of $one"
    done
    [ "$categories" = all ] || [ "$(wc -l <seen)" = "$(echo "$categories" | tr , '\n' | wc -l)" ] || bad "log $categories: lines of $(cat seen)"
    sed 's/^\[[a-z]* \([0-9.]*\) .*/\1/' log | sort -c -n 2>order || bad "log $categories: $(cat order)"
    echo "$categories: $(wc -l <log) lines"
done
AP1000_LOG=all "$ap1000" run --cells 4 "$program" >full 2>/dev/full || bad "stderr is full: ended with $?"
cmp -s full out || bad 'stderr is full: the output is another'
finish
