#!/bin/bash
# chatter.sh AP1000 CHATTER - what tasks print is passed on while they run, in order, and little of it is kept.
set -u
ap1000=$1 chatter=$2 failed=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
bad() { echo "FAIL: $*"; failed=1; }

# All lines, those of the first slave before those of the second, in little memory.
for tasks in process inprocess; do
    "$ap1000" run --tasks $tasks "$chatter" lines 24 >"$dir/out" 2>"$dir/all" || bad "lines: exit code $?"
    grep -v '^ap1000: .* runs as a process: ' "$dir/all" >"$dir/err"
    awk 'BEGIN { n = -1 } $1 != who { who = $1; n = -1; tasks++ } $2 != n + 1 { wrong++ } { n = $2; lines++ }
         END { exit !(tasks == 2 && lines == 2 * 24 * 32768 && wrong == 0) }' "$dir/err" ||
        bad "lines, $tasks: not twice 786432 lines in order: $(wc -l <"$dir/err") lines, $(cut -d' ' -f1 "$dir/err" | uniq -c | head -5)"
    mib=$(sed -n 's/ MiB$//p' "$dir/out")
    [ "${mib:-999}" -le 60 ] || bad "48 MiB of lines took $mib MiB in the simulator ($tasks), at most 60 are wanted"
done

# A line without an end, as it comes and as several.
"$ap1000" run --tasks process "$chatter" one 24 >"$dir/out" 2>"$dir/err" || bad "one: exit code $?"
[ "$(wc -l <"$dir/err")" -eq 48 ] && [ "$(tr -cd x <"$dir/err" | wc -c)" -eq $((48 << 20)) ] ||
    bad "one: $(wc -l <"$dir/err") lines and $(tr -cd x <"$dir/err" | wc -c) bytes, not 48 of 1 MiB each"
mib=$(sed -n 's/ MiB$//p' "$dir/out")
[ "${mib:-999}" -le 60 ] || bad "a line of 24 MiB took $mib MiB in the simulator, at most 60 are wanted"

# To who collects it: complete, and at the same simulated time whenever it was passed on.
for time in 1 2; do
    "$ap1000" run --tasks process "$chatter" caught 3 >"$dir/out$time" 2>&1 || bad "caught: exit code $?"
    grep -c '^\[t[0-9a-f]*\] [0-9]\{31\}$' "$dir/out$time" | grep -qx $((2 * 3 * 32768)) || bad 'caught: not all lines'
done
cmp -s "$dir/out1" "$dir/out2" || bad "caught: two runs differ: $(grep -h ^at "$dir/out1" "$dir/out2")"

# As it comes: this line makes the slave go on.
"$ap1000" run --tasks process "$chatter" slow "$dir/go" >"$dir/out" 2>"$dir/err" &
pid=$!
for _ in {1..600}; do grep -q '^\[t[0-9a-f]*\] started$' "$dir/err" && break; sleep 0.1; done
grep -q '^\[t[0-9a-f]*\] started$' "$dir/err" || bad 'slow: the line does not come while the slave computes'
: >"$dir/go"
wait $pid || bad "slow: exit code $?"
exit $failed
