# log.sh AP1000 PROGRAM: AP1000_LOG writes lines of the categories that it names, with simulated times that never go back, and changes
# nothing else: output and report are the same to the byte. PROGRAM: round_trips.
set -u
ap1000=$1 program=$2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
bad() { echo "FAIL: $*"; exit 1; }

# What the run says beside the log; $1: its categories.
run() {
    AP1000_LOG=$1 "$ap1000" run --cells 4 --processors 1 --report="$folder/report" "$program" >"$folder/out" 2>"$folder/err" || bad "log $1: ended with $?"
    grep '^\[[a-z]* [0-9.]* ms\] ' "$folder/err" >"$folder/log"
    grep -v '^\[[a-z]* [0-9.]* ms\] ' "$folder/err" | cat - "$folder/out" "$folder/report" >"$folder/rest"
}

run ''
[ ! -s "$folder/log" ] || bad "lines without AP1000_LOG: $(head -n 3 "$folder/log")"
mv "$folder/rest" "$folder/plain"
for categories in messages turns,clock all; do
    run "$categories"
    cmp -s "$folder/plain" "$folder/rest" || { diff "$folder/plain" "$folder/rest" | head; bad "log $categories: the run is another"; }
    sed 's/^\[\([a-z]*\) .*/\1/' "$folder/log" | sort -u >"$folder/seen"
    for one in $(echo "$categories" | sed 's/,/ /; s/all/turns clock messages control/'); do
        grep -qx "$one" "$folder/seen" || bad "log $categories: no line of $one"
    done
    [ "$categories" = all ] || [ "$(wc -l <"$folder/seen")" = "$(echo "$categories" | tr , '\n' | wc -l)" ] || bad "log $categories: lines of $(cat "$folder/seen")"
    sed 's/^\[[a-z]* \([0-9.]*\) .*/\1/' "$folder/log" | sort -c -n 2>"$folder/order" || bad "log $categories: $(cat "$folder/order")"
    echo "$categories: $(wc -l <"$folder/log") lines"
done
