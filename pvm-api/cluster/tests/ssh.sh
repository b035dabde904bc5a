# ssh.sh PVMNODE LIBRARIES PAIRS: nodes started by a real ssh, from an sshd of our own on this computer, with keys of its own. Skipped where there
# is no sshd, or where it lets this user in by no key.
pvmnode=$1 libraries=$2 pairs=$3
sshd=$(PATH=$PATH:/usr/sbin command -v sshd) && command -v ssh >/dev/null && command -v ssh-keygen >/dev/null || exit 77
work=$(mktemp -d) || exit 99
trap 'kill "$server" 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
ssh-keygen -q -t ed25519 -N '' -f "$work/key" && ssh-keygen -q -t ed25519 -N '' -f "$work/other" || exit 99
[ "$(id -u)" != 0 ] || mkdir -p /run/sshd

# On a port that nobody has.
for port in $(awk 'BEGIN { srand(); for (i = 0; i < 8; i++) print 20000 + int(rand() * 12000) }'); do
    cat >"$work/config" <<END
Port $port
ListenAddress 127.0.0.1
ListenAddress 127.0.0.2
HostKey $work/key
AuthorizedKeysFile $work/key.pub
PidFile none
StrictModes no
END
    : >"$work/log"
    "$sshd" -D -e -f "$work/config" 2>"$work/log" &
    server=$!
    until grep -q 'listening on 127.0.0.2' "$work/log" || ! kill -0 $server 2>/dev/null; do sleep 0.05; done
    ! kill -0 $server 2>/dev/null || break
done
ssh="ssh -F none -p $port -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -o IdentitiesOnly=yes"
# shellcheck disable=SC2086 # words
$ssh -i "$work/key" 127.0.0.1 true </dev/null >/dev/null 2>&1 || exit 77

printf '127.0.0.1\n127.0.0.2\n' >"$work/hosts"
unset PVM_RSH AP1000_SOCKET AP1000_NODE
export LD_LIBRARY_PATH="$libraries" PVM_EXPORT=LD_LIBRARY_PATH
run() { "$pvmnode" --all --hosts "$work/hosts" --name node0 --rsh "$ssh -i $work/$1" "$pairs" >"$work/out" 2>"$work/err" </dev/null; }
failed=0
run key && grep -q 'in order, and over' "$work/out" || { failed=1; cat "$work/out" "$work/err"; }
! grep -q 'secret' "$work/err" || { failed=1; echo 'it says that ssh shows the secret'; }
run other
[ $? = 1 ] && grep -q 'has ended with code 255' "$work/err" || { failed=1; echo 'a key that is refused:'; cat "$work/out" "$work/err"; }
exit $failed
