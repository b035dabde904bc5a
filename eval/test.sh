#!/bin/sh
# test.sh - all tests from nothing: packages, build, meson test. What is tested stands in the tests/ folders.
# The last line counts: N passed, N failed[, N skipped].
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
out=$root/eval/out
. "$root/eval/setup.sh"

case ${1-} in
'') ;;
--help | -h)
    echo 'usage: sh eval/test.sh'
    echo 'Installs what is missing (Debian packages, as root or through sudo), builds in eval/out/test-build, runs all tests.'
    exit 0 ;;
*) die "unknown option '$1'; see --help" 2 ;;
esac
mkdir -p "$out" || exit 1

need_to_build
need_to_plot
need valgrind 'memory checks' valgrind
need make "PVM's own makefiles" make
need pvm 'the real PVM 3.4.6, to compare with' pvmd
need pvm-dev "the real PVM's header, to compare with"
need pvm-examples "PVM's own examples, which must run unchanged"
install_missing

step_all=2
step 'build (a minute the first time)'
dir=$out/test-build
if ! build "$dir" /usr/local; then
    echo '0 passed, 1 failed'
    exit 1
fi
step 'tests'
results=$dir/meson-logs/testlog.json
rm -f "$results"
clear_line
meson test -C "$dir" --no-rebuild --print-errorlogs
code=$?

# One JSON object a line; quotes inside strings are escaped, so these patterns meet the fields alone.
[ -f "$results" ] || : >"$results"
sed -n 's/^{"name": "\([^"]*\)".* "result": "\([A-Z]*\)".*/\2 \1/p' "$results" | awk -v code="$code" '
    {
        suite = $2
        sub(/^[^:]*:/, "", suite) # the project
        sub(/\/$/, "", suite)
        if (!(suite in all)) order[++n] = suite
        all[suite]++
        if ($1 == "OK" || $1 == "EXPECTEDFAIL") { passed++; ok[suite]++ }
        else if ($1 == "SKIP") { skipped++; skip[suite]++ }
        else { failed++; bad[suite]++ }
    }
    END {
        print ""
        for (i = 1; i <= n; i++) {
            s = order[i]
            printf "%-14s %3d passed, %d failed%s\n", s, ok[s], bad[s], skip[s] ? ", " skip[s] " skipped" : ""
        }
        if (code && !failed) failed = 1 # meson itself failed
        if (!NR) failed = 1             # no tests are no success
        printf "%d passed, %d failed%s\n", passed, failed, skipped ? ", " skipped " skipped" : ""
        exit failed > 0
    }'
