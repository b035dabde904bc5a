# checks.sh - what tests in sh share: a folder to work in, which goes with the test, and checks. Each reads it in after
# its arguments. A check that fails prints a line and the script goes on; `finish` gives the exit code.
export LC_ALL=C.UTF-8 # awk reads 0.5 as 0 in some languages
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 99
failures=0

bad() { failures=$((failures + 1)); echo "FAIL: $*"; }

check() { # WHAT COMMAND...: the command succeeds
    what=$1
    shift
    "$@" || bad "$what"
}

# await COMMAND...: until it succeeds, which a minute is always enough for.
await() { for _ in $(seq 600); do "$@" && return; sleep 0.1; done; return 1; }

refused() { # WHAT COMMAND...: exit code 2, one line on stderr that has WHAT, nothing on stdout
    value=$1
    shift
    "$@" >refused.out 2>refused.err
    check "$value: exit code" test $? -eq 2
    check "$value: one line" test "$(wc -l <refused.err)" -eq 1
    check "$value: is named" grep -qe "$value" refused.err
    check "$value: nothing ran" test ! -s refused.out
}

finish() { [ "$failures" -eq 0 ]; exit; }
