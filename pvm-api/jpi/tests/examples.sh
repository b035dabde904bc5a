# examples.sh BUILD_FOLDER JAVAC: examples/jpi/Jacobi finds the equilibrium, whatever machine and however its ranks are dealt; the same
# bytes twice. (PingPong is in figure6.sh.)
. "$(dirname "$0")/common.sh"
expected=$here/../../../examples/jpi/expected.txt

# solves OPTIONS RANKS: its output is what is expected, line by line.
solves() {
    # shellcheck disable=SC2086 # options are words
    run 0 ap1000 run $1 --on host "$jrun" -nt "$2" $small Jacobi 16 1000 jacobi.dat
    lines err 0
    lines out 3
    sed "s/4 ranks/$2 ranks/" "$expected" >patterns
    while IFS= read -r pattern; do says out "$pattern"; done <patterns
    [ "$(wc -l <jacobi.dat)" -eq 273 ] || wrong "jacobi.dat has $(wc -l <jacobi.dat) lines, not 273"
}
solves '--cells 4' 4
cp out first
cp jacobi.dat first.dat
solves '--cells 4' 4
cmp out first || wrong 'the second run differs from the first'
solves '--cells 2' 4
cmp jacobi.dat first.dat || wrong 'the field differs with two ranks in a Java virtual machine'
solves '--machine pc-cluster --cells 4' 8
cmp jacobi.dat first.dat || wrong 'the field differs with eight ranks on the PC cluster'
solves '--machine workstations --cells 2' 1
cmp jacobi.dat first.dat || wrong 'the field differs with one rank'
done_testing
