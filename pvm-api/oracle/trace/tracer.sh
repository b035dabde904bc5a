# tracer.sh PROGRAM LIBRARY_FOLDERS AP1000 [SECONDS]: Debian's own tracer writes the same trace file of PROGRAM (traced.c)
# under PVM 3.4.6 and under the libraries in LIBRARY_FOLDERS on a machine of AP1000, and trcsort sorts both. Nothing says
# when the tracer has read a command or has all events: it has these SECONDS (1), and up to 25 if not all came.
# Times, tids, mids, hosts and the order of what happens at the same time may differ. The exit code is 0: the same, 1:
# not the same, 77: no tracer.
set -u
program=$(readlink -f "$1") folders=$2 ap1000=$3 seconds=${4-1}
here=$(cd "$(dirname "$0")" && pwd)
sh "$here/../is_here.sh" && command -v tracer >/dev/null && command -v trcsort >/dev/null ||
    { echo 'skipped: no PVM 3.4.6 with its tracer (Debian packages pvm, pvm-dev)'; exit 77; }
work=$(mktemp -d /tmp/pvm.XXXXXX)
unset LD_LIBRARY_PATH PVM_ARCH PVM_PATH PVM_EXPORT PVM_DPATH PVM_WD
up=
trap '[ -z "$up" ] || "$ap1000" down; wait; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# trace NAME OPTIONS...: runs the program under the tracer, whose commands come through a pipe, as from a terminal.
trace() {
    name=$1
    shift
    mkfifo "$work/commands"
    timeout 1000 "$program" server >"$work/$name.server" 2>&1
    timeout 1000 "$program" wait >"$work/$name.waiter" 2>&1 &
    waiter=$!
    until grep -qs waits "$work/$name.waiter"; do
        kill -0 $waiter 2>/dev/null || { cat "$work/$name.waiter"; return; }
        sleep 0.05
    done
    timeout 1000 tracer -T "$work/$name.file" -O "$work/$name.output" "$@" <"$work/commands" >"$work/$name.said" 2>&1 &
    tracer=$!
    exec 9>"$work/commands"
    wait $waiter
    for event in reduce gather scatter getinst gettid gsize; do echo "mask + $event"; done >&9
    echo "options ${1-full}" >&9
    sleep "$seconds" # until the tracer has read it
    timeout 1000 "$program" >"$work/$name.program" 2>&1
    sleep "$seconds" # its last events are on the way
    echo quit >&9
    exec 9>&-
    wait $tracer
    rm "$work/commands"
}

# Prints what must be the same, sorted.
plain() {
    sed -E 's/"Creation Date".*//; /^"host_add/d
        s/\{ 26[0-9]{4}, [0-9]+, [0-9]+/{ T, T, TID/
        s/\{ [0-9]+, [0-9]+, 26[0-9]{4}/{ T, T, TID/
        s/\<26[0-9]{4}\>/TID/g
        /^"n?t?recv\(1\.1\)"/s/T, T, TID, [1-9][0-9]*/T, T, TID, MID/
        /^"getinst\(1\.1\)/s/TID, [0-9]+ /TID, INSTANCE /
        /^"getinst\(1\.1\)/b
        /^"(timing|profiling)/s/TID,.*\{ (.*"upk[^}]*|"[^}]*) \}.*/TID \1/' "$1" | sort
}

# Traces in two ways: all events, and counts.
all() {
    trace "$1.full"
    trace "$1.count" count -B 500
    LC_ALL=C trcsort "$work/$1.full.file" -o "$work/$1.sorted" >"$work/$1.sort.said" 2>&1
    echo "trcsort ended with $?" >>"$work/$1.sort.said"
}

cd "$work" || exit 1
(
    . "$here/../real.sh"
    start_real || exit
    all real
    kill $daemon
    wait $daemon 2>/dev/null
    exit 0
) || exit

export LD_LIBRARY_PATH="$folders" AP1000_NAME=tracer$$
"$ap1000" up --cells 2 >"$work/machine" 2>&1 || { echo 'no machine:'; cat "$work/machine"; exit 1; }
up=yes
all ours
"$ap1000" down
up=

failed=0 checks=0
# same WHAT REAL OURS: compares the two.
same() {
    checks=$((checks + 1))
    if ! cmp -s "$2" "$3" || [ ! -s "$2" ]; then
        failed=$((failed + 1))
        echo "$1: PVM 3.4.6 (<), ours (>)"
        diff "$2" "$3"
    fi
}
for way in full count; do
    for side in real ours; do plain "$work/$side.$way.file" >"$work/$side.$way.plain"; done
    same "trace file, $way" "$work/real.$way.plain" "$work/ours.$way.plain"
    for side in real ours; do sed -E 's/0x[0-9a-f]+/TID/' "$work/$side.$way.output" | sort >"$work/$side.$way.lines"; done
    same "caught output, $way" "$work/real.$way.lines" "$work/ours.$way.lines"
    for side in real ours; do grep -cE 'Connected|Complete|Quitting' "$work/$side.$way.said" >"$work/$side.$way.words"; done
    same "what tracer says, $way" "$work/real.$way.words" "$work/ours.$way.words"
    for side in real ours; do cat "$work/$side.$way".server "$work/$side.$way".waiter "$work/$side.$way".program >"$work/$side.$way.all"; done
    same "what the program says, $way" "$work/real.$way.all" "$work/ours.$way.all"
done
for side in real ours; do sed -E 's/tmpsort[^ "]*//' "$work/$side.sort.said" >"$work/$side.sort"; done
same 'what trcsort says' "$work/real.sort" "$work/ours.sort"
events=$(grep -c '^"' "$work/ours.full.plain")
echo "$checks comparisons of $events events, $failed wrong"
[ $failed = 0 ] || [ "$seconds" -ge 25 ] || { sh "$here/tracer.sh" "$program" "$folders" "$ap1000" $((5 * seconds)); exit; }
[ $failed = 0 ] && [ "$events" -gt 40 ]
