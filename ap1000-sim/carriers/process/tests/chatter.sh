#!/bin/bash
# chatter.sh AP1000 CHATTER - what tasks print is passed on while they run, in order, and little of it is kept.
set -u
ap1000=$1 chatter=$2
. "$(dirname "$0")/../../../tests/programs/checks.sh"

# All lines, those of the first slave before those of the second, in little memory.
for tasks in process inprocess; do
    "$ap1000" run --tasks $tasks "$chatter" lines 24 >out 2>all || bad "lines: exit code $?"
    grep -v '^ap1000: .* runs as a process: ' all >err
    awk 'BEGIN { n = -1 } $1 != who { who = $1; n = -1; tasks++ } $2 != n + 1 { wrong++ } { n = $2; lines++ }
         END { exit !(tasks == 2 && lines == 2 * 24 * 32768 && wrong == 0) }' err ||
        bad "lines, $tasks: not twice 786432 lines in order: $(wc -l <err) lines, $(cut -d' ' -f1 err | uniq -c | head -5)"
    mib=$(sed -n 's/ MiB$//p' out)
    [ "${mib:-999}" -le 60 ] || bad "48 MiB of lines took $mib MiB in the simulator ($tasks), at most 60 are wanted"
done

# A line without an end, as it comes and as several.
"$ap1000" run --tasks process "$chatter" one 24 >out 2>err || bad "one: exit code $?"
[ "$(wc -l <err)" -eq 48 ] && [ "$(tr -cd x <err | wc -c)" -eq $((48 << 20)) ] ||
    bad "one: $(wc -l <err) lines and $(tr -cd x <err | wc -c) bytes, not 48 of 1 MiB each"
mib=$(sed -n 's/ MiB$//p' out)
[ "${mib:-999}" -le 60 ] || bad "a line of 24 MiB took $mib MiB in the simulator, at most 60 are wanted"

# To who collects it: complete, and at the same simulated time whenever it was passed on.
for time in 1 2; do
    "$ap1000" run --tasks process "$chatter" caught 3 >"out$time" 2>&1 || bad "caught: exit code $?"
    grep -c '^\[t[0-9a-f]*\] [0-9]\{31\}$' "out$time" | grep -qx $((2 * 3 * 32768)) || bad 'caught: not all lines'
done
cmp -s out1 out2 || bad "caught: two runs differ: $(grep -h ^at out1 out2)"

# As it comes: this line makes the slave go on.
"$ap1000" run --tasks process "$chatter" slow "$work/go" >out 2>err &
pid=$!
await grep -q '^\[t[0-9a-f]*\] started$' err || bad 'slow: the line does not come while the slave computes'
: >go
wait $pid || bad "slow: exit code $?"
finish
