#!/bin/sh
# containers.sh BUILD - by hand, as root, where crun and sshd are (packages crun, openssh-server): three containers of this computer as three
# nodes, each with file system, network, processes and name of its own, and an sshd: pvmrun over ssh, mpirun over ssh, and a container that is killed.
# BUILD: the folder where Meson has built. The root of each is an overlay of this computer's, with PVM/AP1000 installed in it, as in .github/Containerfile.
set -u
build=$(cd "$1" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
for needed in crun /usr/sbin/sshd ssh ssh-keygen ip meson; do
    [ "$(id -u)" = 0 ] && command -v $needed >/dev/null || { echo "root, with $needed, is wanted (packages crun, openssh-server, iproute2)"; exit 77; }
done
# What is mounted here is nobody else's, and gone with this script.
[ -n "${CONTAINERS_INSIDE-}" ] || exec env CONTAINERS_INSIDE=1 unshare --mount sh "$here/containers.sh" "$build"
work=$(mktemp -d /tmp/pvm.XXXXXX) || exit 99
. "$here/nodes.sh"
nodes_possible || { echo 'network namespaces with veth are wanted'; rm -rf "$work"; exit 77; }
names='node0 node1 node2' failed=0
crun() { command crun --root "$work/crun" --cgroup-manager=disabled "$@"; }
end() {
    for name in $names; do crun delete --force "$name" 2>/dev/null; done
    nodes_end
    for name in $names; do umount "$work/fs/$name/root" 2>/dev/null; done
    umount "$work/fs" 2>/dev/null
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' HUP INT TERM
nodes_begin 3
mkdir "$work/fs"
mount -t tmpfs nodes "$work/fs"
# crun wants to know one kind of cgroups, and uses none here.
[ "$(stat -fc %T /sys/fs/cgroup)" = cgroup2fs ] || { umount -R /sys/fs/cgroup && mount -t cgroup2 cgroup /sys/fs/cgroup; } || exit 1

# ---- what all have: PVM/AP1000, the programs, keys
common=$work/fs/common
mkdir -p "$common/node" "$common/usr/local/bin"
DESTDIR=$common meson install -C "$build" --no-rebuild --quiet || exit 1
for program in examples/hello ap1000-sim/tests/conformance_process pvm-api/cluster/tests/floods pvm-api/cluster/tests/comings pvm-api/cluster/tests/pulled; do
    cp "$build/$program" "$common/usr/local/bin"
done
ssh-keygen -q -t ed25519 -N '' -f "$common/node/key"
cp "$common/node/key.pub" "$common/node/authorized"
mkdir -p "$common/etc"
cp "$work/etc-hosts" "$common/etc/hosts"
sed 's/^root:[^:]*:/root:*:/' /etc/shadow >"$common/etc/shadow"
printf 'node1\nnode2\n' >"$common/node/hosts"
printf '%s\n' 'IdentityFile /node/key' 'StrictHostKeyChecking no' 'UserKnownHostsFile /dev/null' 'LogLevel ERROR' >"$common/node/ssh"
printf '%s\n' 'HostKey /node/key' 'AuthorizedKeysFile /node/authorized' 'StrictModes no' 'UsePAM no' 'PermitRootLogin prohibit-password' >"$common/node/sshd"
chmod 600 "$common/node/key" "$common/etc/shadow"

# begin NAME: its overlay, and a container of it that runs an sshd.
begin() {
    bundle=$work/fs/$1
    mkdir -p "$bundle/upper" "$bundle/work" "$bundle/root"
    mount -t overlay overlay -o "lowerdir=$common:/,upperdir=$bundle/upper,workdir=$bundle/work" "$bundle/root" || exit 1
    may='["CAP_CHOWN","CAP_DAC_OVERRIDE","CAP_FOWNER","CAP_KILL","CAP_SETGID","CAP_SETUID","CAP_SYS_CHROOT","CAP_NET_BIND_SERVICE","CAP_AUDIT_WRITE"]'
    cat >"$bundle/config.json" <<END
{"ociVersion": "1.0.0", "hostname": "$1", "root": {"path": "root"},
 "process": {"user": {"uid": 0, "gid": 0}, "cwd": "/", "env": ["PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"],
  "args": ["sh", "-c", "ldconfig; mkdir -p /run/sshd; exec /usr/sbin/sshd -D -f /node/sshd"],
  "capabilities": {"bounding": $may, "effective": $may, "permitted": $may}},
 "mounts": [{"destination": "/proc", "type": "proc", "source": "proc"}, {"destination": "/dev", "type": "tmpfs", "source": "tmpfs"},
  {"destination": "/dev/pts", "type": "devpts", "source": "devpts"}, {"destination": "/dev/shm", "type": "tmpfs", "source": "shm"},
  {"destination": "/run", "type": "tmpfs", "source": "run"}, {"destination": "/tmp", "type": "tmpfs", "source": "tmp"}],
 "linux": {"namespaces": [{"type": "pid"}, {"type": "ipc"}, {"type": "uts"}, {"type": "mount"},
  {"type": "network", "path": "/run/netns/$nodes_tag$1"}]}}
END
    crun run --detach --bundle "$bundle" "$1" </dev/null >"$bundle/log" 2>&1 || { cat "$bundle/log"; exit 1; }
}
for name in $names; do begin "$name"; done
inside() { name=$1; shift; crun exec --env HOME=/root --env PATH=/usr/local/bin:/usr/bin:/bin --cwd /tmp "$name" "$@" </dev/null; }
for name in node1 node2; do
    tries=0
    until inside node0 ssh -F /node/ssh "$name" true 2>"$work/errors"; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || { echo "no ssh to $name: $(cat "$work/errors")"; exit 1; }
        sleep 0.1
    done
done
echo "ssh answers: $(inside node0 ssh -F /node/ssh node1 hostname), $(inside node0 ssh -F /node/ssh node2 hostname)"

# ---- what is run
# left: how many processes of ours are in any container.
left() { for name in $names; do inside "$name" sh -c 'cat /proc/[0-9]*/comm 2>/dev/null'; done | grep -c -x -e pvmnode -e pvmrun -e hello -e pulled -e floods -e comings; }
# shows WHAT EXPECTED COMMAND...: code 0; it prints that file, or its last line is that text, if there is one; nothing is left anywhere.
shows() {
    what=$1 expected=$2
    shift 2
    inside node0 "$@" >"$work/output" 2>"$work/errors"
    code=$?
    if [ $code -ne 0 ] || [ -f "$expected" ] && ! cmp -s "$expected" "$work/output" || [ -n "$expected" ] && [ ! -f "$expected" ] && ! tail -n 1 "$work/output" | grep -qe "$expected"; then
        failed=1
        echo "FAIL: $what: code $code"
        tail -n 5 "$work/output" "$work/errors"
    else
        echo "ok: $what: $(tail -n 1 "$work/output")"
    fi
    until [ "$(left)" -eq 0 ]; do sleep 0.1; done
}
pvmrun='pvmrun --hosts /node/hosts'
# shellcheck disable=SC2086 # words
by_ssh() { shows "$1 over ssh" "$2" env PVM_RSH='ssh -F /node/ssh' $pvmrun $3; }
by_ssh hello '8 children said hello' /usr/local/bin/hello
by_ssh conformance '' '-n 3 /usr/local/bin/conformance_process'
by_ssh floods "$here/floods.expected" /usr/local/bin/floods
by_ssh comings "$here/comings.expected" /usr/local/bin/comings
if command -v mpirun.openmpi >/dev/null && [ -e "$common/usr/local/lib/pvmnode-openmpi.so" ]; then
    for program in hello '-n 3 /usr/local/bin/conformance_process'; do
        # shellcheck disable=SC2086 # words
        shows "${program##*/} by mpirun over ssh" '' mpirun.openmpi --allow-run-as-root --mca plm_rsh_agent 'ssh -F /node/ssh' --mca btl tcp,self \
            --mca btl_tcp_if_include eth0 --mca oob_tcp_if_include eth0 --host node0,node1,node2 -N 1 pvmnode $program
    done
fi

# A container is killed while a task is in it.
inside node0 env PVM_RSH='ssh -F /node/ssh' $pvmrun /usr/local/bin/pulled >"$work/output" 2>"$work/errors" &
until grep -q ready "$work/output" 2>/dev/null || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
crun kill node1 KILL
wait $!
echo "node1 killed: $(tail -n 1 "$work/output")"
grep -q 'the other one answers' "$work/output" || { failed=1; cat "$work/errors"; }
names='node0 node2'
until [ "$(left)" -eq 0 ]; do sleep 0.1; done
names='node0 node1 node2'
echo 'nothing is left'
exit $failed
