# simgrid.sh AP1000 PROGRAM: machines of kind simgrid. simgrid.c on platforms of a few lines, whose times follow by hand from latency and
# bandwidth; on the built-in platforms; the same twice; what is wrong with a platform file is said in one line.
# SIMGRID_PLATFORMS=FOLDER: also the program on each platform of that folder (SimGrid's examples/platforms), with what comes of it printed.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

platform() { # FILE: the elements inside its zone on stdin
    { printf '<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n<platform version="4.1">\n'
      printf '<zone id="all" routing="Full">\n'; cat; printf '</zone>\n</platform>\n'; } >"$1"
}
# Software and its copies cost nothing on this machine: what is left is the platform's.
{ echo 'base = "fat-tree"'; echo '[machine]'; echo 'platform = "two.xml"'; echo '[node]'
  for name in send recv pvm_initsend pvm_pack pvm_send pvm_recv pvm_unpack pvm_poll pvm_call pvm_clock pvm_group_call pvm_group_server
  do echo "${name}_us = 0"; done
  echo 'copy_ns_per_byte = 0'; echo '[control]'; echo 'handle_us = 0'; echo 'spawn_us = 0'; } >two.toml
platform two.xml <<END
<host id="zeus" speed="1Gf" core="2"/> <host id="hera" speed="1Gf"/> <host id="ares" speed="1Gf"/>
<link id="zh" bandwidth="100MBps" latency="50us"/> <link id="shared" bandwidth="10MBps" latency="1ms" sharing_policy="SPLITDUPLEX"/>
<route src="zeus" dst="hera"><link_ctn id="zh"/></route>
<route src="zeus" dst="ares"><link_ctn id="zh"/><link_ctn id="shared" direction="UP"/></route>
<route src="hera" dst="ares"><link_ctn id="shared" direction="UP"/></route>
END

run() { # FILE OPTION... -- ARGUMENT...
    file=$1 options=''
    shift
    while [ "$1" != -- ]; do options="$options $1"; shift; done
    shift
    # shellcheck disable=SC2086
    "$ap1000" run $options "$program" "$@" >"$file" 2>err || echo "exit code $?" >>"$file"
    check "$file: nothing on stderr" test ! -s err
}
says() { check "$1: $2" grep -qxF "$2" "$1"; }

# CM02: latency + bytes / bandwidth, each way. To hera 50 us and 10 ns a byte; to ares 1050 us and 100 ns a byte.
run hera --machine ./two.toml -- hera
says hera '1 byte: 100020 ns'
says hera '1000 byte: 120000 ns'
says hera '1000000 byte: 20100000 ns'
run ares --machine ./two.toml -- ares
says ares '1 byte: 2100200 ns'
says ares '1000000 byte: 202100000 ns'
# Two messages to ares share the wire to it, and two back: each takes 1050 us + 200 ms.
# One to each shares zh by the latencies of the ways, 50 and 1050 us: 95.4545 and 4.54545 MB/s. To hera: 50 us, alone to 1050 us (100000
# byte), the rest in 9428.571 us: 10478.571 us. The same back after 50 us, in 10476.190: 21004.762 us. Till then ares has 42857 + 500
# + 47619 byte; the other 909024 are there after 90902.4 us more, at 111907.143 us, and back by 101050 us.
run both --machine ./two.toml -- ares ares
says both '1000000 byte: 402100000 ns'
run each --machine ./two.toml -- hera ares
says each '1000000 byte: 212957143 ns'
# LV08: 13.01 times the latency, 0.97 times the bandwidth, and acknowledgements: 5 % of the bandwidth for the flow the other way. Here
# both ways are one link, so each flow has a weight of 1.05 on it: 13.01 * 50 us + 1000 byte * 1.05 / (0.97 * 0.1 byte/ns) = 661.325 us.
run lv08 --machine ./two.toml --set network.model=LV08 -- hera
says lv08 '1000 byte: 1322650 ns'
# The same with the costs of software.
run again --machine ./two.toml --trace t.json --report=t.txt -- hera
check 'the same again, looked into' cmp hera again
run soft --machine fat-tree --set machine.platform=two.xml -- hera
check 'software costs something' sh -c '! cmp -s hera soft'

# The built-in ones. A fat tree of two levels: 2 links of 0.5 us to a node of the same switch, 4 to any other; 0.8 ns a byte.
sed 's/two.xml/fat-tree.xml/; s/^platform.*//' two.toml >tree.toml
run near --machine ./tree.toml -- node3
says near '1 byte: 2002 ns'
says near '1000000 byte: 1602000 ns'
run far --machine ./tree.toml -- node4
says far '1000 byte: 5600 ns'
run within --machine ./tree.toml -- node0
says within '1000 byte: 400 ns' # the loopback: 100 ns and 10 GB/s
# A dragonfly: from node0 its cable, a router of its own chassis, and the cable of that node: 3 links of 0.2 us, 0.2 ns a byte.
sed 's/^platform.*/platform = "dragonfly.xml"/' two.toml >fly.toml
cp "$AP1000_MACHINE_PATH/dragonfly.xml" .
run fly --machine ./fly.toml -- node2
says fly '1000 byte: 1600 ns'
run hello --machine dragonfly -- node1535
run hello2 --machine dragonfly -- node1535
check 'dragonfly: the same again' cmp hello hello2
run first --machine dragonfly --cells 2 -- node1
check 'the first hosts of a platform are a machine' test "$(wc -l <first)" -eq 3

# What the machine is called.
check 'info: how many hosts' sh -c '"$1" info --machine dragonfly | grep -qx "machine dragonfly: 1536 hosts of SimGrid'"'"'s platform dragonfly.xml"' - "$ap1000"
check 'info for programs' sh -c '"$1" info --json --machine ./two.toml | grep -q "\"platform\": \"./two.xml\""' - "$ap1000"
check 'the report names hosts' grep -q 'hera' t.txt
check 'no SimGrid for others' sh -c 'AP1000_FLOW_LIBRARY=/no.so "$1" info --machine beowulf >/dev/null' - "$ap1000"

# Bad platforms: one line, nothing run.
bad() { # WHAT FILE
    refused "$1" "$ap1000" run --machine fat-tree --set "machine.platform=$2" "$program" hera
}
bad 'no such file' none.xml
: >empty.xml
bad 'empty.xml:1' empty.xml
echo hello >text.xml
bad 'text.xml:1: Invalid XML' text.xml
sed 's/100MBps/100Mfoo/' two.xml >unit.xml
bad 'unknown unit: Mfoo' unit.xml
sed 's/dst="hera"/dst="nobody"/' two.xml >nobody.xml
bad "dst='nobody'" nobody.xml
sed 's,</zone>,,' two.xml >open.xml
bad 'open.xml:[0-9]*: Invalid XML' open.xml
sed '/src="hera"/d' two.xml >way.xml
bad 'there is no route from host hera to host ares' way.xml
sed 's/100MBps/0MBps/' two.xml >zero.xml
"$ap1000" run --machine ./two.toml --set machine.platform=zero.xml "$program" hera >zero 2>err
check "a link that carries nothing: $(cat err)" grep -q '^ap1000: link .* from host .* to host .* has no bandwidth$' err
sed '/<host\|<link\|<route/d' two.xml >nohost.xml
bad 'there is no host in it' nohost.xml
sed 's/4.1/3/' two.xml >old.xml
bad 'old.xml:3' old.xml
sed 's/hera/a-host-with-a-name-of-more-than-sixty-three-characters-that-nobody-types/' two.xml >long.xml
bad 'at most 63 characters' long.xml
sed 's/hera/Cpu A/; s/hera/Cpu A/' two.xml >blank.xml
run blank --machine ./two.toml --set machine.platform=blank.xml -- 'Cpu A'
says blank '1 byte: 100020 ns'
sed 's/0-15/0-14/' "$AP1000_MACHINE_PATH/fat-tree.xml" >few.xml # SimGrid ends its process
bad 'Insufficient number of radicals' few.xml
refused 'it has 3 hosts; machine.nodes = 4 is not accepted (--cells)' "$ap1000" run --machine ./two.toml --cells 4 true
refused 'machine.platform is missing' sh -c 'sed "/platform/d; s/^base.*//; s/.machine./&\nkind = \"simgrid\"/" two.toml >no.toml
  printf "[network]\nmodel = \"CM02\"\n" >>no.toml; exec "$1" run --machine ./no.toml true' - "$ap1000"
refused 'machine.platform = 7 is not accepted' sh -c 'sed "s/^platform.*/platform = 7/" two.toml >seven.toml; exec "$1" run --machine ./seven.toml true' - "$ap1000"
refused 'of kind "cluster"' "$ap1000" run --machine beowulf --set machine.platform=two.xml true
refused 'has no T-Net' "$ap1000" run --machine fat-tree --tnet flow true

# What the platform turns off while a message needs it: one line, and nothing is left running.
printf '0.05 0\n' >off.state
sed 's,bandwidth="100MBps",& state_file="off.state",' two.xml >off.xml
"$ap1000" run --machine ./two.toml --set machine.platform=off.xml "$program" ares >out 2>err
check 'a link that is turned off: exit code' test $? -eq 125
check 'a link that is turned off: is said' grep -q 'turned off what a message from host zeus to host ares needs, at 0.05' err
check 'a link that is turned off: one line' test "$(wc -l <err)" -eq 1
printf '0.05 0\n0.06 1\n' >host.state
sed 's,id="ares",& state_file="host.state",' two.xml >dead.xml
"$ap1000" run --machine ./two.toml --set machine.platform=dead.xml "$program" ares >out 2>err
check 'a host that is turned off: exit code' test $? -eq 125
check 'a host that is turned off: one line' test "$(wc -l <err)" -eq 1
check 'a host that is turned off: is said' grep -q 'turned off what a message from host zeus to host ares needs' err
sed 's,id="zeus",& state_file="host.state",' two.xml >first.xml
"$ap1000" run --machine ./two.toml --set machine.platform=first.xml "$program" ares >out 2>err
check 'the first host is turned off: one line' test "$(wc -l <err)" -eq 1
check 'the first host is turned off: is said' grep -q 'turned off its first host, zeus, at 0.05' err
# A bandwidth that changes is no failure: from the first second on a tenth of it.
printf '0 10000000\n' >slow.trace
sed 's,bandwidth="100MBps",& bandwidth_file="slow.trace",' two.xml >slow.xml
run slow --machine ./two.toml --set machine.platform=slow.xml -- hera
says slow '1000 byte: 300000 ns'

for file in "${SIMGRID_PLATFORMS-}"/*.xml; do
    [ -f "$file" ] || continue
    "$ap1000" run --machine fat-tree --set "machine.platform=$file" "$program" all >out 2>err </dev/null
    echo "$(basename "$file"): exit code $?, $(cat out err | tr '\n' ' ')"
done
finish
