#!/bin/sh
# private_ps.sh AP1000 STATES - `ap1000 ps` without a name shows the tasks of the user's private runs, in process and not.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"
unset AP1000_NAME

for tasks in process inprocess; do
    "$ap1000" run --tasks $tasks --patience 1000 "$program" computes "$tasks.ready" </dev/null >out 2>err &
    pid=$!
    until [ -e $tasks.ready ] || ! kill -0 $pid; do sleep 0.02; done
    "$ap1000" ps >table 2>&1
    check "$tasks: exit code" test $? -eq 0
    # of this run, beside others that there may be
    awk -v head="private run, process $pid: simulated time" 'index($0, "private run") == 1 { ours = index($0, head) == 1 } ours' table >ours
    check "$tasks: the task: $(cat table)" grep -q '^t40001 .* states_inside .* runs$' ours
    kill $pid
    wait $pid
done
"$ap1000" ps >table 2>&1 # nobody must answer for what has ended
check 'it has gone' sh -c "! grep -q 'process $pid:' table"
finish
