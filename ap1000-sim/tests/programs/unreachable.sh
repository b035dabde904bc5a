# unreachable.sh AP1000 HELLO [LIBRARY] - on networks that lose all, each host that another wants to reach leaves the machine: one line says which,
# whom it has not answered, and for how long; the run goes on with the rest. HELLO: examples/hello. With a LIBRARY (../faults/fault.c): the one run in which
# the master has ended, on a computer where each start takes a second; nobody takes that for a simulator that hangs.
ap1000=$1 hello=$2
. "$(dirname "$0")/checks.sh"

# gone CODE "HOST OTHER..." OPTION...: hosts that leave, in this order, each with the one whom it has not answered; the exit code.
gone() {
    wanted=$1 pairs=$2
    shift 2
    # shellcheck disable=SC2086 # pairs are words
    printf 'ap1000: %s has not answered %s for 180000 ms and leaves the machine, with its tasks\n' $pairs >expected
    "$ap1000" run "$@" "$hello" >out 2>err
    code=$?
    [ $code -eq "$wanted" ] || bad "$*: ended with $code"
    cmp -s expected err || { bad "$*:"; diff expected err; }
    [ "$wanted" -ne 0 ] || grep -q '^8 children said hello$' out || bad "$*: not as many children"
    # Who is on a host that has left is nowhere.
    for host in $(awk '{ print $2 }' expected); do
        ! grep " on $host:" out || bad "$*: $host has left"
    done
}

if [ $# -gt 2 ]; then
    export AP1000_TASKS=process FAULT_IN=ap1000 FAULT_SLOW_MS=1000 LD_PRELOAD="$3"
else
    gone 0 'ws1 ws0 ws2 ws0 ws3 ws0' --machine workstations --set udp.loss_ppm=1000000
    gone 0 'node1 node0 node2 node0' --machine beowulf --cells 3 --set tcp.loss_ppm=1000000 --set pvmd.give_up_ms=1000 # another's time
    for transport in suci daemons; do
        gone 0 'node1 node0 node2 node0' --machine beowulf --cells 3 --set machine.transport=$transport --set udp.loss_ppm=1000000 --set tcp.give_up_ms=1000
    done
fi
# The program itself is on one of them.
gone 137 'node1 node0 node2 node1' --machine beowulf --cells 3 --on cell --set tcp.loss_ppm=1000000
finish
