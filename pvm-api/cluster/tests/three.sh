# three.sh PVMNODE PVMGS LIBRARIES [OPTION...] PROGRAM...: runs a program by pvmrun on three nodes, which are three
# daemons on this computer, and waits until none of them is left. CLUSTER_NODES=N: on N nodes. CLUSTER_LIMIT: a command of the shell
# before the daemons of node1 and node2. The exit code is the program's.
pvmnode=$1 pvmgs=$2 libraries=$3
shift 3
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# What rsh does, on this computer: rsh HOST COMMAND. A name has no address, and localhost cannot be reached until $LATER is there.
export LATER="$work/later"
cat >"$work/rsh" <<END
case \$1 in no-such-host.invalid) exit 1 ;; localhost) [ -e "$work/later" ] || exit 1 ;; esac
echo \$\$ >>"$work/daemons"
export CLUSTER_NODE=\$1
${CLUSTER_LIMIT:-:}
eval "exec \$2"
END
node=1
while [ $node -lt "${CLUSTER_NODES-3}" ]; do
    echo "node$node ip=127.0.0.1"
    node=$((node + 1))
done >"$work/hosts"
: >"$work/daemons"

unset PVM_RSH AP1000_SOCKET AP1000_NODE
LD_LIBRARY_PATH=$libraries AP1000_PVMGS=$pvmgs "$pvmnode" --hosts "$work/hosts" --rsh "sh '$work/rsh'" --name node0 "$@"
code=$?
# A daemon that has lost node 0 ends by itself, at once. This waits until all have: what hangs here has found one that is left.
while read -r daemon; do
    until ! kill -0 "$daemon" 2>/dev/null || grep -q '^State:.Z' "/proc/$daemon/status" 2>/dev/null; do sleep 0.05; done
done <"$work/daemons"
exit $code
