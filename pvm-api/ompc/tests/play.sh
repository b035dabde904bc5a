# play.sh real|machine PROGRAM_FOLDER LIBRARY_FOLDERS: programs of several PEs say what the table below has (lines
# with ; between them), and end with its exit code, on PVM 3.4.6 or on the simulated machine; there what several PEs race for twice, with the
# same bytes.
set -u
where=$1 folder=$2 libraries=${3-}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../oracle/either.sh"
run() { played '--cells 16 --on cell' "$@"; } # PROGRAM ARGUMENTS
failed=0
while IFS='|' read -r code command said; do
    [ -n "$code" ] || continue
    case $code in *m) [ "$where" = machine ] || continue; code=${code%m} ;; esac # what takes a minute of real time there
    # shellcheck disable=SC2086
    (cd "$folder" && run ./$command) >"$work/said" 2>"$work/errors" </dev/null
    got=$?
    # Of a task that died the machine tells as well.
    sed -E '/^ap1000: t[0-9a-f]* on .* died of /d; s/\(t[0-9a-f]+\)/(TID)/' "$work/errors" >>"$work/said"
    case $where.$command in machine.*litmus* | machine.*' die' | machine.*' ring' | machine.*' spins' | machine.*' null')
        # shellcheck disable=SC2086
        (cd "$folder" && run ./$command) 2>&1 </dev/null | sed -E '/^ap1000: t[0-9a-f]* on .* died of /d; s/\(t[0-9a-f]+\)/(TID)/' >"$work/again"
        sort "$work/said" >"$work/sorted"
        sort "$work/again" | cmp -s - "$work/sorted" || { echo "not ok: $command: a second run says other things"; failed=1; } ;;
    esac
    compare "$command" "$code" "$said"
done <<'ROWS'
0|ompc_faces arrays|arrays: 4 PEs, right
0|ompc_faces arrays --ompc-pes 1|arrays: 1 PEs, right
0|ompc_faces arrays --ompc-pes 7 --ompc-barrier=cascade --ompc-write-locks|arrays: 7 PEs, right
0|ompc_faces changes|changes: 4 PEs, right
0|ompc_faces changes --ompc-pes 7 --ompc-write-locks|changes: 7 PEs, right
1|ompc_faces beyond|ompc: PE 1 pins 5 elements from element 18446744073709551614 on of array 0 'a', which has 8 elements
1|ompc_faces release|ompc: PE 1 releases lock 1, which it does not hold
1|ompc_faces again|ompc: PE 2 acquires lock 0, which it holds already: it would wait for itself
1m|ompc_faces ring|ompc: a deadlock of locks: PE 0 waits for lock 1, which PE 1 holds, PE 1 waits for lock 2, which PE 2 holds, PE 2 waits for lock 3, which PE 3 holds, PE 3 waits for lock 0, which PE 0 holds
1m|ompc_faces ring --ompc-pes 2|ompc: a deadlock of locks: PE 0 waits for lock 1, which PE 1 holds, PE 1 waits for lock 0, which PE 0 holds
0m|ompc_faces long_held|long_held: 4 PEs, right;.t[0-9a-f]*. ompc: PE 1 has waited for lock 0 for 60 s, which PE 2 holds
0|ompc_faces spins|spins: 4 PEs, right
0|ompc_faces pins --ompc-barrier master_worker|pins: 4 PEs, right
0|ompc_faces pins --ompc-pes 9|pins: 9 PEs, right
0|ompc_faces crowd --ompc-pes 16|crowd: 16 PEs, right
0|ompc_faces counts|counts: 4 PEs, right
1|ompc_faces die|ompc: PE 2 \(TID\) has ended before the others; it owned (9|10) blocks of array 0 'field'; all end
1|ompc_faces leave|ompc: PE 1 \(TID\) has ended before the others; all end
1|ompc_faces mismatch|ompc: array 1 'second' is not the same everywhere: PE 0 makes it with elements 8, PE 3 with 12
1|ompc_faces outside|ompc: PE 1 reads or writes element 8 of array 0 'a', which has 8 elements
1|ompc_faces held|ompc: PE 1 waits for block 1 while it holds a pin_write or write_lock: make pin_reads first, and one pin_write at a time
1|ompc_faces nowhere|ompc: array 0 is to lie on PE 9; there are PEs 0 to 3
1|ompc_faces thrown|ompc: PE 2 leaves main by an exception
1|ompc_faces caught|ompc: PE 2 leaves the scope of array 'a' by an exception
1|ompc_faces --ompc-pes none|ompc: --ompc-pes 'none': a number of PEs is wanted, 1 to 4096
1|ompc_faces --ompc-barrier x|ompc: --ompc-barrier 'x': there is master_worker, cascade, shuffle_exchange, group.*
1|ompc_faces --ompc-nonsense|ompc: there is no option '--ompc-nonsense'; there is --ompc-pes, .*
0|ompc_litmus 7 --ompc-tell mcast --ompc-pes 6|6 PEs, seed 7: 0 of 5 rounds have no order; blocks moved
0|ompc_litmus 1|4 PEs, seed 1: 0 of 5 rounds have no order; blocks moved
0|ompc_litmus 2 --ompc-tell home --ompc-pes 6|6 PEs, seed 2: 0 of 5 rounds have no order; blocks moved
0|ompc_litmus 3 --ompc-tell nobody --ompc-pes 6|6 PEs, seed 3: 0 of 5 rounds have no order; blocks moved
0|ompc_litmus 4 --ompc-write-locks --ompc-pes 5|5 PEs, seed 4: 0 of 5 rounds have no order; blocks moved
0|ompc_litmus 5 --ompc-barrier group --ompc-pes 5|5 PEs, seed 5: 0 of 5 rounds have no order; blocks moved
0|ompc_litmus 6 8 200 --ompc-pes 16|16 PEs, seed 6: 0 of 9 rounds have no order; blocks moved
ROWS
seed=100
while [ $seed -lt 112 ]; do
    seed=$((seed + 1))
    (cd "$folder" && run ./ompc_litmus $seed 4 80 --ompc-pes $((seed % 7 + 2))) >"$work/said" 2>&1 </dev/null ||
        { echo "not ok: ompc_litmus $seed:"; cat "$work/said"; failed=1; }
done
exit $failed
