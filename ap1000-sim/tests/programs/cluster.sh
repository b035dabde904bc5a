# cluster.sh AP1000 PROGRAM: cluster.c on each machine file of kind cluster: the same twice, processors of a node, what is said of the
# machine, and that a message takes what the numbers of the machine file add up to.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

run() { # FILE OPTION...
    file=$1
    shift
    "$ap1000" run --on host "$@" "$program" >"$file" 2>err || echo "exit code $?" >>"$file"
    check "$file: nothing on stderr" test ! -s err
}
says() { check "$1: $2" grep -qxF "$2" "$1"; }

printf 'base = "beowulf"\n[machine]\nmedium = "hub"\n' >hub.toml
printf 'base = "beowulf"\n[tcp]\nnodelay = 0\n' >nagle.toml
printf 'base = "beowulf"\n[machine]\ntransport = "suci"\n' >suci.toml
for machine in beowulf pc-cluster rwc-cluster nt-cluster ./hub.toml ./nagle.toml ./suci.toml; do
    name=$(basename "$machine" .toml)
    run "$name" --machine "$machine"
    run again --machine "$machine" --trace "$name.json" --report="$name.txt"
    check "$machine: the same again, looked into" cmp "$name" again
    check "$machine: seven lengths and three counts" test "$(wc -l <"$name")" -eq 10
done
run set --machine beowulf --set machine.medium=hub
check '--set with a word is the same as a machine file' cmp hub set
for name in beowulf rwc-cluster hub; do
    says $name '1 tasks of 10 ms on one node: 10 ms'
    says $name '2 tasks of 10 ms on one node: 20 ms'
    says $name '3 tasks of 10 ms on one node: 30 ms'
done
says pc-cluster '1 tasks of 10 ms on one node: 10 ms'
says pc-cluster '2 tasks of 10 ms on one node: 10 ms'
says pc-cluster '3 tasks of 10 ms on one node: 20 ms'

us() { sed -n "s/^$2 byte there and back: \(.*\) us\$/\1/p" "$1"; }
# A switch lets a long message through its two wires at the rate of one; so does a hub. PM has the faster wire and the cheaper ends.
check 'a long message takes as long on a hub, within 10 %' test $((10 * $(us hub 1000000))) -le $((11 * $(us beowulf 1000000)))
check 'a short one on a hub is not slower' test "$(us hub 1000)" -le "$(us beowulf 1000)"
check 'a megabyte there and back at 100 Mb/s: 160 ms and more' test "$(us beowulf 1000000)" -ge 160000
check '... and less than 200' test "$(us beowulf 1000000)" -le 200000
check 'Suci: a byte as fast as by TCP, which has its connection, within 10 %' test $((10 * $(us suci 1))) -le $((11 * $(us beowulf 1)))
check 'a megabyte, too' test $((10 * $(us suci 1000000))) -le $((11 * $(us beowulf 1000000)))
check 'PM: three times sooner, and more' test $((3 * $(us rwc-cluster 1))) -le "$(us beowulf 1)"
check 'Nagle: 2000 byte are a full segment and one that waits 200 ms for its acknowledgement, each way' test "$(us nagle 2000)" -ge 400000
check 'TCP_NODELAY: they do not wait' test "$(us beowulf 2000)" -le 1500

check 'info says what it is' sh -c '"$1" info --machine pc-cluster | grep -qx "machine pc-cluster: 4 nodes of 2 processors each, on a switch"' - "$ap1000"
check 'info shows words' sh -c '"$1" info --machine rwc-cluster switch | grep -Eq "^  forwarding +cut-through +assumed"' - "$ap1000"
check 'info shows no transport that is not used' sh -c '! "$1" info --machine rwc-cluster | grep -q "^.tcp."' - "$ap1000"
check 'info for programs' sh -c '"$1" info --json --machine hub.toml | grep -q "\"hub\""' - "$ap1000"
check 'the report names the nodes' grep -q '4 nodes' pc-cluster.txt
check 'the report names a wire' grep -q 'the wire \(from\|to\) node[01] ' beowulf.txt
check 'the trace counts wires' grep -q 'wires of the switch in use' beowulf.json
"$ap1000" run --machine beowulf --cells 40 --on host true 2>err
check '--cells says how many nodes' test $? -eq 0
"$ap1000" run --machine beowulf --grid 2x2 true 2>err
check 'no grid' grep -q 'nodes have no grid; give their number (--cells, or nodes in the file)' err
finish
