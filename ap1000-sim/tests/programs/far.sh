#!/bin/sh
# far.sh AP1000 FAR GROWTH - machines of thousands of cells: nodes beyond those that a PVM tid has bits for, and a task on each of
# 5000 cells in process, twice with the same times.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") far=$(realpath "$2") growth=$(realpath "$3")
. "$checks"

"$ap1000" run --cells 5000 "$far" cell4999 >far.out 2>far.err
check 'a far node: exit code' test $? -eq 0
cat >wanted <<'END'
nodes 5001 with the same tid 0
spawned 1
its node 1
tasks there 1, it 1, on it 1
state 0
told too early 0
deleted 1
told 1, state -6
END
check 'a far node' diff wanted far.out
check 'nothing is said' test ! -s far.err

for n in 1 2; do
    "$ap1000" run --tasks inprocess --cells 5000 --report=report$n.json "$growth" barrier 5000 1 >growth.out 2>&1
    check "5000 tasks: exit code, run $n" test $? -eq 0
    check "5000 tasks: nothing is said, run $n" test ! -s growth.out
done
check 'all took part' test "$(grep -c '"program": "growth"' report1.json)" -ge 5000
check 'the same twice' cmp report1.json report2.json
"$ap1000" run --cells 5000 -n 9000 true >more.out 2>more.err
check 'more tasks than slots: exit code' test $? -eq 2
check 'is said' grep -q "a number of copies from 1 to 6022 is wanted" more.err
finish
