# play.sh real|machine PROGRAM_FOLDER LIBRARY_FOLDERS: programs with object modules say what the table below has (lines with ; between
# them), and end with its exit code, on PVM 3.4.6 or on the simulated machine; there each twice, with the same bytes.
set -u
where=$1 folder=$2 libraries=${3-}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../oracle/either.sh"
mkdir "$work/with a space"
cd "$work/with a space" || exit 99
for file in "$folder"/objects.so "$folder"/no_entry.so "$folder"/members.so "$folder"/version.so; do ln -s "$file" .; done
echo 'no library' >faces.cpp.txt
export ANETL_PROGRAM="$folder/anetl_node_plain" ANETL_NODES=3
run() { played '--cells 4' "$@"; } # PROGRAM ARGUMENTS
# Of a task that died the machine tells as well, and PVM 3.4.6 marks what children print in another way.
plain() { sed -E '/^ap1000: t[0-9a-f]+ .* died of /d; /^libpvm .*EOF/d; s/^\[t[0-9a-f]+\] //; s/0x[0-9a-f]+|\(nil\)/ADDRESS/'; }
failed=0
while IFS='|' read -r code command said; do
    [ -n "$code" ] || continue
    case $code in *m) [ "$where" = machine ] || continue; code=${code%m} ;; esac
    # shellcheck disable=SC2086
    run "$folder"/$command >"$work/out" 2>"$work/errors" </dev/null
    got=$?
    cat "$work/out" "$work/errors" | plain >"$work/said"
    if [ "$where" = machine ] && [ "${command#*starve}" = "$command" ]; then # that one takes seconds
        # shellcheck disable=SC2086
        run "$folder"/$command 2>"$work/errors" >"$work/out" </dev/null
        cat "$work/out" "$work/errors" | plain | cmp -s - "$work/said" || { echo "not ok: $command: a second run says other things"; failed=1; }
    fi
    compare "$command" "$code" "$said"
done <<'ROWS'
0|anetl_faces messages|messages: 3 nodes, right
0|anetl_faces types|types: 3 nodes, right
0|anetl_faces order|order: 3 nodes, right
0|anetl_faces nows|nows: 3 nodes, right
0|anetl_faces futures|futures: 3 nodes, right
0|anetl_faces many|many: 3 nodes, right
0|anetl_faces thousand|thousand: 3 nodes, right
0|anetl_faces events|events: 3 nodes, right
0|anetl_faces events --anetl-nodes=4|events: 4 nodes, right
0|anetl_faces meetings|meetings: 3 nodes, right
0|anetl_faces guards|guards: 3 nodes, right
0|anetl_faces untyped|untyped: 3 nodes, right
0|anetl_faces collector|collector: 3 nodes, right
0|anetl_faces errors|errors: 3 nodes, right
0|anetl_faces modules|modules: 3 nodes, right
0|anetl_faces killed|killed: 3 nodes, right
0m|anetl_faces crash|crash: 3 nodes, right;anetl: method 'null' of 1:2 Wrong on cell1 makes a wrong access to memory, at ADDRESS
0|anetl_faces crash|crash: 3 nodes, right(;anetl: method 'null' of 1:2 Wrong on .*)?
0m|anetl_faces starve --anetl-patience 1|starve: 3 nodes, right;anetl: method 'compute' of 1:2 Wrong on cell1 computes for 1 s without a message: its node does nothing else meanwhile .*
0m|anetl_faces inside_pvm|inside_pvm: 3 nodes, right;anetl: method 'inside_pvm' of 1:2 Wrong on cell1 uses a future inside a call of PVM, which is not over: read it before the call
0m|anetl_faces inside_libc|inside_libc: 3 nodes, right;anetl: method 'inside_libc' of 1:2 Wrong on cell1 uses a future inside a call of libc, which is not over: read it before the call
0|anetl_faces endless --anetl-methods 100|endless: 3 nodes, right
1|anetl_faces main_failed|anetl: main uses a future that came to nothing: there is no object 0:7 \(any more\)
86m|anetl_faces dead|.*deadlock: every task waits and nothing is under way:.* waits in anetl now: 0:2 Chain.wait_for for event 'never' .* waits in anetl now: 1:2 Chain.wait_for for event 'never' .*
1|anetl_faces messages --anetl-nodes none|anetl: --anetl-nodes 'none': a number of nodes is wanted, 1 to 4000
1|anetl_faces messages --anetl-stack 3|anetl: --anetl-stack '3': a stack in KiB is wanted, 16 to 1048576
1|anetl_faces messages --anetl-program ./nothing|anetl: --anetl-program './nothing': No such file or directory
1|anetl_faces messages --anetl-program /bin/true|anetl: a node has ended before it began: .*/true
1|anetl_faces messages --anetl-patience|anetl: --anetl-patience needs a value
1|anetl_faces messages --anetl-nonsense|anetl: there is no option '--anetl-nonsense'; there is --anetl-nodes, --anetl-stack, --anetl-methods, --anetl-patience, --anetl-program
ROWS
[ "$where" = machine ] || exit $failed

check() { # WHAT COMMAND...
    what=$1
    shift
    if "$@"; then echo "ok: $what"; else echo "not ok: $what"; failed=1; fi
}
# Traces: the same twice, and a node's waits have the layer's names.
for run in a b; do run --trace $run.json --report=$run.txt "$folder/anetl_faces" futures >out 2>&1; done
check 'the same trace' cmp a.json b.json
check 'the same report' cmp a.txt b.txt
check 'its names' grep -q '"anetl now"' a.json
check 'a wrong access ends the task as ever' sh -c '"$1" run --cells 4 "$2" crash 2>&1 | grep -q "on cell 1 died of SIGSEGV"' - "$AP1000_COMMAND" "$folder/anetl_faces"
check 'such a program runs as processes, and it is said why' \
    sh -c '"$1" run --cells 4 --tasks inprocess "$2" nows 2>&1 | grep -q "runs as a process: "' - "$AP1000_COMMAND" "$folder/anetl_faces"
exit $failed
