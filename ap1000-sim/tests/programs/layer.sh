# layer.sh AP1000 PROGRAM LIBPVM3 LOOP_LIBPVM3 REAL: layer.c, one binary, on the simulated machine, on the loop machine and on
# PVM 3.4.6 (REAL: the script that starts it), which only LD_LIBRARY_PATH chooses between; what traces and reports show of it.
set -u
ap1000=$(realpath "$1") program=$(realpath "$2") ours=$(dirname "$(realpath "$3")") loop=$(dirname "$(realpath "$4")") real=$(realpath "$5")
export TMPDIR=/tmp # the names of PVM's sockets must be short
. "$(dirname "$0")/checks.sh"
daemon=
trap '[ -z "$daemon" ] || { kill $daemon 2>/dev/null; wait $daemon 2>/dev/null; }; rm -rf "$work"' EXIT
unset LD_LIBRARY_PATH
printf 'base = "ap1000"\n[layer.demo]\nsend_us = { value = 250.5, kind = "assumed", source = "a test" }\nother_count = 3\n' >own.toml
printf 'received 1\nreceived 2\nreceived 3\n' >lines

with() { LD_LIBRARY_PATH=$ours "$ap1000" run --cells 2 --on host "$@" "$program"; }
with >out 2>err
check 'the simulated machine: lines' sh -c 'grep -v ^machine: out | cmp - lines'
check 'the simulated machine: the charge is exact' grep -qx 'machine: 1234567 ns of work took 1234567 ns' out
check 'the simulated machine: no number' grep -qx 'machine: demo.send_us is not there' out
check 'the simulated machine: the route of datagrams, in place of PvmAllowDirect' grep -qx 'machine: datagrams 2' out
check 'the simulated machine: nothing on stderr' test ! -s err
with --machine ./own.toml >own.out
check 'a number of the machine file' grep -qx 'machine: demo.send_us is 250.5' own.out
"$ap1000" info --machine ./own.toml >info
check 'info shows it with its source' grep -Eq '^  send_us +250.5 us +assumed +a test$' info
check 'info shows a plain number with file and line' grep -Eq '^  other_count +3 +own +.*own.toml:4$' info
check 'info of the part alone' test "$("$ap1000" info --machine ./own.toml layer.demo | grep -c _)" -eq 2
check 'info for programs' sh -c '"$1" info --json --machine ./own.toml | grep -q "\"layer.demo.send_us\""' - "$ap1000"

with --report=a.txt --trace a.json --machine ./own.toml >a.out
with --report=b.txt --trace b.json --machine ./own.toml >b.out
check 'looking changes nothing' cmp a.out own.out
check 'the same report again' cmp a.txt b.txt
check 'the same trace again' cmp a.json b.json
for call in 'demo send' 'demo receive'; do
    check "report: $call three times" grep -Eq "^$call +3 +" a.txt
    check "trace: $call" grep -q "\"name\":\"$call\"" a.json
done
for call in 'demo look' pvm_send pvm_recv pvm_initsend pvm_pkint pvm_upkint; do
    check "report: $call is inside another" sh -c '! grep -Eq "^ *$1 " a.txt' - "$call"
done
check 'the charge of three sends is in the call: 751.5 us and more' awk '/^demo send/ { ok = $4 > 0.7515 } END { exit !ok }' a.txt
check 'a number that is not there is said once' test "$(grep -c 'demo.look_us' a.txt)" -eq 1
check 'the one that is there is not' sh -c '! grep -q demo.send_us a.txt'

LD_LIBRARY_PATH=$loop "$program" >loop.out 2>&1
check 'the loop machine: lines' sh -c 'grep -v ^machine: loop.out | cmp - lines'
check 'the loop machine: the charge is exact' grep -qx 'machine: 1234567 ns of work took 1234567 ns' loop.out
check 'the loop machine: no number' grep -qx 'machine: demo.send_us is not there' loop.out

if sh "$(dirname "$real")/is_here.sh"; then
    . "$real"
    start_real || finish
    timeout 600 "$program" >real.out 2>&1
    check 'PVM 3.4.6: lines' sh -c 'grep -v ^machine: real.out | cmp - lines'
    check 'PVM 3.4.6: no simulated machine' grep -qx 'machine: no simulated one' real.out
    check 'PVM 3.4.6: no datagrams' grep -qx 'machine: datagrams -2' real.out
else
    echo 'PVM 3.4.6 is not here: left out'
fi
finish
