# java.sh BUILD_FOLDER JAVAC SUCI_JAR: the Java programs of examples/suci on a simulated cluster, with datagrams lost and without; twice the
# same bytes. Wrong arguments; PVM 3.4.6.
jars=$(realpath "$3")
. "$(dirname "$0")/../../jpi/tests/common.sh"
mkdir bin
printf '#!/bin/sh\nexec sh "%s" "$@"\n' "$jrun" >bin/jrun # the programs spawn it by its name
chmod +x bin/jrun
PATH=$work/bin:$PATH
suci=$jars
"$javac" -encoding UTF-8 -cp "$build/jpi.jar:$suci" -d "$CLASSPATH" "$here"/../../../examples/suci/*.java || exit 1
CLASSPATH=$CLASSPATH:$suci
on() { options=$1; shift; ap1000 run --machine beowulf --cells 2 $options jrun $small -task "$@"; }

run 0 on '' PingPong 20
for size in 100 1000 10000 100000; do says out "$size bytes: round trip [0-9.]+ ms"; done
lines err 0
run 0 on '--set udp.loss_ppm=50000' PingPong 20
cp out first
run 0 on '--set udp.loss_ppm=50000' PingPong 20
cmp out first || wrong 'the second run differs'
run 0 on '--set udp.loss_ppm=50000' OwnFlow
says out '200000 bytes, true'
says err '.*true losses, least window below 32 true'
run 0 on '' OwnFlow
says err '.*false losses, least window below 32 false'
head -c 30000 "$suci" >file
full=$(wc -c <file)
run 0 on '' FileTransfer "$work/file"
says out "$full bytes in [0-9]+ ms"
# The old version's objects take their time.
printf 'base = "beowulf"\n[layer.suci]\nobjects_of_100_packets_count = 900\nobject_us = 1000\n' >old.toml
run 0 ap1000 run --machine ./old.toml --cells 2 jrun $small -task FileTransfer "$work/file"
[ "$(sed 's/.* in \([0-9]*\) ms/\1/' out)" -ge $(((full / 1436) * 9)) ] || wrong 'objects took no time'

run 0 on '' Wrong
cat >want <<'END'
Suci could not be opened
flow: a flow control is stop_and_wait, fixed_32, reno or rate
flow: an argument is wrong
write: an argument is wrong
write of 2 bytes from an array of 1
read: an argument is wrong
add: an argument is wrong
flow: an argument is wrong
to myself, 0 unconfirmed, true 0
Suci is closed
END
cmp -s out want || wrong 'not these lines'
cmp -s err - <<'END' || wrong 'not these lines on stderr'
suci: suci_open: on a simulated machine addresses are tasks: own must be NULL
suci: suci_set_flow: window is -1, not 1 to 64
suci: suci_write: node 0 is not in the database of addresses
suci: suci_read: 0 bytes, -1 ns; it wants 1 or more, and a time of -1 (for ever), 0 or more
suci: suci_database_task: 0 is no tid
suci: suci_set_flow: window is 0, not 1 to 64
END

# The same class files on PVM 3.4.6, where it is installed: by sockets.
library=$(ldconfig -p 2>/dev/null | sed -n 's/.* => \(.*libpvm3\.so\.3\)$/\1/p' | head -n 1)
if sh "$here/../../oracle/is_here.sh" && [ -n "$library" ]; then
    for name in $(env | sed -n 's/^\(PVM_[A-Z]*\|AP1000_[A-Z]*\)=.*/\1/p'); do unset "$name"; done
    LD_LIBRARY_PATH=$(dirname "$library") PVM_EXPORT=LD_LIBRARY_PATH:CLASSPATH
    export LD_LIBRARY_PATH PVM_EXPORT
    . "$here/../../oracle/real.sh"
    ln -s "$work/bin/jrun" "$PVM_ROOT/bin/$arch/jrun" # where the daemon looks for what is spawned
    daemon=
    trap '[ -z "$daemon" ] || { kill $daemon 2>/dev/null; wait $daemon 2>/dev/null; }; rm -rf "$work"' EXIT
    if start_real; then
        run 0 jrun $small -task PingPong 20
        for size in 100 1000 10000 100000; do says out "$size bytes: round trip [0-9.]+ ms"; done
        run 0 jrun $small -task FileTransfer "$work/file"
        says out "$full bytes in [0-9]+ ms"
        kill $daemon
        wait $daemon 2>/dev/null
        daemon=
    fi
fi
done_testing
