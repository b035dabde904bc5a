# binaries.sh PREFIX - programs that Debian built against its own libpvm3 run on ours, by `ap1000 run` alone. What they must
# print is what they print under PVM 3.4.6; tids and times are patterns.
. "$(dirname "$0")/common.sh"
for program in hello.pvm master1 spmd timing joinleave tjf; do
    [ -x "/usr/bin/$program" ] || skip "no /usr/bin/$program (Debian package pvm-examples)"
done
unset LD_LIBRARY_PATH
tid='[0-9a-f]+'

run hello ap1000 run /usr/bin/hello.pvm
ended hello 0
lines hello.out 1 "i'm t$tid"
lines hello.out 1 "from t$tid: hello, world from cell0"

run master1 ap1000 run /usr/bin/master1
ended master1 0
lines master1.out 32 'I got ([0-9]+\.0+) from [0-9]+; \(expecting \1\)'

run spmd ap1000 run -n 4 /usr/bin/spmd
ended spmd 1
lines spmd.out 1 "\[t$tid\] token ring done"

run timing ap1000 run /usr/bin/timing
ended timing 1
lines timing.out 1 'done'
lines timing.out 5 'Avg Byte/uSec'

run joinleave ap1000 run /usr/bin/joinleave
ended joinleave 0
lines joinleave.out 1 'Joined 10000 times'
finish
