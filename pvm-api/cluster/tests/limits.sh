# limits.sh PVMNODE PVMGS LIBRARIES LIMITS PAIRS: nodes whose system gives them few descriptors or little address space, tasks that print to
# nobody: the machine goes on.
three=$(dirname "$0")/three.sh
pvmnode=$1 pvmgs=$2 libraries=$3 limits=$4 pairs=$5
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
failed=0

# says WANTED: the last line on stdin must be that.
says() {
    said=$(tail -n 1)
    [ "$said" = "$1" ] || { echo "'$said', not '$1'"; return 1; }
}
run() { sh "$three" "$pvmnode" "$pvmgs" "$libraries" "$@"; }

run "$limits" quiet 2>/dev/null | says 'a task without output costs its daemon nothing: yes' || failed=1

# Nobody reads stderr until the program says so.
mkfifo "$work/screen"
{ until [ -e "$work/sign" ]; do sleep 0.05; done; grep -c 'which nobody reads' >"$work/lines"; } <"$work/screen" &
reader=$!
run "$limits" unread "$work/sign" 2>"$work/screen" | says 'the others go on: 5' || { failed=1; : >"$work/sign"; }
wait $reader
says 4000 <"$work/lines" || failed=1

(ulimit -n 150 && CLUSTER_NODES=1 run "$limits" many 200 2>/dev/null) |
    says 'of 200: all are started or have no room: yes; some of each: yes; all that are have joined: yes' || failed=1
(ulimit -v 8000000 && run "$pairs" 2>/dev/null) | says 'in order, and over' || failed=1
CLUSTER_LIMIT='ulimit -v 4000000' run "$limits" long 2>/dev/null | says 'long messages before the end: 1' || failed=1
exit $failed
