# coordinator.sh AP1000 COORDINATOR - the time of a barrier shows where the group's work is done, and in which order.
# On this machine only what is named has a cost; the times are derived by hand.
set -u
ap1000=$(realpath "$1") coordinator=$(realpath "$2")
. "$(dirname "$0")/../../ap1000-sim/tests/programs/checks.sh"
cat >machine.toml <<END
base = "ap1000"
[machine]
cells = 16
[cell]
send_us = 10
recv_us = 20
pvm_group_call_us = 1000
pvm_group_server_us = 100
[host]
send_us = 50
recv_us = 60
pvm_group_call_us = 300
pvm_group_server_us = 7
[host_interface]
latency_us = 2000
END
for node in cell host; do
    for cost in copy_ns_per_byte pvm_initsend_us pvm_pack_us pvm_send_us pvm_recv_us pvm_unpack_us pvm_call_us pvm_clock_us; do
        sed -i "/^\[$node\]/a $cost = 0" machine.toml
    done
done

# takes EXPECTED_US TASKS WHO WHY: checks the time to half a per cent, which is what the wires take.
takes() {
    for again in 1 2; do
        got=$("$ap1000" run --machine ./machine.toml --on host "$coordinator" "$2" "$3" </dev/null 2>&1)
        eval "got$again=\$got"
    done
    [ "$got1" = "$got2" ] || bad "$2 $3: $got1 us, then $got2 us"
    echo "$got1" | awk -v want="$1" '{ exit !($1 >= want && $1 < want * 1.005) }' || bad "$2 $3: $got1 us, not $1: $4"
}
# One processor: the first member's request takes 10 us and its call 1000; each request is taken (20), served (100) and
# answered (10); the member's own answer takes 20.
takes 1550 4 cells '10 + 1000 + 4 * (20 + 100 + 10) + 20'
takes 3110 16 cells '10 + 1000 + 16 * 130 + 20'
# The server is on the host: a cell's request crosses to the host, whose own request has been served already; the
# answers to the cells leave before the host's own.
takes 4381 4 host '10 + 2000 + 3 * (60 + 7 + 50) + 2000 + 20'
takes 5785 16 host '10 + 2000 + 15 * (60 + 7 + 50) + 2000 + 20'
# The host joins last: the server is on the first cell and waits for the host's request; of the four answers, the third
# is the host's.
takes 4260 4 last '50 + 2000 + 20 + 100 + 3 * 10 + 2000 + 60'
finish
