#!/bin/sh
# test.sh - all tests from nothing: packages, build, meson test. What is tested stands in the tests/ folders.
# The last line counts: N passed, N failed[, N skipped].
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
out=$root/eval/out
. "$root/eval/setup.sh"

case ${1-} in
'' | --sanitized-part) ;; # the latter is for this script itself
--help | -h)
    echo 'usage: sh eval/test.sh'
    echo 'Installs what is missing (Debian packages, as root or through sudo), builds in eval/out/test-build, runs all tests.'
    exit 0 ;;
*) die "unknown option '$1'; see --help" 2 ;;
esac
mkdir -p "$out" || exit 1

# What Meson looks for comes first; the rest is installed while the build compiles.
needs_of_build() {
    need_to_build
    need_java
    need_mpi
    need m4 'PARMACS macros, to try libompc with' m4
    need valgrind 'memory checks: the engine tells it of its stacks, if its header is there' valgrind
}
needs_of_tests() {
    need_to_plot
    need chromium 'opens the page that ap1000 view writes' chromium
    need nodejs 'runs the scripts of that page without a browser' node
    need graphviz 'draws the graph of a deadlock' dot
    need gdb 'a task, and the simulator, in the debugger' gdb
    need make "PVM's own makefiles" make
    need autoconf 'configure scripts, as old programs have them' autoconf
    need cmake 'find_package(PVM), as programs that are built by CMake do' cmake
    need clang-format 'the check that the sources are laid out as .clang-format says' clang-format
    need gfortran 'Fortran programs, to try libfpvm3 with' gfortran
    need groff-base 'manual pages, to see how they are laid out' groff
    need procps 'tests that look for processes left behind' pgrep
    wish pvm 'the real PVM 3.4.6, to compare with' pvmd
    wish pvm-dev "the real PVM's header, to compare with"
    wish pvm-examples "PVM's own examples, which must run unchanged"
    wish netpipe-pvm 'a PVM program of a Debian package, which must run unchanged' NPpvm
    wish tablix2 'another' tablix2
    wish slsh 'an interpreter with a PVM module, which must run unchanged' slsh
    wish slang-pvm 'that module'
}

# Many tests wait most of their time: for a real second, for PVM 3.4.6, for daemons. So there are three for each processor; 48 at most, as a
# container may have a small share of many processors, and of their memory.
side_by_side=$((3 * $(nproc) < 48 ? 3 * $(nproc) : 48))

# run_tests LABEL BUILD_DIR ARGUMENTS...: meson test; a row "RESULT LABEL suite" for each test goes to $rows.
rows=$out/test-rows failures=$out/test-failures
run_tests() {
    label=$1 dir=$2
    shift 2
    rm -f "$dir/meson-logs/$label"*.json
    clear_line
    meson test -C "$dir" --print-errorlogs --logbase "$label" --num-processes "$side_by_side" "$@"
    code=$?
    # One JSON object a line; quotes inside strings are escaped, so these patterns meet the fields alone.
    cat "$dir/meson-logs/$label"*.json 2>/dev/null |
        sed -n 's/^{"name": "[^":]*:\([^" ]*\) [^"]*".* "result": "\([A-Z]*\)".*/\2 '"$label"' \1/p' >"$rows.new"
    [ -s "$rows.new" ] || echo "FAIL $label none-ran" >"$rows.new"
    if [ $code -ne 0 ] && ! grep -qv -e '^OK' -e '^SKIP' -e '^EXPECTEDFAIL' "$rows.new"; then
        echo "FAIL $label meson-itself" >>"$rows.new"
    fi
    cat "$rows.new" >>"$rows"
    cat "$dir/meson-logs/$label"*.txt 2>/dev/null | failed_tests "$label" >>"$failures"
}

# failed_tests LABEL <LOG: of each test of meson's log that failed, its name and the last lines of what it printed
failed_tests() {
    awk -v label="$1" '
    function ended(from) {
        if (name != "" && result !~ /^(OK|SKIP|EXPECTEDFAIL|exit status (0|77))$/) {
            print "failed: " (label == "tests" ? "" : label " ") name ": " result
            for (from = n > 20 ? n - 20 : 0; from < n; from++) print "    " substr(lines[from], 1, 400)
        }
        name = ""; n = 0
    }
    /^=+ [0-9]+\/[0-9]+ =+$/ { ended(); next }
    n == 0 && /^test: / { sub(/^test: */, ""); name = $0; next }
    n == 0 && /^result: / { sub(/^result: */, ""); result = $0; next }
    n == 0 && /^(start time|duration|command): / { next }
    /^=+$/ { ended(); next }
    { lines[n++] = $0 }
    END { ended() }'
}

# The last lines: what failed, how many of each suite, how many in all.
count() {
    awk -v failures="$failures" '
    {
        suite = ($2 == "tests" ? "" : $2 " ") $3
        sub(/\/$/, "", suite)
        if (!(suite in all)) order[++n] = suite
        all[suite]++
        if ($1 == "OK" || $1 == "EXPECTEDFAIL") { passed++; ok[suite]++ }
        else if ($1 == "SKIP") { skipped++; skip[suite]++ }
        else { failed++; bad[suite]++ }
    }
    END {
        print ""
        if (failed) while ((getline line < failures) > 0) print line
        for (i = 1; i <= n; i++) {
            s = order[i]
            printf "%-22s %3d passed, %d failed%s\n", s, ok[s], bad[s], skip[s] ? ", " skip[s] " skipped" : ""
        }
        printf "%d passed, %d failed%s\n", passed, failed, skipped ? ", " skipped " skipped" : ""
        exit failed > 0
    }' "$rows"
}

# installs_alone BUILD_DIR: as eval/run.sh does it, only what is installed is built, and then all that is installed is there.
installs_alone() {
    # shellcheck disable=SC2046 # a list of words
    configure "$1" /usr/local && logged "$out/meson-compile.log" ninja -C "$1" $(installed_targets "$1") &&
        logged "$out/meson-install.log" meson install -C "$1" --no-rebuild --destdir "$out/installed-alone"
    code=$?
    rm -rf "$out/installed-alone"
    return $code
}

# Memory errors, leaks and undefined behaviour of everything that runs inside one process, and of the simulator and its tasks in two
# suites; ap1000-sim/tests/sanitizers/run.sh runs more. Only the models are optimized, and debuggers are told of lines alone: that takes less
# time to build, and finds as much. C++ is built without the checks of each pointer that is used: they take nearly half of the time of
# the compiler, and a null pointer ends the program all the same. C, which packs and unpacks, has them. The other tests mostly wait, so this part builds and runs beside them, with what they leave of the processors.
# It has a session of its own, so that it ends with the gate if that is interrupted.
sanitized() {
    rows=$out/sanitized-rows failures=$out/sanitized-failures
    : >"$rows"
    : >"$failures"
    export UBSAN_OPTIONS=halt_on_error=1 AP1000_TEST_FEW=1
    unchecked=-fno-sanitize=null,alignment,object-size,vptr,pointer-overflow
    if configure "$out/sanitized-build" /usr/local --buildtype=plain -Dc_args=-g1 "-Dcpp_args=-g1 $unchecked" -Db_sanitize=address,undefined -Db_lundef=false; then
        run_tests sanitized "$out/sanitized-build" --suite unit --suite model --suite conformance --suite hosts
    else
        echo 'FAIL sanitized build' >>"$rows"
    fi
}
if [ "${1-}" = --sanitized-part ]; then
    sanitized
    exit
fi

needs_of_build
install_missing
needs_of_tests
installing='' sanitizing=''
trap '[ -z "$sanitizing" ] || kill -- -$sanitizing; exit 1' HUP INT TERM # an installation goes on to its end
if [ -n "$missing" ]; then
    install_missing &
    installing=$!
fi
installed() { [ -z "$installing" ] || wait "$installing" || exit 1; }
: >"$rows"
: >"$failures"
step 'build (some minutes the first time)'
if installs_alone "$out/test-build"; then
    installs=OK
else
    installs=FAIL
    echo 'failed: installs alone: eval/run.sh builds only what is installed, and that is not all that is installed' >>"$failures"
fi
echo "$installs build installs-alone" >>"$rows"
if ! build "$out/test-build" /usr/local; then
    installed
    echo '0 passed, 1 failed'
    exit 1
fi
installed
rm -f "$out/sanitized-rows" "$out/sanitized-failures"
setsid nice -n 19 sh "$root/eval/test.sh" --sanitized-part >"$out/sanitized.log" 2>&1 </dev/null &
sanitizing=$!

step 'tests'
run_tests tests "$out/test-build" --no-rebuild
step 'once more with each task as a process, where that could matter'
run_tests processes "$out/test-build" --no-rebuild --setup processes --suite conformance --suite oracle --suite groups --suite machine \
    --suite random --suite examples --suite hosts --suite faults
step 'what runs inside one process, under valgrind'
run_tests valgrind "$out/test-build" --no-rebuild --setup valgrind --suite unit
step 'the same, the models, and the suites conformance and hosts, with sanitizers'
renice -n 0 -g $sanitizing >/dev/null 2>&1 || : # only root may; it is slower then
wait $sanitizing || :
trap - HUP INT TERM
cat "$out/sanitized.log"
cat "$out/sanitized-rows" >>"$rows" 2>/dev/null || echo 'FAIL sanitized none-ran' >>"$rows"
cat "$out/sanitized-failures" >>"$failures" 2>/dev/null
count
