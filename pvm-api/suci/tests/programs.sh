# programs.sh PINGPONG FILETRANSFER SUCI_FOLDER PVM_FOLDER SOURCES: examples/suci and the README's flow control on a simulated cluster that
# loses datagrams, without a PVM, and on PVM 3.4.6, where it is installed; wrong arguments.
set -u
pingpong=$(realpath "$1") filetransfer=$(realpath "$2") suci=$3 pvm=$4 sources=$5
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d /tmp/pvm.XXXXXX) || exit 99
daemon='' server=''
trap 'for pid in $daemon $server; do kill $pid 2>/dev/null; wait $pid 2>/dev/null; done; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$work" || exit 99
failed=0
wrong() {
    echo "wrong: $1"
    sed 's/^/  stdout: /' out; sed 's/^/  stderr: /' err
    failed=1
}
# run CODE COMMAND...
run() {
    want=$1
    shift
    "$@" >out 2>err </dev/null
    code=$?
    [ "$code" = "$want" ] || wrong "'$*' ended with $code, not $want"
}
# says FILE PATTERN: a whole line of it is that.
says() { grep -Eqx -e "$2" "$1" || wrong "std$1 has no line '$2'"; }
quiet() { [ ! -s err ] || wrong 'it wrote on stderr'; }
on() { options=$1; shift; LD_LIBRARY_PATH="$pvm:$suci" "$AP1000_COMMAND" run --machine beowulf --cells 2 $options "$@"; }

# On a simulated cluster: nothing lost, then a twentieth; two runs, the same bytes.
seq 100000 | head -c 30000 >file
run 0 on '' "$filetransfer" file
says out 'received 30000 bytes, sum [0-9a-f]{8}, in 21 packets \(0 came twice\) and [0-9.]+ ms: [0-9]+ bytes/s'
quiet
sum=$(sed 's/.*sum \([0-9a-f]*\).*/\1/' out)
run 0 on '--set udp.loss_ppm=50000' "$pingpong" 10000 50
says out '450 packets, [1-9][0-9]* sent again'
quiet
cp out first
run 0 on '--set udp.loss_ppm=50000' "$pingpong" 10000 50
cmp -s out first || wrong 'a second run differs'
run 0 on '--set udp.loss_ppm=500000' "$filetransfer" file
says out "received 30000 bytes, sum $sum, in 21 packets .*"

# Wrong arguments.
run 2 on '' "$filetransfer" file 0
says err 'suci: suci_open: window is 0, not 1 to 64'
run 2 on '' "$filetransfer" file -4
says err 'suci: suci_open: window is -4, not 1 to 64'
run 2 on '' "$filetransfer" file 8 2000000
says err 'suci: suci_open: lose_ppm is 2000000, not 0 to 1000000'
run 2 on '' "$pingpong" 10
says err 'usage: .*'
run 2 on '' "$pingpong" client 4000 4001
says err 'suci: suci_open: on a simulated machine addresses are tasks: own must be NULL'

# The flow control that the README shows.
sed -n '/^    #include <suci.h>$/,/^    const struct suci_flow my_flow/s/^    //p' "$here/../README.md" >mine.c
[ "$(wc -l <mine.c)" -ge 12 ] || wrong 'the README has no flow control'
run 0 cc -O2 mine.c "$here/own_flow.c" -I"$sources/pvm-api/include" -I"$here/../include" "$suci/libsuci.so.0" "$pvm/libpvm3.so.3" -o own_flow
run 0 on '--set udp.loss_ppm=50000' ./own_flow
says out '200000 bytes, right'
says err '.t[0-9a-f]+. some resent, window moved'

# A window that takes longer to send than the time after which to resend (32 x 2 ms, 10 ms): packets go twice, but all arrive.
cat >hasty.c <<'END'
#include <suci.h>
const struct suci_flow my_flow = {.window = 32, .ack_every = 1, .resend_after_ns = 10000000};
END
printf 'base = "beowulf"\n[layer.suci]\npacket_us = 2000\n' >slow.toml
run 0 cc -O2 hasty.c "$here/own_flow.c" -I"$sources/pvm-api/include" -I"$here/../include" "$suci/libsuci.so.0" "$pvm/libpvm3.so.3" -o hasty
LD_LIBRARY_PATH=$pvm:$suci run 0 "$AP1000_COMMAND" run --machine ./slow.toml --cells 2 ./hasty
says out '200000 bytes, right'
says err '.t[0-9a-f]+. some resent, window as it was'

# Each where it finds a PVM 3.4.6, and where it finds none: sockets.
sh "$here/../../oracle/is_here.sh" || { echo 'not tried on PVM 3.4.6: it is not here (Debian package pvm)'; exit "$failed"; }
library=$(ldconfig -p 2>/dev/null | sed -n 's/.* => \(.*libpvm3\.so\.3\)$/\1/p' | head -n 1)
[ -n "$library" ] || { echo 'no libpvm3.so.3 of PVM 3.4.6: not tried on it'; exit "$failed"; }
for name in $(env | sed -n 's/^\(PVM_[A-Z]*\|AP1000_[A-Z]*\)=.*/\1/p'); do unset "$name"; done
LD_LIBRARY_PATH=$(dirname "$library"):$suci
export LD_LIBRARY_PATH
# Two ports of this computer that nobody has.
port=$((20000 + $$ % 20000)) tries=0
while [ $tries -lt 20 ]; do
    tries=$((tries + 1)) port=$((port + 2))
    "$pingpong" server $port $((port + 1)) 1000 20 >server.out 2>&1 &
    server=$!
    run_code=0
    "$pingpong" client $((port + 1)) $port 1000 20 >out 2>err </dev/null || run_code=$?
    [ $run_code = 0 ] && break
    kill $server 2>/dev/null
    wait $server 2>/dev/null
    grep -q 'Address already in use' err server.out || break
done
says out '40 packets, [0-9]+ sent again'
wait $server || wrong 'the server failed'
server=

. "$here/../../oracle/real.sh"
start_real || exit "$failed"
PVM_EXPORT=LD_LIBRARY_PATH
export PVM_EXPORT
run 0 "$filetransfer" "$work/file" 8 100000
says out "received 30000 bytes, sum $sum, in 21 packets .*"
run 0 "$pingpong" 10000 20
says out '180 packets, [0-9]+ sent again'
exit "$failed"
