#!/bin/sh
# namespaces.sh BUILD - by hand, as root: what three daemons at 127.0.0.1 cannot show, on three network namespaces of this computer, each with a
# name and an address of its own (nodes.sh): nodes started by an rsh, by mpirun on several hosts, nodes that come and go, a daemon
# killed, node 0 stopped and killed, a cable pulled (30 s). BUILD: the folder where Meson has built.
set -u
build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d /tmp/pvm.XXXXXX) || exit 99
. "$here/nodes.sh"
nodes_possible || { echo 'root, with network namespaces and veth, is wanted'; rm -rf "$work"; exit 77; }
trap 'nodes_end; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
nodes_begin 3

export LD_LIBRARY_PATH="$build/pvm-api/assembly:$build/groups" AP1000_PVMGS="$build/groups/pvmgs"
pvmnode=$build/pvm-api/cluster/pvmnode programs=$build/pvm-api/cluster/tests failed=0
printf 'node1\nnode2\n' >"$work/hosts"
by_rsh="$pvmnode --rsh $work/nsrsh --hosts $work/hosts"
by_openmpi="mpirun.openmpi --allow-run-as-root --mca plm_rsh_agent $work/nsrsh --mca btl tcp,self --mca btl_tcp_if_include eth0 --mca oob_tcp_if_include eth0
    --host node0,node1,node2 -N 1 -x LD_LIBRARY_PATH -x AP1000_PVMGS"
by_mpich="mpirun.mpich -launcher ssh -launcher-exec $work/nsrsh -hosts node0,node1,node2 -genv MPIR_CVAR_NOLOCAL 1 -genv UCX_TLS tcp,self $pvmnode"

# left: processes that the nodes still have.
left() {
    for pid in $(for i in 0 1 2; do ip netns pids "${nodes_tag}node$i"; done); do tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null; done
}
# shows WHAT EXPECTED COMMAND...: what it prints is that file, or its last line is that text; and nothing is left.
shows() {
    what=$1 expected=$2
    shift 2
    on_node node0 "$@" >"$work/output" 2>"$work/errors" </dev/null
    code=$?
    if [ $code -ne 0 ] || [ -f "$expected" ] && ! cmp -s "$expected" "$work/output" || [ ! -f "$expected" ] && [ -n "$expected" ] && ! tail -n 1 "$work/output" | grep -qe "$expected"; then
        failed=1
        echo "FAIL: $what: code $code"
        tail -n 5 "$work/output" "$work/errors"
    else
        echo "ok: $what: $(tail -n 1 "$work/output")"
    fi
    until [ -z "$(left)" ]; do sleep 0.05; done
}

# shellcheck disable=SC2086 # commands are words
for by in rsh openmpi mpich; do
    eval "command=\$by_$by"
    [ $by = rsh ] || command -v "mpirun.$by" >/dev/null || continue
    [ $by != openmpi ] || command="$command --enable-recovery $pvmnode"
    shows "conformance by $by" '' $command -n 3 "$build/ap1000-sim/tests/conformance_process"
    shows "floods by $by" "$here/floods.expected" $command "$programs/floods"
    shows "comings by $by" "$here/comings.expected" $command --rsh "$work/nsrsh" "$programs/comings"
    shows "pairs by $by" 'in order, and over' $command "$programs/pairs"
    [ $by = mpich ] || shows "a daemon killed, by $by" "$here/deaths.expected" $command "$programs/deaths"
done

# pulled COMMAND...: node1 has no network any more; what runs there must end by itself, too.
pulled() {
    on_node node0 "$@" >"$work/output" 2>"$work/errors" </dev/null &
    until grep -q ready "$work/output" 2>/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
    ip netns exec "${nodes_tag}node1" ip link set eth0 down
    wait $!
    until [ -z "$(left)" ]; do sleep 0.05; done
    echo "a cable pulled: $(tail -n 1 "$work/output")"
    grep -q 'the other one answers' "$work/output" || failed=1
    ip netns exec "${nodes_tag}node1" ip link set eth0 up
}
# shellcheck disable=SC2086
pulled $by_rsh "$programs/pulled"

# Node 0 stopped for longer than a silent node lives, with data under way to it: nothing is lost.
for node in node0 node1; do ip netns exec "$nodes_tag$node" sysctl -qw net.ipv4.tcp_rmem='4096 131072 6291456'; done
# shellcheck disable=SC2086
on_node node0 $by_rsh "$programs/stopped" >"$work/output" 2>"$work/errors" </dev/null &
until grep -q ready "$work/output" 2>/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
stopped=$(pgrep -f "^$pvmnode --rsh" | head -n 1)
kill -STOP "$stopped"
sleep 45
kill -CONT "$stopped"
wait $!
echo "node 0 stopped for 45 s: $(tail -n 1 "$work/output")"
grep -q 'the notice comes after 30 of 30' "$work/output" || { failed=1; cat "$work/errors"; }
until [ -z "$(left)" ]; do sleep 0.05; done

# Node 0 killed: all goes, on all nodes.
# shellcheck disable=SC2086
on_node node0 $by_rsh "$programs/pulled" >"$work/output" 2>/dev/null </dev/null &
until grep -q ready "$work/output"; do sleep 0.05; done
kill -KILL "$(pgrep -f "^$pvmnode --rsh" | head -n 1)"
until [ -z "$(left)" ]; do sleep 0.05; done
echo 'node 0 killed: nothing is left'
exit $failed
