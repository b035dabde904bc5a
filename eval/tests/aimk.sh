# aimk.sh PREFIX - PVM's own makefiles: the Makefile.aimk of Debian's pvm-examples, unchanged, by the installed aimk. The
# Fortran examples that it builds print what they print on the real PVM 3.4.6; tids and times are patterns.
. "$(dirname "$0")/common.sh"
command -v gfortran >/dev/null || skip 'no gfortran'
command -v make >/dev/null || skip 'no make'

# The makefiles look for PVM two folders up: the installed tree, with the examples unpacked in it.
archives=/usr/share/doc/pvm-examples
root=$prefix/share/pvm3
mkdir tree
for d in include lib conf; do ln -s "$root/$d" "tree/$d"; done
for a in examples gexamples; do
    [ -f "$archives/$a.tar.gz" ] || skip "no $archives/$a.tar.gz (Debian package pvm-examples)"
    tar xzf "$archives/$a.tar.gz" -C tree
done
PVM_ARCH=$("$root/lib/pvmgetarch")
rm -rf "tree/examples/$PVM_ARCH" "tree/gexamples/$PVM_ARCH" # executables that the archive brings along
(cd tree/examples && "$root/lib/aimk" all) >examples.out 2>examples.err
echo $? >examples.code
ended examples 0
(cd tree/gexamples && "$root/lib/aimk" all) >gexamples.out 2>gexamples.err
echo $? >gexamples.code
ended gexamples 0
[ "$failures" = 0 ] || finish
cd "tree/bin/$PVM_ARCH" || finish
for x in hello fmaster1 fslave1 fspmd fgexample hitc hitc_slave frsg timing mhf_server joinleave; do
    checks=$((checks + 1))
    [ -x "$x" ] || bad "aimk built no $x"
done
tid='[0-9a-f]+'

run hello ./hello
ended hello 0
lines hello.out 1 "from t$tid: hello, world from [^ ]+"

run fmaster1 ./fmaster1
ended fmaster1 0
lines fmaster1.out 1 ' Spawning   32 tasks \.\.\.'
lines fmaster1.out 1 ' +SUCCESSFUL'
lines fmaster1.out 32 ' I got +([0-9]+\.0+) from +[0-9]+ \(expected +\1 \)'

run fspmd ap1000 run -n 4 ./fspmd
ended fspmd 0
lines fspmd.out 1 "\[t$tid\]  Pass a token through the           4  tid ring:"
lines fspmd.out 1 "\[t$tid\]  token ring done"

run fgexample ./fgexample
ended fgexample 0
lines fgexample.out 1 '  --> using +32 +processors <--'
lines fgexample.out 1 '  The 1-Norm is +5050'
lines fgexample.out 1 '  The product of column 1 is +9\.3326215443944[0-9]+E\+157'

printf '4\n5\n' >in
run frsg ./frsg <in
ended frsg 0
lines frsg.out 1 ' / Test OK: Sum of Squares of first +20 +integers is +2870'
lines frsg.out 1 '  Test Ok: Received \( +5\.0+ +, +2\.0+ +\) *'

# As many slaves as hosts, and room for 33: so on 4 cells and the host. Ten tasks for each slave.
run hitc ap1000 run --cells 4 --on host ./hitc
ended hitc 0
lines hitc.out 1 ' +5  hosts detected in configuration'
lines hitc.out 50 ' I got result from tid: +[0-9]+'
lines hitc.out 45 ' sent +[0-9]+ +task of size: +1[34][0-9]'
lines hitc.out 5 ' sent +[0-9]+ +task of size: +-1'
lines hitc.out 1 ' Program Finished'
finish
