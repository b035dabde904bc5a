# srm.sh PREFIX - PVM's own resource manager, as Debian built it, decides where the tasks of Debian's hello.pvm run.
# Both print what they print under PVM 3.4.6, except for the names of hosts.
. "$(dirname "$0")/common.sh"
for program in srm.pvm hello.pvm; do
    [ -x "/usr/bin/$program" ] || skip "no /usr/bin/$program (Debian package pvm-examples)"
done
export AP1000_NAME="srm$$"
tid='[0-9a-f]+'
ap1000 up --cells 4 >up.out 2>up.err || { bad 'no machine'; show up.err; finish; }
timeout 600 stdbuf -oL srm.pvm >srm.out 2>srm.err &
srm=$!
until grep -q registered srm.out; do kill -0 $srm 2>/dev/null || break; sleep 0.1; done
run hello hello.pvm
run again hello.pvm
ap1000 down
kill $srm 2>/dev/null # if it was between two calls, it goes on without a machine, and does not look at errors
wait $srm
for name in hello again; do
    ended $name 0
    lines $name.out 1 "i'm t$tid"
    lines $name.out 1 "from t$tid: hello, world from .+"
done
lines srm.out 1 'SRM registered as Resource Manager.'
lines srm.out 2 "PVMd message is SM_SPAWN from t$tid"
lines srm.out 2 'Host selected: .+'
finish
