# shellcheck shell=sh disable=SC2154 # work is the caller's
# nodes.sh - sourced after `work`, a folder of one's own: network namespaces of this computer as nodes of a cluster, each with a name and an
# address of its own, on one network (a pair of veth for two, a bridge for more), and $work/tmp of its own. As root alone. `nodes_begin N` makes nodes node0 to
# node(N-1); on_node NAME COMMAND... runs a command on one; $work/nsrsh is an rsh for them; nodes_end takes all away.
nodes_tag=pvm$$
nodes_many=0

# No sshd: rsh [OPTION...] HOST COMMAND, as mpirun, PVM and pvmrun call it.
nodes_write_rsh() {
    cat >"$work/nsrsh" <<END
#!/bin/sh
while :; do
    case \$1 in
        -l) shift 2 ;;
        -*) shift ;;
        *) break ;;
    esac
done
host=\$1
shift
exec sh "$work/on_node" "\$host" sh -c "\$*"
END
    chmod +x "$work/nsrsh"
    cat >"$work/on_node" <<END
name=\$1
shift
exec ip netns exec $nodes_tag\$name unshare --uts --mount sh -c \\
    'hostname "\$0" && mount --bind "$work/etc-hosts" /etc/hosts && mount --bind "$work/tmp-\$0" "$work/tmp" && exec "\$@"' "\$name" "\$@"
END
}

on_node() { sh "$work/on_node" "$@"; }

# nodes_possible: root, with namespaces and veth.
nodes_possible() {
    [ "$(id -u)" = 0 ] && command -v ip >/dev/null && ip netns add "${nodes_tag}try" 2>/dev/null &&
        ip netns exec "${nodes_tag}try" ip link add one type veth peer name two 2>/dev/null
    set -- $?
    ip netns del "${nodes_tag}try" 2>/dev/null || :
    return "$1"
}

nodes_join() { # NAME: into the network of the bridge
    ip link add eth0 netns "$nodes_tag$1" type veth peer name "p$1" netns "${nodes_tag}hub"
    ip netns exec "${nodes_tag}hub" ip link set "p$1" master bridge up
}

nodes_begin() {
    nodes_many=$1
    nodes_write_rsh
    echo '127.0.0.1 localhost' >"$work/etc-hosts"
    i=0
    while [ $i -lt "$nodes_many" ]; do
        ip netns add "${nodes_tag}node$i"
        echo "10.77.0.$((i + 1)) node$i" >>"$work/etc-hosts"
        mkdir -p "$work/tmp-node$i" "$work/tmp"
        i=$((i + 1))
    done
    if [ "$nodes_many" -eq 2 ]; then
        ip link add eth0 netns "${nodes_tag}node0" type veth peer name eth0 netns "${nodes_tag}node1"
    else
        ip netns add "${nodes_tag}hub"
        ip netns exec "${nodes_tag}hub" ip link add bridge up type bridge
    fi
    i=0
    while [ $i -lt "$nodes_many" ]; do
        [ "$nodes_many" -eq 2 ] || nodes_join "node$i"
        ip netns exec "${nodes_tag}node$i" ip addr add "10.77.0.$((i + 1))/24" dev eth0
        ip netns exec "${nodes_tag}node$i" ip link set eth0 up
        ip netns exec "${nodes_tag}node$i" ip link set lo up
        i=$((i + 1))
    done
}

# What still runs there ends; a namespace goes with its last process.
nodes_end() {
    i=0
    while [ $i -lt "$nodes_many" ]; do
        for pid in $(ip netns pids "${nodes_tag}node$i" 2>/dev/null); do kill -KILL "$pid" 2>/dev/null || :; done
        ip netns del "${nodes_tag}node$i" 2>/dev/null || :
        i=$((i + 1))
    done
    [ "$nodes_many" -le 2 ] || ip netns del "${nodes_tag}hub" 2>/dev/null || :
    nodes_many=0
}
