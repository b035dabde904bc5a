# ends.sh PVMNODE PVMGS LIBRARIES SLEEPER: each way in which a run ends leaves nothing: the signals, the death of node 0.
. "$(dirname "$0")/../../tests/signals_as_usual.sh"
three=$(dirname "$0")/three.sh
pvmnode=$1 pvmgs=$2 libraries=$3 sleeper=$4
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0

# begin [COMMAND...]: starts three nodes with a task on each, by way of COMMAND, and waits until all three have said their pids, and
# those of their daemons.
begin() {
    : >"$work/pids"
    "$@" sh "$three" "$pvmnode" "$pvmgs" "$libraries" "$sleeper" "$work/pids" >"$work/out" 2>&1 &
    script=$!
    until [ "$(wc -l <"$work/pids")" -ge 3 ]; do
        kill -0 $script 2>/dev/null || { cat "$work/out"; exit 1; }
        sleep 0.05
    done
}

# node0: the pid of its daemon.
node0() { awk '$1 == "node0" {print $3}' "$work/pids"; }

# gone WHAT: waits until every process of the run is gone. A test that hangs here has found what is left.
gone() {
    for pid in $(sed 's/^[^ ]* //' "$work/pids"); do
        while kill -0 "$pid" 2>/dev/null && [ "$(cut -d' ' -f3 "/proc/$pid/stat" 2>/dev/null)" != Z ]; do sleep 0.05; done
    done
    wait $script
    echo "$1: code $?, nothing is left"
}

for signal in TERM INT HUP KILL; do
    begin
    kill -$signal "$(node0)"
    gone "SIG$signal to node 0"
done >"$work/said"
# Of two signals that wait, the one with the smaller number comes first: SIGHUP.
begin env --ignore-signal=HUP
kill -HUP "$(node0)"
kill -TERM "$(node0)"
gone 'SIGHUP under nohup, then SIGTERM' >>"$work/said"
cat "$work/said"
[ "$(grep -c 'nothing is left' "$work/said")" -eq 5 ] || failed=1
for want in 'SIGTERM to node 0: code 143' 'SIGINT to node 0: code 130' 'SIGHUP to node 0: code 129' 'SIGKILL to node 0: code 137' \
    'SIGHUP under nohup, then SIGTERM: code 143'; do
    grep -q "^$want," "$work/said" || { echo "not said: $want"; failed=1; }
done
exit $failed
