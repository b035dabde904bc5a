# measuring.sh PROGRAMS OUT [quick] - what the measurements share: sourced by each measure/NAME.sh, with its arguments.
# It knows how a data file begins and how the three systems are started; what is measured stands in the measurement.
# Wants ap1000 on PATH and pvm3, gpvm3 and ap1000 known to pkg-config.
set -eu
programs=$1 out=$2 quick=${3-}
measurement=$(basename "$0" .sh)
tab=$(printf '\t')
. "$(dirname "$programs")/slots.sh"
mkdir -p "$out/programs/$measurement" # a folder for each, as measurements run side by side and compile the same programs
cd "$out/programs/$measurement"
# Programs that can run inside the simulator do: the results are the same to the byte (suite inprocess), and a run of 1024 tasks takes
# a tenth of the processor time.
export AP1000_TASKS=auto
waiting=
EVAL_FAILURES=$out/programs/$measurement.failed # slots.sh notes commands that fail there
export EVAL_FAILURES
rm -f "$EVAL_FAILURES"

# sound: ends the measurement with a word if a command has failed, however deep in a pipeline, so that nothing is made of what is left.
sound() {
    [ -s "$EVAL_FAILURES" ] || return 0
    sed "s/^/$measurement: /" "$EVAL_FAILURES" >&2
    trap - EXIT
    exit 1
}
trap 'code=$?; sound; exit $code' EXIT

# How LINPACK charges computing: Mflop/s of a cell on long vectors, and the length of a vector on which it is half as fast. Set by two
# figures of elsewhere.tsv, the time of one cell at order 1000 and that of 16 cells at order 320.
linpack_charge='4.34 26'

# compile NAME [PACKAGE]: programs/NAME.c, with the command a user types; native/x becomes native-x.
# shellcheck disable=SC2046 # flags are words
compile() { cc -O2 "$programs/$1.c" $(pkg-config --cflags --libs "${2:-pvm3}") -o "$(echo "$1" | tr / -)"; }

# can_count: is there a compiler here that compiles counted (pvm-api/counted)?
# shellcheck disable=SC2046 # flags are words
can_count() { echo 'int x;' | cc $(pkg-config --cflags pvm3-counted) -x c -c -o /dev/null - 2>/dev/null; }

# pick FULL QUICK: what this run is to use.
pick() { if [ "$quick" = quick ]; then printf '%s\n' "$2"; else printf '%s\n' "$1"; fi; }

# table SERIES TITLE MACHINE: starts data/<measurement>.SERIES.tsv with its `#` lines; MACHINE are options of ap1000 info.
table() {
    sound
    # shellcheck disable=SC2086 # options are words
    described=$(ap1000 info $3)
    file=$out/data/$measurement.$1.tsv
    {
        printf '# %s\n' "$2"
        echo '# machine, as ap1000 info prints it:'
        printf '%s\n' "$described" | sed 's/^/# /'
    } >"$file"
}

# rows SERIES MACHINE COMMAND...: runs COMMAND on a machine and adds the rows it prints to the table; the header row once. --quiet: some
# series try what can have no effect for some sizes (hardware barriers of two tasks of four), and have that in their figures.
rows() {
    file=$out/data/$measurement.$1.tsv options=$2
    shift 2
    echo "# command: ap1000 run $options $*" >>"$file"
    # shellcheck disable=SC2086
    ap1000 run --quiet $options "$@" </dev/null >"$file.rows"
    if grep -q '^[a-z]' "$file"; then sed 1d "$file.rows" >>"$file"; else cat "$file.rows" >>"$file"; fi
    rm "$file.rows"
}

# beside COMMAND...: runs it beside what follows; await waits for all of them and ends with 1 if one failed.
beside() { "$@" & waiting="$waiting $!"; }
await() {
    for pid in $waiting; do wait "$pid"; done
    waiting=
    sound
}

# quantity NAME VALUE UNIT [LOW HIGH]: a figure of a table that is no fitted line, into fits/<measurement>.tsv; LOW and HIGH where
# the measurement itself knows how far it varies with the rounding of the paper's figures (others: intervals.sh).
quantity() {
    sound
    printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4--}" "${5--}" >>"$out/fits/$measurement.tsv"
}

# What a paper says in words is judged by one rule, on all points of the curve: less than 5 % is no difference.
#   rises, falls      each point differs from the one before by 5 % or more, the way the word says
#   alike A B ...     all lie within 5 % of A
#   within LOW HIGH   all points do
#   linear P V ...    pairs of a number of processors and a time: from the first pair on the time is at most 1.25 of what sharing the work leaves
# judge WORDS RULE POINTS...: a row of unit `shape`, 1 if it holds, with all points in its last column. judge_what_if does the same of a variant of
# ours, where the paper's words are no test: unit `what-if`.
judge_what_if() { judged_as=what-if; judge "$@"; judged_as=shape; }
judged_as=shape
judge() {
    words=$1 rule=$2
    shift 2
    verdict=$(awk -v rule="$rule" -v points="$*" 'BEGIN {
        n = split(points, x, " "); ok = n > 1
        for (i = 2; i <= n; i++) {
            if (rule == "rises" && x[i] < 1.05 * x[i - 1]) ok = 0
            if (rule == "falls" && x[i] > x[i - 1] / 1.05) ok = 0
            if (rule == "alike" && (x[i] > 1.05 * x[1] || x[i] < x[1] / 1.05)) ok = 0
        }
        for (i = 3; rule == "within" && i <= n; i++) if (x[i] < x[1] || x[i] > x[2]) ok = 0
        for (i = 4; rule == "linear" && i <= n; i += 2) if (x[i] > 1.25 * x[2] * x[1] / x[i - 1]) ok = 0
        print ok + 0 }')
    quantity "$words" "$verdict" "$judged_as" - "$rule: $*"
}

# PVM/WS, the paper's comparator: all tasks on one workstation, or each on its own. Series and options of ap1000 for COUNT tasks.
ws_series='same-host different-hosts'
ws_machine() { echo "--machine workstations --cells $(if [ "$1" = same-host ]; then echo 1; else echo "$2"; fi)"; }
