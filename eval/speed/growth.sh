#!/bin/sh
# growth.sh OUT [quick] - what a task, its place in a barrier, and a message cost this computer as the machine grows from 64 to
# 65,536 cells (the last with 6 GB of free memory, and once). growth.c is the program; it adds nothing that grows. Wants what run.sh wants. Writes OUT/speed/growth.tsv (one row
# a carrier and number of cells), growth.png and .svg, and prints the table. No figure of it is in results.tsv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/speed"
out=$(cd "$1" && pwd) quick=${2-}
usual=3 most_inprocess=65536 most_process=1024 limit_s=900
[ -z "$quick" ] || most_inprocess=1024 most_process=256 usual=1
free_kib=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)
if [ "$most_inprocess" -gt 16384 ] && [ "${free_kib:-0}" -lt 6000000 ]; then
    echo "growth: 65,536 cells want 6 GB of free memory, and there are $((${free_kib:-0} / 1000)) MB: left out" >&2
    most_inprocess=16384
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# shellcheck disable=SC2046 # flags are words
cc -O2 -I"$here/../programs" "$here/growth.c" $(pkg-config --cflags --libs gpvm3 pvm3) -o "$work/growth"
cc -O2 "$here/spent.c" -o "$work/spent"

# spent OPTIONS CARRIER PATTERN TASKS ROUNDS: processor seconds, or MiB with -m.
spent() {
    # shellcheck disable=SC2086 # options are words
    "$work/spent" $1 -o "$work/spent.tsv" timeout -k 2 "$limit_s" ap1000 run --tasks "$2" --cells "$4" "$work/growth" "$3" "$4" "$5" \
        </dev/null >"$work/output" 2>&1 || { cat "$work/output" >&2; return 1; }
    cut -f "$([ -z "$1" ] && echo 2 || echo 3)" "$work/spent.tsv"
}
# median COMMAND...: of its repetitions.
median() {
    all=''
    for _ in $(seq "$repetitions"); do
        one=$("$@") || return 1 # not in a pipeline, which would hide it
        all="$all $one"
    done
    # shellcheck disable=SC2086 # numbers are words
    printf '%s\n' $all | sort -g | sed -n "$((repetitions / 2 + 1))p"
}

file=$out/speed/growth.tsv
{
    echo "# processor time of this computer, medians of $usual (65,536: one); a run of one task is taken off the starts, one without rounds off the others"
    printf 'carrier\ttasks\tstart_us\tmemory_KiB\tbarrier_us\tmessage_us\n'
} >"$file"
for carrier in inprocess process; do
    eval "most=\$most_$carrier" repetitions=$usual
    base_s=$(median spent '' "$carrier" start 1 0) || exit 1
    base_mib=$(spent -m "$carrier" start 1 0) || exit 1
    for tasks in 64 256 1024 4096 16384 65536; do
        [ "$tasks" -le "$most" ] || break
        [ "$tasks" -lt 65536 ] || repetitions=1
        rounds=$((8192 / tasks > 4 ? 8192 / tasks : 4)) barriers=$((4096 / tasks > 8 ? 4096 / tasks : tasks > 16384 ? 2 : 8))
        start_s=$(median spent '' "$carrier" start "$tasks" 0) || exit 1
        mib=$(spent -m "$carrier" start "$tasks" 0) || exit 1
        for pattern in "barrier $barriers" "neighbours $rounds"; do
            name=${pattern% *} n=${pattern#* }
            with=$(median spent '' "$carrier" "$name" "$tasks" "$((n + 1))") || exit 1
            # The first barrier brings the server of groups and the members' joining: it is taken off with the start.
            without=$(median spent '' "$carrier" "$name" "$tasks" 1) || exit 1
            eval "$name=\$(awk -v w=$with -v o=$without -v n=$n -v t=$tasks 'BEGIN { print (w - o) / n / t * 1e6 }')"
        done
        awk -v c="$carrier" -v t="$tasks" -v s="$start_s" -v s1="$base_s" -v m="$mib" -v m1="$base_mib" -v b="$barrier" -v d="$neighbours" \
            'BEGIN { printf "%s\t%d\t%.3g\t%.3g\t%.3g\t%.3g\n", c, t, (s - s1) / t * 1e6, (m - m1) / t * 1024, b, d / 4 }' >>"$file"
    done
done
if command -v gnuplot >/dev/null; then
    gnuplot -d -c "$here/../style.gp" "$here/growth.gp" "$here/.." "$out" >"$work/plot.log" 2>&1 || { cat "$work/plot.log" >&2; exit 1; }
fi
awk -F'\t' '!/^#/ { printf "%-10s %6s %12s %12s %12s %12s\n", $1, $2, $3, $4, $5, $6 }' "$file"
