#!/bin/sh
# libfuzzer.sh RUNS CORPUS COMPILER... - a fuzz target, compiled by this command, with libFuzzer's own search: RUNS inputs, from the
# files of the folder CORPUS on, with the checks of its sanitizers. What breaks it off is printed. With FUZZ_KEEP=FOLDER the inputs that
# reached more are kept there. Exit code 77: the compiler has no libFuzzer.
set -u
runs=$1 corpus=$2
shift 2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/found"
echo 'int LLVMFuzzerTestOneInput(const char *at, unsigned long bytes) { return at == 0 && bytes > 0; }' >"$dir/empty.c"
"$1" -fsanitize=fuzzer,address -o "$dir/empty" "$dir/empty.c" >"$dir/said" 2>&1 || { echo "skipped: $1 has no libFuzzer: $(head -n 1 "$dir/said")"; exit 77; }
"$@" -o "$dir/target" || exit 1
# Leaks are looked for by valgrind, in suite unit.
ASAN_OPTIONS=detect_leaks=0 "$dir/target" -runs="$runs" -seed=1 -max_len=4096 -artifact_prefix="$dir/" "${FUZZ_KEEP:-$dir/found}" "$corpus" >"$dir/said" 2>&1
code=$?
if [ $code -ne 0 ]; then
    grep -v '^#' "$dir/said" | head -n 60
    for input in "$dir"/crash-* "$dir"/timeout-* "$dir"/oom-*; do [ -f "$input" ] && od -c "$input" | head -n 40; done
fi
tail -n 1 "$dir/said"
[ $code -eq 0 ] # libFuzzer's own code would say to Meson that the test was left out
