# beside.sh PROGRAMS OUT MACHINE CELLS [quick] - the paper's three measurements on the AP1000 and on another machine of the same
# number of cells: both curves in one figure, and a table of both. It knows nothing of the paper's figures: of another machine
# the paper says nothing. Started by run.sh --machine.
machine=$3 cells=$4
set -- "$1" "$2" ${5+"$5"}
. "$(dirname "$0")/measuring.sh"
EVAL_FAILURES=""; trap - EXIT # a machine that cannot do something is left out
measurement=beside
other=$(basename "$machine" .toml)
[ "$other" != ap1000 ] || other=other
tasks=$(if [ "$cells" -lt 64 ]; then echo "$cells"; else echo 64; fi)
sizes=$(pick "0 250 $(seq -s ' ' 500 500 4000) 8192 16384 65536 262144 1048576" '0 1000 4000 65536')
short=$(pick "$(seq -s ' ' 0 500 4000)" '0 1000 4000')
doubled() { n=2; while [ "$n" -le "$1" ]; do echo "$n"; n=$((n * 2)); done; }

# both NAME TITLE COMMAND...: the rows of COMMAND on each machine. A machine that cannot (too few nodes) is left out, and a line says why.
both() {
    name=$1 title=$2
    shift 2
    for one in ap1000 "$other"; do
        options="--machine $(if [ "$one" = ap1000 ]; then echo ap1000; else echo "$machine"; fi) --cells $cells"
        table "$name.$one" "$title, $one, $cells cells" "$options"
        set +e # in a condition the shell would not end rows at the command that fails
        (set -e; rows "$name.$one" "$options --on host" "$@") 2>"$out/programs/beside.err"
        code=$?
        set -e
        if [ $code -ne 0 ]; then
            echo "beside: $title is left out on $one: $(head -n 1 "$out/programs/beside.err")" >&2
            rm -f "$out/data/beside.$name.$one.tsv" "$out/data/beside.$name.$one.tsv.rows"
        fi
    done
}

compile onetoone
compile alltoall
compile barrier gpvm3
for path in cell-cell host-cell; do
    # shellcheck disable=SC2086 # sizes are words
    both $path "one-to-one, $path" ./onetoone $path -n 4 -r "$(pick 20 3)" $sizes
done
# shellcheck disable=SC2086
both alltoall "all-to-all broadcast, $tasks tasks" ./alltoall cell-cell -k 5 -m 100000 -r "$(pick 4 2)" -n "$tasks" $short
for n in $(doubled "$cells"); do
    for one in ap1000 "$other"; do
        options="--machine $(if [ "$one" = ap1000 ]; then echo ap1000; else echo "$machine"; fi) --cells $cells"
        [ "$n" -gt 2 ] || table "barrier.$one" "pvm_barrier, $one, $cells cells" "$options"
        rows "barrier.$one" "$options --on host" ./barrier cell-cell -n "$n" -r 2
    done
done

# The table: lines fitted to the short messages, and single figures.
fitted() { # SERIES WORD: from fit.gp's rows
    awk -F '\t' '/^#/ || !/^[0-9]/ || $1 <= 4000' "$out/data/beside.$1.tsv" >"$out/programs/beside.short"
    gnuplot -d -c "$here/fit.gp" "$out/programs/beside.short" series | awk -F '\t' -v word="series $2" '$1 == word { print $2 }'
}
last() { awk -F '\t' '!/^#/ && /^[0-9]/ { v = $3 } END { print v }' "$out/data/beside.$1.tsv"; }
here=$(dirname "$programs")
line() { # WHAT UNIT VALUE VALUE
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "$(awk -v a="$3" -v b="$4" 'BEGIN { if (a > 0) printf "%.3g", b / a; else print "-" }')"
}
{
    printf 'quantity\tunit\tap1000\t%s\tratio\n' "$other"
    for path in cell-cell host-cell; do
        [ -s "$out/data/beside.$path.$other.tsv" ] || continue
        line "$path latency" us "$(fitted $path.ap1000 latency)" "$(fitted "$path.$other" latency)"
        line "$path bandwidth" MB/s "$(fitted $path.ap1000 bandwidth)" "$(fitted "$path.$other" bandwidth)"
    done
    [ ! -s "$out/data/beside.alltoall.$other.tsv" ] || [ ! -s "$out/data/beside.alltoall.ap1000.tsv" ] || line "all-to-all, $tasks tasks, 4000 byte" us "$(last alltoall.ap1000)" "$(last "alltoall.$other")"
    line "barrier, $(doubled "$cells" | tail -n 1) tasks" us "$(last barrier.ap1000)" "$(last "barrier.$other")"
} >"$out/beside.tsv"
gnuplot -d -c "$here/style.gp" "$here/figures/beside.gp" "$here" "$out" "$other" "$cells" "$tasks"
column -t -s "$tab" "$out/beside.tsv" 2>/dev/null || cat "$out/beside.tsv"
