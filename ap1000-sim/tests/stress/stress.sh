# stress.sh quick|all AP1000 STRESS [OUT] - much of everything in one run: what comes is right, and memory and descriptors do not grow.
# quick: under a minute. all: the figures of ROBUSTNESS.md, some ten minutes and 10 GB of memory; draws OUT/traffic.png and .svg.
set -u
mode=$1 ap1000=$2 stress=$3 out=${4-} failed=0
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad() {
    echo "FAIL: $*"
    failed=1
}
# row WANTED WORDS...: the run ends with 0, says nothing on stderr, and its last line is as wanted.
row() {
    wanted=$1
    shift
    began=$(date +%s)
    # shellcheck disable=SC2086 # options are words
    "$ap1000" run ${options-} "$stress" "$@" >"$dir/said" 2>"$dir/err" </dev/null
    code=$?
    if [ $code -ne 0 ] || [ -s "$dir/err" ] || ! tail -n 1 "$dir/said" | grep -qx "$wanted"; then
        bad "stress $*: exit code $code, '$wanted' is wanted: $(tail -n 2 "$dir/said") $(head -n 3 "$dir/err")"
    else
        echo "$wanted: $(($(date +%s) - began)) s${options:+ ($options)}"
    fi
}
# flat: in the table of `stress traffic` the last quarter is no higher than the second was.
flat() {
    awk -F '\t' '/^[0-9]/ { n++; for (i = 2; i <= 5; i++) v[n, i] = $i }
        function most(i, from, to,   k, m) { for (k = from; k <= to; k++) if (v[k, i] > m) m = v[k, i]; return m }
        END { if (n < 8) { print "only " n + 0 " rows"; exit 1 }
            for (i = 2; i <= 5; i++) {
                before = most(i, int(n / 4) + 1, int(n / 2)); after = most(i, n - int(n / 4) + 1, n)
                if (after > before * 1.05 + (i == 5 ? 0 : 2)) { print "column " i " grows: from " before " to " after; wrong = 1 } }
            exit wrong }' "$1"
}

if [ "$mode" = all ]; then
    row 'exchange: 1000 tasks, 1000000 messages, 0 wrong' exchange 1000 1000
    options='--tasks inprocess'
    row 'exchange: 1000 tasks, 1000000 messages, 0 wrong' exchange 1000 1000
    options=
    row 'unread: 1000000 messages, 0 wrong' unread 1000000
    row 'spawns: 10000 tasks of 8 bytes, 0 wrong' spawns 10000 8
    row 'spawns: 1000 tasks of 20000000 bytes, 0 wrong' spawns 1000 20000000
    free_mib=$(awk '$1 == "MemAvailable:" { print int($2 / 1024) }' /proc/meminfo)
    if [ "$free_mib" -gt 10000 ]; then
        row 'long: 2147483647 bytes, 0 wrong' long 2147483647
    else
        echo "a message of 2147483647 bytes is left out: it wants 10 GB of memory, and $free_mib MiB are free"
    fi
    rounds=60000 rows=100
else
    row 'exchange: 300 tasks, 60000 messages, 0 wrong' exchange 300 200
    options='--tasks inprocess'
    row 'exchange: 1000 tasks, 100000 messages, 0 wrong' exchange 1000 100
    options=
    row 'unread: 100000 messages, 0 wrong' unread 100000
    row 'spawns: 500 tasks of 8 bytes, 0 wrong' spawns 500 8
    row 'spawns: 100 tasks of 20000000 bytes, 0 wrong' spawns 100 20000000
    row 'long: 100000000 bytes, 0 wrong' long 100000000
    rounds=2000 rows=20
fi
# With more processors tasks run ahead, and more messages are under way at a time.
options='--processors 1'
row "traffic: $rounds rounds, 0 wrong" traffic $rounds $rows
options=
flat "$dir/said" || bad 'memory or descriptors grow'
if [ -n "$out" ]; then
    grep -v '^traffic' "$dir/said" >"$out/traffic.tsv"
    gnuplot -d -c "$here/../../../eval/style.gp" "$here/traffic.gp" "$here/../../../eval" "$out" || bad 'no figure'
fi
exit $failed
