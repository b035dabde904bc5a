#!/bin/sh
# run_example.sh PROGRAM [ARGUMENT...]: runs an example twice, each time in an empty folder of its own.
# It passes if the example exits with 0, writes nothing on stderr (where the death of a task is reported), prints the
# lines of <name>/expected.txt (a grep -E pattern in each line), and gives the same bytes in both runs, files and
# simulated times included. If there is a <name>/golden.txt, the output must be equal to it to the last digit (its `#`
# lines derive the times by hand). EXAMPLE_EXPECTED names another
# file of patterns. EXAMPLES_REAL_PVM=1 leaves out the last two checks, for a PVM with a real clock. EXAMPLE_RUN stands
# before the program: what runs it.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
name=$(basename "$program" _native) # both programs of a folder print the same lines
expected=${EXAMPLE_EXPECTED:-$(cd "$(dirname "$0")/.." && pwd)/$name/expected.txt}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

fail() {
    echo "$name: $1" >&2
    head -n 40 "$work"/*/stdout "$work"/*/stderr >&2
    exit 1
}

for run in first second; do
    mkdir "$work/$run"
    (cd "$work/$run" && exec ${EXAMPLE_RUN-} "$program" "$@" >stdout 2>stderr </dev/null)
    status=$?
    [ $status -eq 0 ] || fail "$run run: exit code $status"
    [ ! -s "$work/$run/stderr" ] || fail "$run run: wrote on stderr"
done

while IFS= read -r pattern <&3; do
    IFS= read -r line <&4 || fail "output ends where this should come: $pattern"
    printf '%s\n' "$line" | grep -Eqx -e "$pattern" || fail "'$line' is not: $pattern"
done 3<"$expected" 4<"$work/first/stdout"
[ "$(wc -l <"$expected")" -eq "$(wc -l <"$work/first/stdout")" ] || fail "more output than expected"

[ -z "${EXAMPLES_REAL_PVM-}" ] || exit 0
golden=$(dirname "$expected")/golden.txt
if [ -f "$golden" ]; then
    grep -v '^#' "$golden" | diff - "$work/first/stdout" >&2 || fail "not what golden.txt derives"
fi
diff -r "$work/first" "$work/second" >&2 || fail "the two runs differ"
