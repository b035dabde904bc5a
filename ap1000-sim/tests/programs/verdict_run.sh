#!/bin/sh
# verdict_run.sh AP1000 PROGRAM - what the report of round_trips.c finds: where the run's time goes, and what a change
# would save, compared with a run with that change; messages that nobody receives; a deadlock; the same in the form for
# programs; the torus.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

path_of() { # FILE: prints how long the critical path is [ms]
    sed -n 's/^The critical path takes \([0-9.]*\) ms.*/\1/p' "$1"
}

near() { # A B PERCENT: checks that they differ by at most so much
    awk -v a="$1" -v b="$2" -v p="$3" 'BEGIN { d = 100 * (a - b) / b; printf "Expectation: %s +- %s %%   Actual: %s (%.2f %%)\n", b, p, a, d; exit !(b > 0 && d <= p && d >= -p) }'
}

check 'run' "$ap1000" run --cells 4 --report=host.txt "$program"
check 'run' "$ap1000" run --cells 4 --report=again.txt "$program"
check 'run on a cell' "$ap1000" run --cells 4 --on cell --report=cell.txt "$program"
check 'the same again' cmp host.txt again.txt
check 'ends with the master' grep -q '^The critical path takes .* and ends with t40001 (host)' host.txt
check '400 messages over the host path' grep -Eq ' 8[0-9]\.[0-9] % .*messages between the host and the cells, over the host path: 400 of them, 40000 bytes' host.txt
check 'who waits for whom' grep -Eq '(^Who is waited for:|^ ) t40002 .cell 0. by t40001 .host., .* ms: [89][0-9].* of its life' host.txt
check 'the call that waits' grep -q '^Most waited in: pvm_recv' host.txt
check 'the host interface is named' grep -Eq '^Busiest.*the host interface [0-9]' host.txt
check 'never received' grep -q '^Never received: 1 message of 10 bytes: 1 from t40002 to t40001 with tag 99' host.txt
estimate=$(sed -n 's/^  --on cell.* -> about \([0-9.]*\) ms/\1/p' host.txt)
check 'the estimate of --on cell is what a run on a cell takes' near "$estimate" "$(path_of cell.txt)" 3
check 'on a cell nobody advises to go there' test "$(grep -c -e '^  --on cell' cell.txt)" -eq 0

cat >fast.toml <<'END'
base = "ap1000"
[host_interface]
latency_us = 1081.79
interface_mb_per_s = 6
END
check 'run on another machine' "$ap1000" run --machine ./fast.toml --cells 4 --report=fast.txt "$program"
twice=$(sed -n 's/^  a host path twice as fast.* -> about \([0-9.]*\) ms/\1/p' host.txt)
check 'the estimate of a faster host path is what a machine with one takes' near "$twice" "$(path_of fast.txt)" 1

"$ap1000" run --cells 4 --report=dead.txt "$program" deadlock 2>/dev/null
check 'a deadlock has its code' test $? -eq 86
check 'a deadlock is said to be one' grep -q '^Deadlock at ' dead.txt
check 'who waited for what' grep -q '  t40001 .* it waited in pvm_recv for t40002 with tag 7 since' dead.txt

# The table, for programs.
check 'run for a table' "$ap1000" run --cells 4 --report=r.tsv "$program"
check 'run for JSON' "$ap1000" run --cells 4 --report=r.json "$program"
value() { # NAME: prints that value of the table
    awk -F'\t' -v name="$1" '$1 == name { print $2 }' r.tsv
}
check 'the table has a header' test "$(head -n 1 r.tsv)" = "$(printf 'quantity\tvalue')"
check 'every line has a name and a value' test "$(awk -F'\t' 'NF != 2' r.tsv | wc -l)" -eq 0
check 'messages on the path' test "$(value critical_path.parts_ns.messages_host.count)" = 400
check 'calls of the master' test "$(value tasks.t40001.calls.pvm_recv.times)" = 200
check 'who sent how much' test "$(value sent.t40002.t40001.bytes)" = 20010
check 'never received' test "$(value 'critical_path.never_received.t40002.t40001.tag 99.messages')" = 1
check 'the estimate is that of the words' test "$(value what_if.on_cell.time_ns | awk '{ printf "%.3f", $1 / 1e6 }')" = "$estimate"
"$ap1000" run --cells 4 --report=r.csv "$program"
check 'commas between, with quotes where need be' grep -q '^verdict.0,"\?Cause: ' r.csv
check 'and the same numbers' grep -q "^time_ns,$(value time_ns)$" r.csv
check 'its header' test "$(head -n 1 r.csv)" = 'quantity,value'
check 'every line is two fields' sh -c "python3 -c 'import csv; assert all(len(r) == 2 for r in csv.reader(open(\"r.csv\")))'"
refused 'a trace is JSON' "$ap1000" run --cells 4 --trace t.csv "$program"
# What ran: the program, its build, the machine's numbers; also of a program that has started its machine itself.
check 'the version with its commit' test "$(value made_by.version)" = "$("$ap1000" --version)"
check 'the program' test "$(value made_by.program)" = "$(realpath "$program")"
check 'a build of it' sh -c "grep -Eq '^made_by.build_id.[0-9a-f]{16}' r.tsv"
other() { "$ap1000" run --cells 4 --report=other.tsv "$@" "$program" && awk '$1 == "made_by.numbers_hash" { print $2 }' other.tsv; }
check 'the same numbers' test "$(other)" = "$(value made_by.numbers_hash)"
check 'other numbers' test "$(other --set cell.send_us=99)" != "$(value made_by.numbers_hash)"
AP1000_CELLS=4 AP1000_REPORT=own.tsv "$program" alive
check "its command: $(grep '^made_by' own.tsv)" sh -c "grep -q '^made_by.command.0.*round_trips$' own.tsv && grep -q '^made_by.command.1.alive$' own.tsv"
check 'JSON has the same time' grep -q "^ \"time_ns\": $(value time_ns),$" r.json
"$ap1000" info --json >info.json
check 'info --json: a value with unit, kind and source' sh -c "grep -A4 'tnet.link_mb_per_s' info.json | tr -d '\n' | grep -q '\"value\": 25.0,.*MB/s.*sourced.*Brent'"

# A deadlock is drawn as a graph; without one there is none.
"$ap1000" run --cells 4 --trace dead.json "$program" deadlock 2>dead.err
check 'the graph is named' grep -q 'dot -Tsvg -O dead-waits.dot' dead.err
check 'each waits for the other, red' test "$(grep -c 't4000[12] -> t4000[21] .label="pvm_recv, tag 7", color="#d55e00"' dead-waits.dot)" -eq 2
mkdir full-waits.dot
"$ap1000" run --cells 4 --trace full.json "$program" deadlock 2>full.err
check 'a deadlock has its code, with a graph or without' test $? -eq 86
check 'a graph that cannot be written' grep -q "^ap1000: graph of the deadlock 'full-waits.dot': cannot be written: Is a directory" full.err
"$ap1000" run --cells 4 --trace alive.json "$program"
check 'no deadlock, no graph' test ! -e alive-waits.dot
if command -v dot >/dev/null; then
    check 'Graphviz draws it' dot -Tsvg -o dead.svg dead-waits.dot
fi
if command -v gnuplot >/dev/null; then
    "$ap1000" run --on cell --cells 4 --report=links.json "$program"
    check 'the torus' test "$("$ap1000" plot links.json --out links 2>torus.err | tr '\n' ' ')" = 'links-torus.png links-torus.svg '
    check 'gnuplot has nothing to complain of' test ! -s torus.err
fi
finish
