# packages.sh PREFIX - PVM programs of other Debian packages, unchanged: netpipe-pvm, tablix2, slsh with the module of
# slang-pvm.
. "$(dirname "$0")/common.sh"
for command in NPpvm tablix2 slsh; do
    command -v $command >/dev/null || skip "no $command (Debian packages netpipe-pvm, tablix2, slsh)"
done
[ -f /usr/share/slsh/local-packages/pvm_ms.sl ] || skip 'no pvm_ms.sl (Debian package slang-pvm)'
export AP1000_NAME="packages-$$"

# NetPIPE: two copies are started by hand on a machine that stays, as its manual says. Both are on the host, so no
# message is on a network. By the machine file, the software takes 0.47 ms, and 1 byte takes 0.234 us.
ap1000 up --cells 4 >up.log 2>&1 || { bad 'ap1000 up'; show up.log; finish; }
timeout 600 NPpvm -n 5 -u 20000 >receiver 2>&1 &
receiver=$!
# The sender looks for a second task when it starts, and for nothing later: the receiver must be there before it.
until ap1000 ps | grep -q NPpvm || ! kill -0 $receiver; do sleep 0.05; done
run netpipe NPpvm -n 5 -u 20000 -h ap1000 -o np.out
wait
ap1000 down >down.log 2>&1
ended netpipe 0
awk 'NR == 1 { one = $3 * 1e6 } { bytes = $1; us = $3 * 1e6; rate = $2 }
     END { print (NR > 40) (one > 465 && one < 480) ((us - one) / bytes > 0.2 && (us - one) / bytes < 0.27) \
           (rate / (bytes * 8 / 1048576 / us * 1e6) > 0.99) }' np.out >np.facts
echo 1111 | exactly np.facts

# A timetable of four lessons of mathematics, four of art and three of biology in twenty hours, made by two
# populations.
cat >school.xml <<'EOF'
<?xml version="1.0" encoding="iso-8859-1"?>
<ttm version="0.2.0">
<modules>
  <module name="sametime.so" weight="60" mandatory="yes"/>
  <module name="timeplace.so" weight="60" mandatory="yes"><option name="resourcetype">teacher</option></module>
</modules>
<resources>
  <constant>
    <resourcetype type="teacher"><resource name="Ada"/><resource name="Ben"/></resourcetype>
    <resourcetype type="class"><resource name="1a"/><resource name="1b"/></resourcetype>
  </constant>
  <variable>
    <resourcetype type="room"><linear name="room #" from="1" to="2"/></resourcetype>
    <resourcetype type="time"><matrix width="5" height="4"/></resourcetype>
  </variable>
</resources>
<events>
  <event name="mathematics" repeats="4"><resource type="teacher" name="Ada"/><resource type="class" name="1a"/></event>
  <event name="art" repeats="4"><resource type="teacher" name="Ben"/><resource type="class" name="1b"/></event>
  <event name="biology" repeats="3"><resource type="teacher" name="Ada"/><resource type="class" name="1b"/></event>
</events>
</ttm>
EOF
# timetable NAME COMMAND...: makes one with each of two populations.
timetable() {
    made=$1
    shift
    rm -f school_result*.xml
    run "$made" "$@" tablix2 -n 2 -o school_ school.xml
    ended "$made" 0
    lines "$made.err" 0 '.*(error|Error|failed).*'
    for result in school_result0.xml school_result1.xml; do
        checks=$((checks + 1))
        [ -f $result ] || { bad "$made: no $result"; show "$made.out" "$made.err"; continue; }
        # Each lesson has a time. Ada has all lessons but art, and 1b all but mathematics; both are in one place at a time.
        awk '
            match($0, /<event name="[^"]*"/) { event = substr($0, RSTART + 13, RLENGTH - 14) }
            match($0, /type="time" name="[^"]*"/) && event {
                when = substr($0, RSTART, RLENGTH)
                n[event]++
                clashes += (event != "art" && Ada[when]++) + (event != "mathematics" && class[when]++)
            }
            END { print n["mathematics"] + 0, n["art"] + 0, n["biology"] + 0, clashes + 0 }' $result >lessons
        echo '4 4 3 0' | exactly lessons
    done
}
timetable simulated ap1000 run --cells 4
# The same on four nodes, which are three more daemons on this computer.
printf '%s\n' 'node1 ip=127.0.0.1' 'node2 ip=127.0.0.1' 'node3 ip=127.0.0.1' >nodes
printf 'shift\nexec sh -c "$*"\n' >rsh
timetable nodes pvmrun --name node0 --rsh 'sh ./rsh' --hosts nodes

# S-Lang: its own examples. hello asks for a host called pirx, in place of which any host will do.
cp /usr/share/doc/slang-pvm/examples/* .
chmod +x hello_master hello_slave master slave
sed -i 's/PvmTaskHost, "pirx"/PvmTaskDefault, ""/' hello_master
export HOST=somewhere
run hello ap1000 run --cells 3 slsh ./hello_master
ended hello 0
grep -h says hello.out hello.err >said
echo 'somewhere says Hello World' | exactly said
run farm ap1000 run --cells 3 slsh ./master 'echo' 3
ended farm 0
lines farm.out 3 'echo \[exit 0\]==>'
lines farm.err 0 '.*failed.*'
finish
