# lines.sh AP1000 PROGRAM FIXED: the line of the source that makes a call, in traces and reports: of a program anywhere in memory, and of
# one with a fixed place, as processes and in process. Both are lines.c, which prints its own lines.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2") fixed=$(realpath "$3")
. "$checks"

for tasks in process inprocess; do
    "$ap1000" run --tasks $tasks --cells 4 --trace $tasks.json --report=$tasks.tsv "$program" >told
done
"$ap1000" run --cells 4 --report=fixed.tsv "$fixed" >/dev/null
check 'the program ran' test "$(wc -l <told)" -eq 8
while read -r line call; do
    for way in process inprocess fixed; do
        check "$way: $call at $line" grep -Eq "^lines\.$line\.$call\.times.1$" $way.tsv
    done
    check "the trace: $call at $line" grep -q "\"name\":\"$call\",\"cat\":\"call\",\"args\":{\"line\":\"$line\"}" process.json
done <told
for way in process inprocess fixed; do
    check "$way: calls of a task that is spawned by its name" grep -Eq '^lines\.lines\.c:[0-9]+\.pvm_send\.times.1$' $way.tsv
done
check 'the same trace as processes and in process' test "$(sed 1d process.json | cksum)" = "$(sed 1d inprocess.json | cksum)"
"$ap1000" run --cells 4 --report "$program" >/dev/null 2>short
check 'which receive waits' grep -Eq '^Waits by line of the source: pvm_[a-z]+ at lines.c:[0-9]+, [0-9.]+ ms' short
check 'a table of them' sh -c '"$1" run --cells 4 --report=full "$2" 2>&1 >/dev/null | grep -q "^pvm_recv at lines.c:[0-9]* *1 "' - "$ap1000" "$program"
"$ap1000" view process.json --out page.html >/dev/null
check 'the page has them' grep -q '"lines":\[.*"lines.c:' page.html
finish
