#!/bin/sh
# native_figures.sh AP1000 ONETOONE ALLTOALL BARRIER PRIMITIVES - what the native programs print, against figures derived by hand from the
# machine file [us]. A clock reading is in each measured span once: 1 on a cell, 5.3 on the host.
#   one-to-one   cells  send 14.92 + hop 0.16 + recv 14.92 = 30, +1/20; 0.172 a byte
#                host   (50 + 50 + 14.92 + 14.92) / 2 + B-Net 1 + interface 2163.58 = 2229.5, +5.3/20; 0.536 a byte
#   barrier      cells  call 177 + tree 3 = 180, +1/10; with the host 1347 + 3 = 1350, +5.3/10, as it reads its clock too
#   all-to-all   4 cells, 0 byte: all send until 14.92; the bus is taken 4 times, 1 arbitration and 0.2 release each, so
#                the first sender has the others' from 2.2 on; 3 receives of 14.92; +1: 62.88
#                1000 byte: send 80.92; on the bus 21, 42.2, 63.4, 84.6; 42.2 + 3 receives of 80.92; +1: 366.88
#   broadcast    8x8 cells, a row: send 14.92 + half the ring, 4 hops of 0.16 + recv 14.92; +1: 31.48; 8000 byte: + 8000 * 0.172
#                = 1407.48; all cells: a row and then a column, 30.48 and 1406.48 each; +1
set -u
ap1000=$1 onetoone=$2 alltoall=$3 barrier=$4 primitives=$5
failed=0

check() { # NAME EXPECTED COMMAND...
    name=$1 expected=$2
    shift 2
    got=$("$ap1000" run "$@" 2>&1 | sed 1d | cut -f "$column" | tr '\n' ' ')
    [ "$got" = "$expected " ] && return
    echo "$name: expected $expected, got $got"
    failed=1
}

column=3
check 'one-to-one, cells' '30.0500 202.0500' "$onetoone" cell-cell 4 10 0 1000
check 'one-to-one, cells, 64 tasks' '30.0500' "$onetoone" cell-cell 64 10 0
check 'one-to-one, host' '2229.7650 2765.7650' "$onetoone" host-cell 4 10 0 1000
for tasks in 4 64; do
    check "barrier, $tasks cells" '180.1000' "$barrier" cell-cell $tasks 10
    check "barrier, host and cells, $tasks tasks" '1350.5300' "$barrier" host-cell $tasks 10
done
column=4
check 'all-to-all, cells' '62.8800 366.8800' "$alltoall" cell-cell 4 5 0 1000
column=3
check 'broadcast, a row' '31.4800 1407.4800' "$primitives" x_brd 8 8 0 8000
check 'broadcast, a column' '31.4800 1407.4800' "$primitives" y_brd 8 8 0 8000
check 'broadcast, all cells' '61.9600 2813.9600' "$primitives" xy_brd 8 8 0 8000
exit $failed
