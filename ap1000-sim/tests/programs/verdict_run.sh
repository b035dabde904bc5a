#!/bin/sh
# verdict_run.sh AP1000 PROGRAM - what the report of round_trips.c says of the run: where its time goes, what a change would bring,
# held against a run with that change; messages nobody takes; a deadlock.
set -u
ap1000=$(realpath "$1") program=$(realpath "$2")
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 99
failures=0

check() { # WHAT COMMAND...: the command succeeds
    what=$1
    shift
    "$@" || { failures=$((failures + 1)); echo "FAIL: $what"; }
}

path_of() { # FILE: how long the critical path is [ms]
    sed -n 's/^The critical path takes \([0-9.]*\) ms.*/\1/p' "$1"
}

near() { # A B PERCENT: do they differ by at most so much?
    awk -v a="$1" -v b="$2" -v p="$3" 'BEGIN { d = 100 * (a - b) / b; printf "Expectation: %s +- %s %%   Actual: %s (%.2f %%)\n", b, p, a, d; exit !(b > 0 && d <= p && d >= -p) }'
}

"$ap1000" run --cells 4 --report=host.txt "$program" || echo 'FAIL: run'
"$ap1000" run --cells 4 --report=again.txt "$program" || echo 'FAIL: run'
"$ap1000" run --cells 4 --on cell --report=cell.txt "$program" || echo 'FAIL: run on a cell'
check 'the same again' cmp host.txt again.txt
check 'ends with the master' grep -q '^The critical path takes .* and ends with t40001 (host)' host.txt
check '400 messages over the host path' grep -Eq ' 8[0-9]\.[0-9] % .*messages between the host and the cells, over the host path: 400 of them, 40000 bytes' host.txt
check 'who waits for whom' grep -Eq '(^Who waits longest for whom:|^ ) t40001 .host. waits .* for t40002 .cell 0.: [89][0-9].* of its life' host.txt
check 'the call that waits' grep -q '^Most waited in: pvm_recv' host.txt
check 'the host interface is named' grep -Eq '^Busiest.*the host interface [0-9]' host.txt
check 'never received' grep -q '^Never received: 1 message of 10 bytes: 1 from t40002 to t40001 with tag 99' host.txt
estimate=$(sed -n 's/^  --on cell.* -> about \([0-9.]*\) ms/\1/p' host.txt)
check 'the estimate of --on cell is what a run on a cell takes' near "$estimate" "$(path_of cell.txt)" 3
check 'on a cell nobody advises to go there' test "$(grep -c -e '--on cell' cell.txt)" -eq 0

cat >fast.toml <<'END'
base = "ap1000"
[host_interface]
latency_us = 1081.79
interface_mb_per_s = 6
END
"$ap1000" run --machine ./fast.toml --cells 4 --report=fast.txt "$program" || echo 'FAIL: run on another machine'
twice=$(sed -n 's/^  a host path twice as fast.* -> about \([0-9.]*\) ms/\1/p' host.txt)
check 'the estimate of a faster host path is what a machine with one takes' near "$twice" "$(path_of fast.txt)" 1

"$ap1000" run --cells 4 --report=dead.txt "$program" deadlock 2>/dev/null
check 'a deadlock has its code' test $? -eq 86
check 'a deadlock is said to be one' grep -q '^Deadlock at ' dead.txt
check 'who waited for what' grep -q '  t40001 .* it waited in pvm_recv for t40002 with tag 7 since' dead.txt
[ "$failures" -eq 0 ]
