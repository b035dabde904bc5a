#!/bin/sh
# run.sh KIND OUT [NAME OF A TEST...] - the tests with a simulator that watches itself.
# KIND: address (with undefined and leak), or thread. OUT: a folder for two builds, which are used again: everything plain, and
# `ap1000`, the library of tasks in process and the watcher's test under the sanitizers. These take the place of the plain
# ones; the programs of the tasks stay plain. Without names: the suites below. Ends with 0 if the sanitizers find nothing and
# all tests pass; what they have found stays in OUT/KIND/reports.
set -eu
kind=${1-} out=${2-}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
case $kind in
address)
    sanitize=address,undefined suites='machine groups hosts examples conformance native limits trace random inprocess faults stress'
    # They limit the address space or measure the simulator's memory, and the sanitizer needs terabytes of the one and
    # several times as much of the other; or bring an allocator along, and the sanitizer has its own.
    unfit='limits of the computer|programs under limits|memory of ended tasks|what tasks print|in process own, with another allocator'
    # It counts its own mappings; another library would come before it; its strtol leaves another end; a copy of libgcc_s throws, of
    # which it hears nothing.
    unfit="$unfit|mappings of tasks in process|in process by default|calls of libc in process.*|in process cxx"
    # They load the library of tasks, and are not built with the sanitizer themselves.
    unfit="$unfit|carrier in process.*|misuse in process"
    ;;
thread)
    sanitize=thread suites='machine groups hosts examples conformance trace inprocess'
    # What the sanitizer itself cannot have: more tasks than it has room for; another allocator; a vfork, which is a fork there (both
    # processes would write the one stack of a shared place); errno as it was (its fclose and open_memstream set it); a signal
    # that comes while a program computes (it holds that back until the program calls something).
    unfit='thousands of cells|mappings of tasks in one place|in process own, with another allocator|in one place shell'
    unfit="$unfit|calls of libc in process.*|in process, or why not|tasks in process that run away|asked while a task computes|carrier in process.*|misuse in process"
    ;;
*) sanitize= ;;
esac
if [ -z "$sanitize" ] || [ -z "$out" ]; then
    echo "usage: $0 address|thread OUT [NAME OF A TEST...]" >&2
    exit 2
fi
shift 2
mkdir -p "$out"
out=$(cd "$out" && pwd)
plain=$out/plain sanitized=$out/$kind reports=$out/$kind/reports
simulator=ap1000-sim/command/ap1000

# Not optimized, but the models: that takes a third of the time to build, and finds as much.
set_up() {
    folder=$1
    shift
    [ -f "$folder/build.ninja" ] || meson setup "$@" "$folder" "$root"
}
make() {
    ninja -C "$@" >"$1/ninja.log" || { tail -n 30 "$1/ninja.log"; exit 1; }
}
replaced="$simulator ap1000-sim/carriers/inprocess/library/libap1000tasks.so ap1000-sim/carriers/process/tests/test_watcher"
set_up "$plain"
set_up "$sanitized" --buildtype=debug "-Db_sanitize=$sanitize" -Db_lundef=false
for file in $replaced; do
    rm -f "$plain/$file" # of an earlier call
done
make "$plain"
# shellcheck disable=SC2086 # words
make "$sanitized" $replaced
for file in $replaced; do
    cp "$sanitized/$file" "$plain/$file"
done
echo "$(ninja -C "$sanitized" -t commands "$simulator" | grep -e '-fsanitize=' | grep -ce ' -c ') objects of ap1000 with $sanitize"

# names: of the tests of these suites, one a line, without those that cannot work.
names() {
    for suite in $suites; do
        meson test -C "$plain" --no-rebuild --list --suite "$suite"
    done 2>&1 | sed -n 's,^[^ ]*:[a-z]* / ,,p' | grep -vxE "$unfit"
}
if [ $# -eq 0 ]; then
    names >"$sanitized/names"
    while read -r name; do
        set -- "$@" "$name"
    done <"$sanitized/names"
fi

# The library that makes calls fail comes before libc, and the sanitizer wants to be before all.
[ "$kind" != address ] || FAULT_FIRST=$(cc -print-file-name=libasan.so)
export FAULT_FIRST

rm -rf "$reports"
mkdir "$reports"
# A leak leaves the exit code as it is: programs of tasks in process may leave memory behind.
options=log_path=$reports/report:exitcode=0
export ASAN_OPTIONS="$options:detect_leaks=1:quarantine_size_mb=16" UBSAN_OPTIONS="$options:print_stacktrace=1"
export LSAN_OPTIONS="suppressions=$here/leaks.txt:print_suppressions=0" TSAN_OPTIONS="$options:atexit_sleep_ms=0:suppressions=$here/races.txt"
code=0
meson test -C "$plain" --no-rebuild --print-errorlogs "$@" || code=1

# What the reports find, a paragraph each. Not a finding: the sanitizer has no memory for itself; what a program in process has
# allocated (a place that has no name comes before one of ours).
find "$reports" -type f -exec cat {} + | awk -v RS= -v ours=' [.][.]/(ap1000-sim|bnet-snet|groups|pvm-api)/' '
    /failed to allocate|ERROR: LeakSanitizer: detected|^SUMMARY/ { next }
    /^(Direct|Indirect) leak/ { at = index($0, "<unknown module>"); if (at > 0 && substr($0, 1, at) !~ ours) { programs++; next } }
    /runtime error|ERROR|leak of|WARNING: ThreadSanitizer/ { n++; print; print "" }
    END { print n + 0 " findings" (programs > 0 ? "; " programs " leaks of programs in process" : ""); exit n > 0 }' || code=1
exit $code
