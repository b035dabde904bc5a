# figure6.sh BUILD_FOLDER JAVAC: the paper's ping-pong on cells, on workstations and in one Java virtual machine; the same bytes twice.
. "$(dirname "$0")/common.sh"
megabyte=1048576

run 0 ap1000 run --cells 16 --on host "$jrun" -nt 2 PingPong $megabyte
lines out 21
lines err 2
says err 'Thread 0 on cell0'
says err 'Thread 1 on cell1'
# Of a megabyte each way the latency is nothing: 2 x 1048576 x 0.172 us (the paper's fitted line for PVM/AP1000) are 361 ms.
ms=$(sed -n 's/^length=2097152 time=//p' "$work/out")
[ "${ms:-0}" -ge 357 ] && [ "$ms" -le 365 ] || wrong "a megabyte and back take ${ms:-?} ms, not 361"
cp "$work/out" first
run 0 ap1000 run --cells 16 --on host "$jrun" -nt 2 PingPong $megabyte
cmp "$work/out" first || wrong 'the second run differs from the first'

# In one Java virtual machine a message is a reference, whatever its length.
run 0 ap1000 run --cells 1 --on host "$jrun" -nt 2 PingPong $megabyte
says out 'length=2097152 time=[01]'
says err 'Thread 1 on cell0'

# Ethernet of 1.25 MB/s: a megabyte each way takes 1.68 s and no less.
run 0 ap1000 run --machine workstations --cells 2 --on host "$jrun" -nt 2 PingPong $megabyte
ms=$(sed -n 's/^length=2097152 time=//p' "$work/out")
[ "${ms:-0}" -ge 1680 ] || wrong "a megabyte and back take ${ms:-?} ms on the Ethernet, less than its bytes do"

# The names of a file of machines.
printf 'cell3 # the fourth\n\ncell9\n' >nodes
run 0 ap1000 run --cells 16 --on host "$jrun" -mf nodes $small PingPong 1
says err 'Thread 0 on cell3'
says err 'Thread 1 on cell9'

# It wants two ranks.
run 1 ap1000 run --cells 4 --on host "$jrun" -nt 3 $small PingPong 1
lines err 1
says err 'jpi: rank [0-2] on cell[0-2] called System.exit\(1\)'
done_testing
