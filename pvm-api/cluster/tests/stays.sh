# stays.sh PVMNODE PVMGS LIBRARIES CONSOLE HELLO SLEEPER CHECKS: a machine that stays (pvmrun --up), programs and consoles that join it from
# shells of their own, nodes that die and come again, its end; and how a
# run ends, where its tasks go and who is dead by --end-with-master, --map and --patience-nodes.
here=$(cd "$(dirname "$0")" && pwd)
pvmnode=$1 console=$4 hello=$5 sleeper=$6
. "$7"
export LD_LIBRARY_PATH="$3" AP1000_PVMGS="$2" AP1000_NAME="stays$$"
unset PVM_RSH AP1000_SOCKET AP1000_NODE AP1000_CLUSTER
printf '%s\n' 'node1 ip=127.0.0.1' 'node2 ip=127.0.0.1' '* lo=all' '&far1 dx=/1' '& far2 lo=me ip=127.0.0.1' >hosts
printf 'echo "$*" >>words\necho $$ $1 >>daemons\neval "exec $2"\n' >rsh
: >daemons

# gone PID...: waits until they are.
gone() { for pid; do while kill -0 "$pid" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$pid/status"; do sleep 0.05; done; done; }
daemon_of() { awk -v "name=$1" '$2 == name {pid = $1} END {print pid}' daemons; }
conf() { echo conf | "$console" | grep -c LINUX; }

setsid sh -c '"$0" --up --name "$AP1000_NAME" --hosts hosts --rsh "sh rsh"' "$pvmnode" >up.out 2>up.err </dev/null
check 'up: exit code' test $? -eq 0
check 'up: how many' grep -q "machine $AP1000_NAME is up, with 3 nodes" up.out
check 'up: what is said ends' test ! -s up.err
"$hello" >hello.out
check 'a program of a shell joins' grep -qx 'child 1 on node1: hello, t[0-9a-f]*, this is t80001' hello.out
(cd / && "$hello") >hello.out
check 'and another one' grep -qx '8 children said hello' hello.out
"$pvmnode" --up --name "$AP1000_NAME" >second.out 2>second.err
check 'the same name again: exit code' test $? -eq 2
check 'the same name again: is said' grep -q "$AP1000_NAME" second.err

"$sleeper" "$work/pids" &
until [ -e pids ] && [ "$(wc -l <pids)" -ge 3 ]; do sleep 0.05; done
echo 'ps -a' | "$console" >ps.out
check 'ps -a shows its tasks' test "$(grep -c sleeper ps.out)" -ge 2
(echo 'delete node1'; echo conf; echo 'add node1'; echo 'add -x'; echo conf) | "$console" >conf.out
check 'delete, add' test "$(grep -c 'LINUX64' conf.out)" -eq 5
check 'a name that begins with - is refused' grep -q '\-x.*Bad parameter' conf.out
# Who is deleted, as it is stopped, does not keep others from hearing of the dead.
stopped=$(daemon_of node1)
kill -STOP "$stopped"
kill -KILL "$(daemon_of node2)"
until [ "$(conf)" = 2 ]; do sleep 0.05; done
echo 'delete node1' | "$console" >stopped.out
while echo 'ps -a' | "$console" | grep -q sleeper; do sleep 0.05; done
kill -CONT "$stopped"
echo 'add node1 node2' | "$console" >add.out
check 'nodes that have died come again' grep -q '2 successful' add.out
# As in PVM 3.4.6, the hostfile counts for who is added, and so do options behind the name.
printf 'add %s\n' far1 far2 far3 '"far4 lo=him dx=/4"' '"far5 xx=1"' | "$console" >far.out
check 'what the hostfile says of hosts that are added' test "$(sed -n 's/ [^ ]* --join$//p' words | grep far)" = "$(printf '%s\n' '-l all far1' '-l me far2' '-l all far3' '-l him far4')"
check 'dx= of those' test "$(grep -c -e 'far1 /1 --join' -e 'far4 /4 --join' words)" -eq 2
check 'options behind a name: what is none' grep -q 'far5.*Bad parameter' far.out
echo reset | "$console" >reset.out
gone $(awk '{print $2}' pids)
check 'after reset it stays' test "$(conf)" = 3
echo halt | "$console" >halt.out
gone $(awk '{print $1}' daemons)
until ! grep -q "@pvmrun-[0-9]*-$AP1000_NAME\$" /proc/net/unix; do sleep 0.05; done

"$pvmnode" --up --name "$AP1000_NAME" >/dev/full 2>full.err </dev/null
check 'up, and nobody hears that' test $? -eq 0
echo halt | "$console" >halt.out
until ! grep -q "@pvmrun-[0-9]*-$AP1000_NAME\$" /proc/net/unix; do sleep 0.05; done

# Whoever is interrupted before it is up leaves none.
printf 'echo $$ >>waits\nuntil [ -e never ]; do sleep 0.05; done\n' >slow
"$pvmnode" --up --name "$AP1000_NAME" --hosts hosts --rsh 'sh slow' >left.out 2>left.err </dev/null &
until [ -e waits ] && [ "$(wc -l <waits)" -ge 2 ]; do sleep 0.05; done
kill -TERM $!
gone $(cat waits)
until ! grep -q "@pvmrun-[0-9]*-$AP1000_NAME\$" /proc/net/unix; do sleep 0.05; done

# A daemon that is cut off as it connects, as who must wait may be, comes again.
cat >cut <<END
{ read -r address port rest; python3 '$here/relay.py' "\$port" port & until [ -e port ]; do sleep 0.05; done; echo "\$address \$(cat port) \$rest"; cat; } >order
eval "exec \$2" <order
END
echo 'node1 ip=127.0.0.1' >one
"$pvmnode" --name node0 --all --hosts one --rsh 'sh cut' "$hello" >cut.out 2>cut.err
check 'who is cut off comes again' grep -qx '8 children said hello' cut.out
printf 'node1 ip=127.0.0.1 wd=/usr\n* wd=/etc\n' >one
"$pvmnode" --name node0 --all --hosts one --rsh 'sh rsh' -n 2 pwd 2>folders.out
check 'wd=, of node 0, too' test "$(sed -n 's/.*\] //p' folders.out | sort | xargs)" = '/etc /usr'

rm -f pids
"$pvmnode" --end-with-master --name node0 --hosts hosts --rsh 'sh rsh' "$sleeper" "$work/pids" 2>master.err &
run=$!
until [ -e pids ] && [ "$(wc -l <pids)" -ge 3 ]; do sleep 0.05; done
kill -TERM "$(awk '$1 == "node0" {print $2}' pids)"
wait "$run"
check '--end-with-master: exit code' test $? -eq 143
check '--end-with-master: one has died' test "$(grep -c 'died of' master.err)" -eq 1
gone $(awk '{print $2}' pids)
"$pvmnode" --map slot --name node0 --hosts hosts --rsh 'sh rsh' "$hello" | sort -k 2n >slots.out
check '--map slot: a task for each processor' awk -v "slots=$(python3 -c 'import os; print(len(os.sched_getaffinity(0)))')" '/^child/ && $4 != "node" int($2 / slots) % 3 ":" {bad = 1} END {exit bad}' slots.out
check '--map slot: all' grep -qx '8 children said hello' slots.out
rm -f pids
"$pvmnode" --patience-nodes 1 --name node0 --hosts hosts --rsh 'sh rsh' "$sleeper" "$work/pids" 2>patience.err &
run=$!
until grep -qs '^node2 ' pids || grep -q 'node 2 has said nothing' patience.err; do sleep 0.05; done # had no processor
kill -STOP "$(daemon_of node2)" 2>/dev/null
until grep -q 'the connection to node2 is gone' patience.err; do sleep 0.05; done
check '--patience-nodes: it is said why' grep -q 'node 2 has said nothing for 1 s' patience.err
kill -CONT "$(daemon_of node2)" 2>/dev/null
kill -TERM "$run"
gone $(awk '{print $2}' pids) $(awk '{print $1}' daemons)
refused '--patience-nodes 0' "$pvmnode" --patience-nodes 0 true
refused '--map core' "$pvmnode" --map core true
refused '--up true' "$pvmnode" --up true
finish
