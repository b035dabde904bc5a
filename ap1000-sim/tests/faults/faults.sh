#!/bin/bash
# faults.sh TIMES LIBRARY AP1000 PROGRAM... - whole runs in which the n-th use of a resource fails (fault.c), TIMES different n
# for each kind of resource and program, spread over all uses of it. Such a run ends: with the right output and 0, or with another
# code, at least one line that says so, and no line of output that the whole run has not. Nothing of it is left behind.
# TIMES `all`: each use. A PROGRAM is a command with its arguments, in one word. FAULT_WHO: the name of the programs in which it fails (the
# simulator, `ap1000`); of tasks, each has its own n-th use. FAULT_KINDS: of which resources. FAULT_FIRST: a library that must stand before
# it, a sanitizer (whose allocations do not fail).
set -u
times=$1 library=$2 ap1000=$3 failed=0 runs=0 whole=0
shift 3
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mark=FAULT_MARK=$$.$(basename "$dir")
alive() { grep -lsz -e "^$mark\$" /proc/[0-9]*/environ; }

# with VARIABLES... COMMAND...: bounded, so that a hang is a failure and no wait. A code of 137 alone is none: a run whose master
# has died of SIGKILL, because nobody could watch it, ends with that as well.
with()
{
    SECONDS=0
    timeout -s KILL 600 env "$mark" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    code=$?
    hangs=$((code == 137 && SECONDS >= 600))
}

bad()
{
    echo "FAIL: $* (exit code $code)"
    head -n 5 "$dir/out" "$dir/err"
    failed=$((failed + 1))
}

# judge WHAT: the run that has just ended.
judge()
{
    runs=$((runs + 1))
    if [ $hangs -ne 0 ]; then bad "$1: it hangs"; fi
    if [ $code -eq 134 ] || [ $code -eq 139 ]; then bad "$1: the simulator is broken off"; fi
    if [ $code -eq 0 ]; then
        whole=$((whole + 1))
        sort "$dir/out" | cmp -s - "$dir/right" || bad "$1: the output is not the right one"
    else
        [ -s "$dir/err" ] || bad "$1: it ends without a word"
        sort "$dir/out" | comm -23 - "$dir/right" | grep -q . && bad "$1: it prints what the whole run does not"
    fi
    for _ in {1..600}; do [ -z "$(alive)" ] && return; sleep 0.1; done
    bad "$1: processes are left: $(alive)"
    for p in $(alive); do p=${p#/proc/}; kill -KILL "${p%/environ}"; done
}

for program in "$@"; do
    # shellcheck disable=SC2086 # words of a command
    with ${FAULT_FIRST:+"LD_PRELOAD=$FAULT_FIRST"} "$ap1000" run $program
    [ $code -eq 0 ] || { bad "$program, without a fault"; continue; }
    sort "$dir/out" >"$dir/right"
    for kind in ${FAULT_KINDS:-memory descriptor mapping fork write pidfd futex thread file}; do
        for on in '' 1; do # one use that fails, or all from there on; but no computer interrupts all writes and waits for ever
            case $on$kind in 1write | 1futex) continue ;; esac
            rm -f "$dir/count"
            fault=(FAULT_IN="${FAULT_WHO:-ap1000}" FAULT_KIND=$kind "LD_PRELOAD=${FAULT_FIRST:+$FAULT_FIRST }$library" ${on:+FAULT_ON=1})
            # shellcheck disable=SC2086
            with "${fault[@]}" FAULT_COUNT="$dir/count" "$ap1000" run $program
            uses=$(sort -n "$dir/count" 2>/dev/null | tail -n 1) n=$times
            uses=${uses:-0}
            [ "$n" != all ] && [ "$n" -le "$uses" ] || n=$uses
            for ((i = 0; i < n; i++)); do
                at=$((1 + i * uses / n + (n < uses ? uses / n / 2 : 0)))
                # shellcheck disable=SC2086
                with "${fault[@]}" FAULT_AT=$at "$ap1000" run $program
                judge "$program: $kind ${on:+from }$at of $uses"
            done
        done
    done
done
echo "$runs runs with a fault: $whole came out right all the same, $((runs - whole)) ended with a word; $failed failed"
[ $runs -gt 0 ] || echo "FAIL: no fault came: the library is not loaded"
[ $failed -eq 0 ] && [ $runs -gt 0 ]
