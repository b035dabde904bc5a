# reasons.sh AP1000 FOLDER: which programs run as processes although in process was wanted, and what is said of that. FOLDER
# has unsuitable_* and endless.
unset AP1000_PROCESSORS # with several, tasks are processes
set -u
ap1000=$1 folder=$2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
bad=0

fail() {
    echo "$*"
    bad=1
}

# expect WHY PROGRAM: it runs all the same; --tasks inprocess says on stderr why as a process, auto in the report alone.
expect() {
    why=$1
    shift
    "$ap1000" run --tasks inprocess "$@" > "$work/out" 2> "$work/err" < /dev/null || fail "$*: exit code $?"
    grep -qxF "2 calls well" "$work/out" || fail "$*: it has not run: $(cat "$work/out")"
    [ "$(cat "$work/err")" = "ap1000: $1 runs as a process: $why" ] || fail "$*: said: $(cat "$work/err")"
    "$ap1000" run --tasks auto --report="$work/report" "$@" > "$work/out" 2> "$work/err" < /dev/null || fail "$*: exit code $?"
    [ ! -s "$work/err" ] || fail "$*: auto said: $(cat "$work/err")"
    grep -qxF "$1 runs as a process: $why" "$work/report" || fail "$*: the report does not say: $why"
}
expect 'it uses fork' "$folder/unsuitable_fork"
expect 'it has more than 4096 bytes of thread-local variables' "$folder/unsuitable_tls"
expect 'it uses _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE' "$folder/unsuitable_thread"
expect 'it uses _ZSt5wcout' "$folder/unsuitable_wide"
expect 'it defines strerror itself' "$folder/unsuitable_name"
expect 'it defines optind itself' "$folder/unsuitable_object"
expect 'it uses pthread_create' "$folder/unsuitable_weak"
expect 'it uses setitimer' "$folder/unsuitable_timer" # of the processor time of its process
expect 'it chooses functions while it is loaded (IFUNC)' "$folder/unsuitable_resolver"
expect 'it is linked to lie at a fixed address (-no-pie, or -static)' "$folder/unsuitable_fixed"
printf '#!/bin/sh\nexec "%s"\n' "$folder/unsuitable_fork" > "$work/script"
chmod +x "$work/script"
expect 'it is a script, or a program that cannot be read' "$work/script"
cp "$folder/unsuitable_none" "$work/stripped"
strip "$work/stripped"
for program in "$folder/unsuitable_none" "$work/stripped"; do
    [ "$("$ap1000" run --tasks inprocess "$program" 2>&1)" = '2 calls well' ] || fail "$program: not in process, or not well"
done
head -c 3000 "$folder/unsuitable_none" > "$work/short"
chmod +x "$work/short"
"$ap1000" run --tasks inprocess "$work/short" > "$work/out" 2>&1
grep -q "runs as a process: its file contradicts its own tables" "$work/out" || fail "a file cut short: $(cat "$work/out")"

# A count of needed versions (DT_VERNEEDNUM) that no file has: the list ends where it says so itself.
at=$(LC_ALL=C grep -obUaP '\xff\xff\xff\x6f\0\0\0\0' "$folder/unsuitable_none" | cut -d: -f1 | head -n 1)
cp "$folder/unsuitable_none" "$work/versions"
printf '\377\377\377\377\377' | dd of="$work/versions" bs=1 seek=$((at + 8)) conv=notrunc 2>/dev/null
[ "$("$ap1000" run --tasks inprocess "$work/versions" 2>&1)" = '2 calls well' ] || fail 'a wrong count of versions: not in process, or not well'

"$ap1000" run --tasks threads "$folder/unsuitable_none" > "$work/out" 2>&1 && fail '--tasks threads was accepted'
grep -qF "auto, process or inprocess is wanted" "$work/out" || fail "--tasks threads: $(cat "$work/out")"

# One that computes for ever ends with the run; what it has said is there.
"$ap1000" run --tasks inprocess "$folder/endless" > "$work/out" 2> "$work/err" < /dev/null &
run=$!
while kill -0 $run 2>/dev/null && ! grep -q begins "$work/out"; do sleep 0.05; done
kill -TERM $run
wait $run
code=$?
[ $code = 143 ] || fail "endless: exit code $code"
grep -q 'ended by SIGTERM' "$work/err" || fail "endless: $(cat "$work/err")"
exit $bad
