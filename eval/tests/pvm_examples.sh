# pvm_examples.sh PREFIX - numbers in the output of PVM's own examples on the simulated machine: how many workers,
# which, in which order, how fast.
# archive.sh runs all examples, and checks that they print what they print on PVM.
. "$(dirname "$0")/common.sh"

archives=/usr/share/doc/pvm-examples
[ -f "$archives/examples.tar.gz" ] || skip "no $archives/examples.tar.gz (Debian package pvm-examples)"
tar xzf "$archives/examples.tar.gz"
mkdir bin
for x in master1 slave1 spmd timing timing_slave gexample; do
    compile "bin/$x" "examples/$x.c" 'gpvm3 pvm3'
done
cd bin || exit 1
tid='[0-9a-f]+'

# Three workers per host are wanted, but 32 at most. A cell is a host, so there are 32 on 64 cells. Each result equals
# the expected one.
run master1 ./master1
ended master1 0
lines master1.out 1 'Spawning 32 worker tasks \.\.\. SUCCESSFUL'
lines master1.out 32 'I got ([0-9]+\.0+) from [0-9]+; \(expecting \1\)'
sed -n 's/.* from \([0-9]*\);.*/\1/p' master1.out | sort -n >workers
seq 0 31 | exactly workers

# It has always ended with exit(1). The tids of a spawn are consecutive.
run spmd ap1000 run -n 4 ./spmd
ended spmd 1
lines spmd.out 1 "\[t$tid\] Pass a token through the   4 tid ring:"
lines spmd.out 1 "\[t$tid\] token ring done"
sed -n 's/.*\] *\([0-9].*->.*\)/\1/p' spmd.out >ring
awk '{ ok = NF == 9 && $1 == $9 && $3 == $1 + 1 && $5 == $1 + 2 && $7 == $1 + 3; print ok }' ring >ring.ok
echo 1 | exactly ring.ok

# It has always ended with exit(1). Times are the machine's: a round trip is two host-cell transfers, 2 x 2.45 ms.
run timing ./timing
ended timing 1
lines timing.out 1 "i'm t$tid"
lines timing.out 1 "slave is task t$tid"
lines timing.out 20 ' ?[0-9]+ +[0-9]+'
lines timing.out 100 ' ?[0-9]+ +[0-9]+ +[0-9]+'
lines timing.out 1 'RTT Avg uSec (4[5-9]|5[0-4])[0-9][0-9]'
for bytes in 100 1000 10000 100000 1000000; do lines timing.out 1 "Message size $bytes"; done
lines timing.out 5 'Avg Byte/uSec'
lines timing.out 1 'done'

gexample_says() { # PROMPTS TASKS NORM DIMENSION PRODUCT
    printf ' This program demonstrates some group and reduction  \n operations in PVM.  The output displays the \n'
    printf ' the product of the first column of a Toeplitz matrix\n and the matrix 1-norm. The matrix data is distributed \n'
    printf ' among several processors.  The Toeplitz matrix is \n symmetric with the first row being the row \n'
    printf ' vector [1 2 ... n].\n'
    for _ in $(seq "$1"); do printf ' Input dimension ( >0 ) of matrix:  Input number of tasks (1-32): '; done
    printf '\n       --> Using %s processors <-- \n\n' "$2"
    printf ' The 1-Norm is %s  \n ( Should be the sum of the integers from 1 to %s )\n' "$3" "$4"
    printf ' The product of column 1 is %s  \n ( Should be %s factorial)\n' "$5" "$4"
}
printf '10\n4\n' >in
run gexample ./gexample <in
ended gexample 0
gexample_says 1 4 55 10 3.6288e+06 | exactly gexample.out
printf '0\n3\n20\n1\n' >in # it asks again after a dimension of 0; then comes a group of one
run gexample1 ./gexample <in
ended gexample1 0
gexample_says 2 1 210 20 2.4329e+18 | exactly gexample1.out
run gexample4 ap1000 run -n 4 ./gexample
ended gexample4 0
sed "s/^\[t[0-9a-f]*\] \{0,1\}//" gexample4.out >gexample4.plain
gexample_says 0 4 5050 100 9.33262e+157 | exactly gexample4.plain

finish
