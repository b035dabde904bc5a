#!/bin/sh
# hardware.sh AP1000 PROGRAM - with --hardware-collectives the results are the same, and a barrier or a multicast of
# the whole machine takes less time (tested with 4 cells, and with 4 cells and the host). The barrier of a group that
# leaves cells out is no faster. A barrier on the S-Net still pays for the group call, about 1.2 ms of 2.8 ms with 4
# tasks.
set -u
ap1000=$(realpath "$1") program=$(realpath "$2")
. "$(dirname "$0")/../../ap1000-sim/tests/programs/checks.sh"

compare() { # WHETHER-FASTER CELLS WHERE TASKS
    off=$("$ap1000" run --cells "$2" "$program" "$3" "$4" 2>&1)
    on=$(AP1000_HARDWARE=1 "$ap1000" run --cells "$2" "$program" "$3" "$4" 2>&1)
    echo "$off"
    echo "$on"
    [ -n "$off" ] && [ "$(echo "$off" | head -1)" = "$(echo "$on" | head -1)" ] || bad 'not the same results'
    printf '%s\n%s\n' "$off" "$on" | awk -v faster="$1" '/^barrier/ { b[++k] = $2 } END { exit !(faster == "barrier" ? b[2] < 0.6 * b[1] : b[2] > 0.9 * b[1]) }' ||
        bad "the barrier: not as it should be ($1)"
    printf '%s\n%s\n' "$off" "$on" | awk '/^barrier/ { m[++k] = $5 } END { exit !(m[2] < m[1] / 2) }' ||
        bad 'the multicast is not faster'
}

compare barrier 4 cells 4
compare barrier 4 host 4
compare same 6 cells 4
compare same 4 hosts 4 # the host has one place in the barrier tree

# One that dies in it ends the barrier for the others, and every later one, with PvmNoGroup (-19).
for hardware in 0 1; do
    AP1000_HARDWARE=$hardware "$ap1000" run --cells 4 "$program" dies 4 >dies 2>said || bad 'dies: failed'
    [ "$(sort dies | uniq -c | tr -s ' ')" = ' 3 the two barriers: -19019' ] || { bad "hardware $hardware:"; cat dies said; }
done

# One that runs handlers of signals while it waits has come once all the same.
for hardware in 0 1; do
    AP1000_HARDWARE=$hardware "$ap1000" run --cells 4 "$program" signals 4 >signals 2>said || bad 'signals: failed'
    [ "$(uniq -c signals | tr -s ' ')" = ' 4 the two barriers: 0' ] || { bad "hardware $hardware:"; cat signals said; }
done

# In a report the wait in a barrier on the S-Net ends with the barrier: what follows has not waited.
AP1000_HARDWARE=1 "$ap1000" run --cells 4 --report=report "$program" cells 4 >/dev/null || bad 'report: failed'
awk '$1 == "pvm_barrier" && $4 > 0 { waits = 1 } $1 == "pvm_exit" && $4 == 0 { done = 1 } END { exit !(waits && done) }' report ||
    { bad 'the report: waits in barriers do not end with them'; grep -E '^(call|pvm_barrier|pvm_exit)' report; }
finish
