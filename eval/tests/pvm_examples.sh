# pvm_examples.sh PREFIX - the examples of Debian's pvm-examples, unchanged, on the simulated machine.
# What they must print was taken from the real PVM 3.4.6; tids and times are patterns.
. "$(dirname "$0")/common.sh"

archives=/usr/share/doc/pvm-examples
for a in examples gexamples; do
    [ -f "$archives/$a.tar.gz" ] || skip "no $archives/$a.tar.gz (Debian package pvm-examples)"
    tar xzf "$archives/$a.tar.gz"
done
mkdir bin
for x in hello hello_other master1 slave1 spmd timing timing_slave gexample; do
    compile "bin/$x" "examples/$x.c" 'gpvm3 pvm3'
done
for x in ge thb tst tnb joinleave; do
    compile "bin/$x" "gexamples/$x.c" 'gpvm3 pvm3'
done
cd bin || exit 1
tid='[0-9a-f]+'

run hello ./hello
ended hello 0
lines hello.out 1 "i'm t$tid"
lines hello.out 1 "from t$tid: hello, world from [^ ]+"
lines hello.out 2 '.*'
lines hello.err 0 '.*'

# As many workers as three per host, 32 at most: a cell is a host, so 32 on 64 cells. Each result equals what it expects.
run master1 ./master1
ended master1 0
lines master1.out 1 'Spawning 32 worker tasks \.\.\. SUCCESSFUL'
lines master1.out 32 'I got ([0-9]+\.0+) from [0-9]+; \(expecting \1\)'
sed -n 's/.* from \([0-9]*\);.*/\1/p' master1.out | sort -n >workers
seq 0 31 | exactly workers

# Ends with exit(1) as it always did. The tids of a spawn are consecutive.
run spmd ap1000 run -n 4 ./spmd
ended spmd 1
lines spmd.out 1 "\[t$tid\] Pass a token through the   4 tid ring:"
lines spmd.out 1 "\[t$tid\] token ring done"
sed -n 's/.*\] *\([0-9].*->.*\)/\1/p' spmd.out >ring
awk '{ ok = NF == 9 && $1 == $9 && $3 == $1 + 1 && $5 == $1 + 2 && $7 == $1 + 3; print ok }' ring >ring.ok
echo 1 | exactly ring.ok

# Ends with exit(1) as it always did. Times are the machine's: a round trip is two host-cell transfers, 2 x 2.45 ms.
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
printf '0\n3\n20\n1\n' >in # asks again after a dimension of 0; then a group of one
run gexample1 ./gexample <in
ended gexample1 0
gexample_says 2 1 210 20 2.4329e+18 | exactly gexample1.out
run gexample4 ap1000 run -n 4 ./gexample
ended gexample4 0
sed "s/^\[t[0-9a-f]*\] \{0,1\}//" gexample4.out >gexample4.plain
gexample_says 0 4 5050 100 9.33262e+157 | exactly gexample4.plain

run ge ./ge 4
ended ge 0
lines ge.out 1 'done'
lines ge.err 1 "ge 0x$tid enrolled"
lines ge.err 3 "\[t($tid)\] ge 0x\1 enrolled"
lines ge.err 1 "ge 0x$tid 0"
for gid in 1 2 3; do lines ge.err 1 "\[t($tid)\] ge 0x\1 $gid"; done
lines ge.err 3 "0x$tid"
lines ge.err 3 "\[t$tid\] nproc 4"
for gid in 0 1 2 3; do lines ge.err 1 "(\[t$tid\] )?group ge size 4 gid $gid: sync"; done
lines ge.err 3 "\[t$tid\] done"
lines ge.err 0 ".*doesn't match.*"

run ge_usage ./ge
ended ge_usage 255
lines ge_usage.err 1 'usage: \./ge <nproc>'

run thb ./thb 4
ended thb 0
exactly thb.out <<'EOF'
spawning ... barrier on group0 
 leaving all the groups 
done.
EOF
seq 0 31 | sed 's/^/joined group/' | exactly thb.err

run tst ./tst
ended tst 0
exactly tst.out <<'EOF'
joined prognosis 0, negative 0
left prognosis 0, negative 0
EOF

run joinleave ./joinleave 250
ended joinleave 0
exactly joinleave.out <<'EOF'
Joined 100 times
Joined 200 times
EOF
lines joinleave.err 1 "\./joinleave 0x$tid enrolled"
finish
