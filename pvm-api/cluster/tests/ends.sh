# ends.sh PVMNODE PVMGS LIBRARIES SLEEPER: each way in which a run ends leaves nothing: the signals, the death of node 0.
. "$(dirname "$0")/../../tests/signals_as_usual.sh"
three=$(dirname "$0")/three.sh
pvmnode=$1 pvmgs=$2 libraries=$3 sleeper=$4
. "$(dirname "$0")/../../../ap1000-sim/tests/programs/checks.sh"

# begin [COMMAND...]: starts three nodes with a task on each, by way of COMMAND, and waits until all three have said their pids, and
# those of their daemons.
begin() {
    : >pids
    "$@" sh "$three" "$pvmnode" "$pvmgs" "$libraries" "$sleeper" "$work/pids" >out 2>&1 &
    script=$!
    until [ "$(wc -l <pids)" -ge 3 ]; do
        kill -0 $script 2>/dev/null || { cat out; exit 1; }
        sleep 0.05
    done
}

# node0: the pid of its daemon.
node0() { awk '$1 == "node0" {print $3}' pids; }

# gone WHAT: waits until every process of the run is gone. A test that hangs here has found what is left.
gone() {
    for pid in $(sed 's/^[^ ]* //' pids); do
        while kill -0 "$pid" 2>/dev/null && [ "$(cut -d' ' -f3 "/proc/$pid/stat" 2>/dev/null)" != Z ]; do sleep 0.05; done
    done
    wait $script
    echo "$1: code $?, nothing is left"
}

for signal in TERM INT HUP KILL; do
    begin
    kill -$signal "$(node0)"
    gone "SIG$signal to node 0"
done >said
# Of two signals that wait, the one with the smaller number comes first: SIGHUP.
begin env --ignore-signal=HUP
kill -HUP "$(node0)"
kill -TERM "$(node0)"
gone 'SIGHUP under nohup, then SIGTERM' >>said
cat said
[ "$(grep -c 'nothing is left' said)" -eq 5 ] || bad 'something is left'
for want in 'SIGTERM to node 0: code 143' 'SIGINT to node 0: code 130' 'SIGHUP to node 0: code 129' 'SIGKILL to node 0: code 137' \
    'SIGHUP under nohup, then SIGTERM: code 143'; do
    grep -q "^$want," said || bad "not said: $want"
done
finish
