#!/bin/sh
# slurm.sh BUILD - by hand, as root, where slurm-wlm and munge are installed: pvmnode under a real Slurm, three slurmd on this computer
# as three nodes, by srun --mpi=pmi2 (MPICH) and --mpi=pmix (Open MPI): conformance, floods, nodes that come and go, both routes, a daemon
# killed, scancel, and no MPI at all. BUILD: the folder where Meson has built. Nothing of an installed Slurm is touched.
set -u
build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
for needed in munged slurmctld slurmd srun; do
    [ "$(id -u)" = 0 ] && command -v $needed >/dev/null || { echo "root, with $needed, is wanted (packages slurm-wlm, munge)"; exit 77; }
done
work=$(mktemp -d /tmp/slurm.XXXXXX) || exit 99
host=$(hostname -s) failed=0
end() {
    for pid in "$work"/*.pid; do kill "$(cat "$pid")" 2>/dev/null; done
    until rm -rf "$work" 2>/dev/null; do sleep 0.2; done
}
trap end EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$work"

# ---- a Slurm of its own
mkdir "$work/state" "$work/log"
dd if=/dev/urandom of="$work/key" bs=128 count=1 status=none
chmod 600 "$work/key"
munged --force --key-file="$work/key" --socket="$work/munge.socket" --log-file="$work/log/munge" --pid-file="$work/munge.pid" \
    --seed-file="$work/seed" 2>/dev/null
cat >"$work/slurm.conf" <<END
ClusterName=three
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool_%n
TmpFS=$work/tmp_%n
SlurmctldPidFile=$work/control.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/log/control
SlurmdLogFile=$work/log/%n
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
KillWait=5
NodeName=node0 NodeHostname=$host NodeAddr=127.0.0.1 Port=17001 CPUs=2
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17002 CPUs=2
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17003 CPUs=2
PartitionName=all Nodes=node0,node1,node2 Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$work/slurm.conf"
slurmctld -c
for node in node0 node1 node2; do
    mkdir "$work/spool_$node" "$work/tmp_$node"
    slurmd -N $node
done
until [ "$(sinfo -h -o %D -t idle 2>/dev/null)" = 3 ]; do sleep 0.2; done

# ---- programs
export LD_LIBRARY_PATH="$build/pvm-api/assembly:$build/groups" AP1000_PVMGS="$build/groups/pvmgs" AP1000_COMMAND="$build/ap1000-sim/command/ap1000"
pvmnode=$build/pvm-api/cluster/pvmnode programs=$build/pvm-api/cluster/tests
printf 'eval "exec $2"\n' >"$work/rsh"
on_nodes() { mpi=$1; shift; srun "--mpi=$mpi" --kill-on-bad-exit=0 -N 3 --ntasks-per-node=1 "$pvmnode" --rsh "sh '$work/rsh'" "$@" </dev/null >"$work/out" 2>"$work/err"; }
# shows WHAT CODE EXPECTED MPI ARGUMENT...: ends so, and prints that file, if one is named.
shows() {
    what=$1 want=$2 expected=$3
    shift 3
    on_nodes "$@"
    code=$?
    if [ $code -ne "$want" ] || [ -n "$expected" ] && ! cmp -s "$here/$expected" "$work/out"; then
        failed=1
        echo "FAIL: $what by $1: code $code"
        tail -n 5 "$work/out" "$work/err"
    else
        echo "ok: $what by $1"
    fi
}
for mpi in pmi2 pmix; do
    shows conformance 0 '' $mpi -n 3 "$build/ap1000-sim/tests/conformance_process"
    for name in floods comings routes; do shows $name 0 $name.expected $mpi "$programs/$name"; done
    # srun ends with the code of the daemon that was killed; all that was to be said has been said. PMIx often ends the others.
    [ $mpi = pmix ] || shows 'a daemon killed' 137 deaths.expected $mpi "$programs/deaths"
    shows 'a report' 0 '' $mpi "--report=$work/report.txt" "$build/examples/ring" 4 5
    grep -q 'of real time, machine cluster with 3 nodes' "$work/report.txt" || { failed=1; echo "FAIL: report by $mpi"; }
    rm -f "$work/report.txt"
done

: >"$work/pids"
on_nodes pmi2 "$programs/sleeper" "$work/pids" &
until [ "$(wc -l <"$work/pids")" -eq 3 ]; do sleep 0.1; done
scancel -u root
wait $!
while read -r _ pid daemon; do
    while kill -0 "$pid" 2>/dev/null || kill -0 "$daemon" 2>/dev/null; do sleep 0.1; done
done <"$work/pids"
echo 'ok: scancel leaves nothing'

shows 'no MPI' 2 '' none "$build/examples/ring" 3 1
[ "$(grep -c 'without an MPI, so they do not find each other' "$work/err")" -eq 1 ] || { failed=1; echo 'FAIL: no line about it'; cat "$work/err"; }
exit $failed
