# common.sh PREFIX - what the tests on an installed tree share: using that tree, a folder to work in, runs with a time
# limit, checks.
# Each script reads it in first. A check that fails prints a line and the script goes on; `finish` gives the exit code.
set -u
prefix=$1
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../setup.sh"
[ -x "$prefix/bin/ap1000" ] || { echo "FAIL: no installed ap1000 in $prefix"; exit 1; }
use_prefix "$prefix"
export AP1000_NAME=none # a machine that is up for other work does not belong to the tests
# Who runs PVM 3.4.6 sets short_path=yes: a space in a path is the end of a word for its host file and console, and a socket in
# PVM_TMP has 108 bytes for its name. TMPDIR may have both.
if [ "${short_path-}" = yes ]; then tmp=$(mktemp -d /tmp/pvm.XXXXXX); else tmp=$(mktemp -d); fi
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1
checks=0
: >"$tmp/failures" # a file, because a check at the end of a pipe runs in a shell of its own

skip() { echo "skipped: $*"; exit 77; }
bad() { echo x >>"$tmp/failures"; printf 'FAIL: %s\n' "$*"; }
finish() { echo "$checks checks, $(grep -c x "$tmp/failures") failed"; [ ! -s "$tmp/failures" ] && [ "$checks" -gt 0 ]; exit; }

# run NAME COMMAND...: runs it for ten minutes at most, so that a hang is a failure, with the caller's stdin. Leaves NAME.out, NAME.err and NAME.code.
run() {
    name=$1
    shift
    timeout 600 "$@" >"$name.out" 2>"$name.err"
    echo $? >"$name.code"
}

show() { for f in "$@"; do echo "--- $f:"; cat "$f"; done; }

# ended NAME CODE: checks that the run ended with this exit code.
ended() {
    checks=$((checks + 1))
    [ "$(cat "$1.code")" = "$2" ] || { bad "$1 ended with $(cat "$1.code"), not $2"; show "$1.out" "$1.err"; }
}

# lines FILE N REGEX: checks that N whole lines of FILE match the extended regular expression.
lines() {
    checks=$((checks + 1))
    found=$(grep -Ecx -e "$3" "$1")
    [ "$found" = "$2" ] || { bad "$1: $found lines, not $2, match: $3"; show "$1"; }
}

# exactly FILE: checks that the file has exactly the bytes on stdin.
exactly() {
    checks=$((checks + 1))
    cat >"$1.expected"
    cmp -s "$1" "$1.expected" || { bad "$1 differs from what is expected (+)"; diff -u "$1" "$1.expected"; }
}

# same A B WHAT: checks that two files are equal.
same() {
    checks=$((checks + 1))
    cmp -s "$1" "$2" || { bad "$3: $1 and $2 differ"; diff "$1" "$2" | head -n 20; }
}

# check WHAT COMMAND...: checks that the command succeeds.
check() {
    what=$1
    shift
    checks=$((checks + 1))
    "$@" || bad "$what"
}

# refused REGEX COMMAND...: checks for exit code 2, one line on stderr that matches, and nothing on stdout.
refused() {
    pattern=$1
    shift
    run refused "$@" </dev/null
    ended refused 2
    lines refused.err 1 "$pattern"
    lines refused.err 1 '.*'
    lines refused.out 0 '.*'
}

# await FILE N TEXT: waits until the text (a regular expression) is N times in the file. Returns 1 after half a minute.
await() {
    for _ in $(seq 600); do
        [ "$(grep -o -e "$3" "$1" 2>/dev/null | wc -l)" -ge "$2" ] && return
        sleep 0.05
    done
    return 1
}

# compile NAME SOURCE [PACKAGES]: compiles as a user would.
compile() {
    # shellcheck disable=SC2046,SC2086 # flags and packages are words
    flags=$(pkg-config --cflags --libs ${3:-pvm3})
    # A program for PVM 3.4.6 and for ours has no run path: LD_LIBRARY_PATH alone chooses the library.
    [ -z "${both_pvms-}" ] || flags=$(printf '%s\n' "$flags" | sed 's/-Wl,-rpath[^ ]*//g')
    cc "$2" $flags -o "$1" >"$1.cc.log" 2>&1 ||
        { bad "$2 does not build"; show "$1.cc.log"; finish; }
}
