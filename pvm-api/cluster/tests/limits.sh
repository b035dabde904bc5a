# limits.sh PVMNODE PVMGS LIBRARIES LIMITS PAIRS: nodes whose system gives them few descriptors or little address space, tasks that print to
# nobody: the machine goes on.
three=$(dirname "$0")/three.sh
pvmnode=$1 pvmgs=$2 libraries=$3 limits=$4 pairs=$5
. "$(dirname "$0")/../../../ap1000-sim/tests/programs/checks.sh"

# says WANTED: the last line on stdin must be that.
says() {
    said=$(tail -n 1)
    [ "$said" = "$1" ] || { echo "'$said', not '$1'"; return 1; }
}
run() { sh "$three" "$pvmnode" "$pvmgs" "$libraries" "$@"; }

run "$limits" quiet 2>err | says 'a task without output costs its daemon nothing: yes' || bad quiet
check 'what it died of is said' grep -aq 'on node1 died of SIG35$' err

# Nobody reads stderr until the program says so.
mkfifo screen
{ until [ -e sign ]; do sleep 0.05; done; grep -c 'which nobody reads' >lines; } <screen &
reader=$!
run "$limits" unread "$work/sign" 2>screen | says 'the others go on: 5' || { bad unread; : >sign; }
wait $reader
says 4000 <lines || bad lines

(ulimit -n 150 && CLUSTER_NODES=1 run "$limits" many 200 2>/dev/null) |
    says 'of 200: all are started or have no room: yes; some of each: yes; all that are have joined: yes' || bad many
# By slot, the share of node 0 would be more than a node takes: node 1 has a single processor.
(ulimit -n 150 && CLUSTER_NODES=2 CLUSTER_LIMIT='taskset -pc "$(taskset -pc $$ | sed "s/.*: //; s/[-,].*//")" $$ >/dev/null' \
    run --map slot "$limits" many 1800 2>/dev/null) |
    says 'of 1800: all are started or have no room: yes; some of each: yes; all that are have joined: yes' || bad slot
run --map slot "$limits" singly 8 "$(python3 -c "import os; print(len(os.sched_getaffinity(0)))")" 2>/dev/null | says 'where the next one goes: 8 of 8' || bad singly
(ulimit -v 8000000 && run "$pairs" 2>/dev/null) | says 'in order, and over' || bad pairs
CLUSTER_LIMIT='ulimit -v 4000000' run "$limits" long 2>/dev/null | says 'long messages before the end: 1' || bad long
finish
