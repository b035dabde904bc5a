# mpirun.sh MPI PVMNODE PVMGS LIBRARIES [OPTION...] PROGRAM...: as three.sh, but the three daemons are started by that MPI's mpirun
# (openmpi, mpich), and messages between them go by it. OUTLIVE=1: the other nodes go on if one dies, as Open MPI can. ONE_STREAM=1:
# stderr is the same as stdout, as an mpirun does not keep the order of two. Exit code 77: it is not installed.
mpi=$1 pvmnode=$2 pvmgs=$3 libraries=$4
shift 4
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# On one computer Open MPI would pass messages through memory; nodes have a network. With more ranks than processors it would give
# its processor away at each look, but the daemons see to that themselves. The loopback is the one network that is always there.
case $mpi in
    openmpi) mpirun='mpirun.openmpi --oversubscribe --mca btl tcp,self --mca mpi_yield_when_idle 0 --mca btl_base_warn_component_unused 0'
        mpirun="$mpirun --mca btl_tcp_if_include lo"
        [ "$(id -u)" != 0 ] || mpirun="$mpirun --allow-run-as-root"
        case $(mpirun.openmpi --version 2>/dev/null) in
            *' 4.'*) mpirun="$mpirun --mca oob_tcp_if_include lo${OUTLIVE:+ --enable-recovery}" ;;
            *) mpirun="$mpirun${OUTLIVE:+ --with-ft ulfm}" ;; # its own daemons refuse the loopback by name, and take it where there is nothing else
        esac ;;
    mpich) mpirun='mpirun.mpich -genv MPIR_CVAR_NOLOCAL 1 -genv UCX_TLS tcp,self' ;;
esac
command -v "${mpirun%% *}" >/dev/null || { echo "skipped: there is no ${mpirun%% *}"; exit 77; }
[ -e "$(dirname "$pvmnode")/pvmnode-$mpi.so" ] || { echo "skipped: there is no such MPI to build with"; exit 77; }
# shellcheck disable=SC2086 # options are words
said=$($mpirun -n 2 true 2>&1) || { echo "skipped: $mpirun cannot start a program on this computer: $said"; exit 77; }

cat >"$work/node" <<'END'
rank=${OMPI_COMM_WORLD_RANK-$PMI_RANK}
echo $$ >>"$0.daemons"
export CLUSTER_NODE=node$rank
pvmnode=$1
shift
[ -z "${ONE_STREAM-}" ] || exec 2>&1
[ -z "${OUTLIVE-}" ] || [ "$rank" -ne 0 ] || exec >"$0.said" # Open MPI 5 may lose what its mpirun has not passed on when a rank dies
[ "$rank" -eq 0 ] || eval "${CLUSTER_LIMIT-}"
exec "$pvmnode" --name "node$rank" --rsh "sh '${0%/*}/rsh'" "$@"
END
# What rsh does for nodes that are added later, on this computer: rsh HOST COMMAND.
cat >"$work/rsh" <<'END'
echo $$ >>"${0%/*}/node.daemons"
eval "exec $2"
END
: >"$work/node.daemons" >"$work/node.said"

unset PVM_RSH AP1000_SOCKET AP1000_NODE
# shellcheck disable=SC2086 # options are words
LD_LIBRARY_PATH=$libraries AP1000_PVMGS=$pvmgs $mpirun -n "${CLUSTER_NODES-3}" sh "$work/node" "$pvmnode" "$@"
code=$?
# What hangs here has found a daemon that is left.
while read -r daemon; do
    until ! kill -0 "$daemon" 2>/dev/null || grep -q '^State:.Z' "/proc/$daemon/status" 2>/dev/null; do sleep 0.05; done
done <"$work/node.daemons"
cat "$work/node.said"
exit $code
