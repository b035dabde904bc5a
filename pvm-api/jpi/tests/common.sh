# common.sh - to be read in, with BUILD_FOLDER JAVAC as arguments: the test programs, compiled; how they are run and judged. jars: more that they want.
set -u
build=$1 javac=$2
here=$(cd "$(dirname "$0")" && pwd)
jrun=$build/jrun-here
work=$(mktemp -d /tmp/pvm.XXXXXX) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
chmod +x "$jrun" 2>/dev/null
export CLASSPATH="$work/classes"
# All that the tests need: a small heap.
small=-J-Xmx128m
"$javac" -encoding UTF-8 -cp "$build/jpi.jar${jars:+:$jars}" -d "$CLASSPATH" "$here"/java/*.java "$here"/../../../examples/jpi/*.java || exit 1
cd "$work" || exit 99
ap1000() { "$AP1000_COMMAND" "$@"; }
failed=0

wrong() {
    echo "wrong: $1"
    for file in out err; do sed "s/^/  std$file: /" "$work/$file" | head -n 20; done
    failed=1
}
# run CODE COMMAND...: it ends with CODE; its output is in out and err, without the lines by which PVM begins and ends it.
run() {
    want=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    [ "$code" = "$want" ] || wrong "'$*' ended with $code, not $want"
}
# says FILE PATTERN: a whole line of it is that (grep -E).
says() { grep -Eqx -e "$2" "$work/$1" || wrong "std$1 has no line '$2'"; }
# lines FILE N
lines() { [ "$(wc -l <"$work/$1")" -eq "$2" ] || wrong "std$1 has not $2 lines"; }
# Nothing of this test is left running.
none_left() {
    for pid in $(pgrep -f "$work" 2>/dev/null); do
        [ "$pid" = $$ ] || wrong "process $pid is left: $(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null)"
    done
}
# Ranks that have been told to end have the time to do so.
await_ends() {
    for _ in $(seq 600); do
        pgrep -f "$work.*jpi.Worker" >/dev/null || return
        sleep 0.5
    done
}
done_testing() {
    none_left
    exit "$failed"
}
