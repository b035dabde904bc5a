#!/bin/sh
# speedup.sh OUT [quick] - how much sooner a run that computes is over when it may use several processors of this computer: three
# patterns (pattern.c) on 1, 2, 4 ... processors, in turns, and the same under the real PVM. Wants ap1000 on PATH, pvm3 and gpvm3 known
# to pkg-config, and a computer that does nothing else. Writes OUT/speed/speedup.tsv (one row a pattern and number of processors),
# speedup-runs.tsv (each run), speedup.png and .svg, and prints the table. A row's speed-up is the median over the repetitions of the time
# with one processor over the time of this row, in the same turn; a run without rounds is taken off both.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd) quick=${2-}
repetitions=7
work=$(mktemp -d /tmp/pvm.XXXXXX) # PVM 3.4.6 takes no path with spaces
. "$here/realpvm.sh"
trap end EXIT
trap 'exit 1' HUP INT TERM
dir=$out/speed
mkdir -p "$dir"
rm -f "$dir"/speedup*

# A pattern, its tasks, its size, its rounds.
rows='farm 17 2000 300
jacobi 16 2048 200
matmul 16 1024 2'
[ -z "$quick" ] || rows='farm 17 2000 100
jacobi 16 2048 60
matmul 16 768 1' repetitions=5

# shellcheck disable=SC2046 # flags are words
cc -O2 -I"$here/../programs" "$here/pattern.c" $(pkg-config --cflags --libs gpvm3 pvm3) -o "$work/pattern"
cc -O2 "$here/spent.c" -o "$work/spent"
start_pvm
systems=1
n=1 most=$(nproc)
while [ $n -lt "$most" ]; do
    n=$((2 * n < most ? 2 * n : most))
    systems="$systems $n"
done
[ -z "$daemon" ] || systems="$systems pvm"

# run SYSTEM PATTERN TASKS SIZE ROUNDS: the real time that it takes [s].
run() {
    system=$1
    shift
    if [ "$system" = pvm ]; then
        with_pvm "$work/spent" -d "$daemon" -o "$work/spent.tsv" "$work/pattern" "$@" </dev/null >"$work/output" 2>&1 || return 1
    else
        "$work/spent" -o "$work/spent.tsv" ap1000 run --tasks process --processors "$system" --cells "$2" "$work/pattern" "$@" \
            </dev/null >"$work/output" 2>&1 || return 1
    fi
    cut -f 1 "$work/spent.tsv"
}

failed() {
    echo "speedup.sh: $pattern on $system does not run:" >&2
    cat "$work/output" >&2
    exit 1
}

printf 'row\tpattern\ttasks\tsize\tsystem\trepetition\thost_s\n' >"$dir/speedup-runs.tsv"
repetition=0
while [ "$repetition" -lt "$repetitions" ]; do
    repetition=$((repetition + 1)) row=0
    printf '%s\n' "$rows" | while read -r pattern tasks size rounds; do
        row=$((row + 1))
        for system in $systems; do
            without=$(run "$system" "$pattern" "$tasks" "$size" 0) || failed
            with=$(run "$system" "$pattern" "$tasks" "$size" "$rounds") || failed
            printf '%d\t%s\t%d\t%d\t%s\t%d\t%s\n' "$row" "$pattern" "$tasks" "$size" "$system" "$repetition" \
                "$(awk -v a="$without" -v b="$with" 'BEGIN { print b - a }')" >>"$dir/speedup-runs.tsv"
        done
    done
done
echo "# $(uname -m), $most processors; $repetitions repetitions in turns, medians, lowest and highest" >"$dir/speedup.tsv"
awk -f "$here/middle.awk" -f "$here/speedup.awk" "$dir/speedup-runs.tsv" >>"$dir/speedup.tsv"
if command -v gnuplot >/dev/null; then
    gnuplot -d -c "$here/../style.gp" "$here/speedup.gp" "$here/.." "$out" >"$work/plot.log" 2>&1 || { cat "$work/plot.log" >&2; exit 1; }
fi
awk -F '\t' '/^#/ { next } { printf "%-8s %6s %6s %10s %8s %9s %9s %9s\n", $2, $3, $4, $5, $6, $7, $8, $9 }' "$dir/speedup.tsv"
