# reasons.sh AP1000 FOLDER: which programs run as processes although in process was wanted, and what is said of that. FOLDER
# has unsuitable_* and endless.
unset AP1000_PROCESSORS # with several, tasks are processes
set -u
ap1000=$(realpath "$1") folder=$(realpath "$2")
. "$(dirname "$0")/../../../tests/programs/checks.sh"


# expect WHY PROGRAM: it runs all the same; --tasks inprocess says on stderr why as a process, auto in the report alone.
expect() {
    why=$1
    shift
    "$ap1000" run --tasks inprocess "$@" > out 2> err < /dev/null || bad "$*: exit code $?"
    grep -qxF "2 calls well" out || bad "$*: it has not run: $(cat out)"
    [ "$(cat err)" = "ap1000: $1 runs as a process: $why" ] || bad "$*: said: $(cat err)"
    "$ap1000" run --tasks auto --report=report "$@" > out 2> err < /dev/null || bad "$*: exit code $?"
    [ ! -s err ] || bad "$*: auto said: $(cat err)"
    grep -qxF "$1 runs as a process: $why" report || bad "$*: the report does not say: $why"
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
printf '#!/bin/sh\nexec "%s"\n' "$folder/unsuitable_fork" > script
chmod +x script
expect 'it is a script, or a program that cannot be read' "$work/script"
cp "$folder/unsuitable_none" stripped
strip stripped
for program in "$folder/unsuitable_none" ./stripped; do
    [ "$("$ap1000" run --tasks inprocess "$program" 2>&1)" = '2 calls well' ] || bad "$program: not in process, or not well"
done
head -c 3000 "$folder/unsuitable_none" > short
chmod +x short
"$ap1000" run --tasks inprocess ./short > out 2>&1
grep -q "runs as a process: its file contradicts its own tables" out || bad "a file cut short: $(cat out)"

# A count of needed versions (DT_VERNEEDNUM) that no file has: the list ends where it says so itself.
at=$(LC_ALL=C grep -obUaP '\xff\xff\xff\x6f\0\0\0\0' "$folder/unsuitable_none" | cut -d: -f1 | head -n 1)
cp "$folder/unsuitable_none" versions
printf '\377\377\377\377\377' | dd of=versions bs=1 seek=$((at + 8)) conv=notrunc 2>/dev/null
[ "$("$ap1000" run --tasks inprocess ./versions 2>&1)" = '2 calls well' ] || bad 'a wrong count of versions: not in process, or not well'

"$ap1000" run --tasks threads "$folder/unsuitable_none" > out 2>&1 && bad '--tasks threads was accepted'
grep -qF "auto, process or inprocess is wanted" out || bad "--tasks threads: $(cat out)"

# One that computes for ever ends with the run; what it has said is there.
"$ap1000" run --tasks inprocess "$folder/endless" > out 2> err < /dev/null &
run=$!
while kill -0 $run 2>/dev/null && ! grep -q begins out; do sleep 0.05; done
kill -TERM $run
wait $run
code=$?
[ $code = 143 ] || bad "endless: exit code $code"
grep -q 'ended by SIGTERM' err || bad "endless: $(cat err)"
finish
