# mpi.sh BUILD_FOLDER JAVAC: programs of mpiJava 1.2, with one rank in each Java virtual machine and with several, twice with the same bytes; and
# what programs say that are started without jrun.
. "$(dirname "$0")/common.sh"
# mpj RANKS WORKERS DIRECTIONS DIMS
mpj() {
    for again in 1 2; do
        run 0 ap1000 run --cells 4 --on host "$jrun" -nt "$1" -nw "$2" $small Mpj "$3"
        says out "dims $4"
        says out "$1 ranks, 0 wrong"
        lines out 2
        [ "$again" = 1 ] && cp out first
    done
    cmp first out || wrong 'the second run differs'
}
mpj 6 1 2 '\[3, 2\]'
mpj 4 4 3 '\[2, 2, 1\]'
run 1 java -cp "$build/jpi.jar:$CLASSPATH" Mpj
says err 'Caused by: mpi.MPIException: a program of several ranks: start it by jrun -nt N CLASS'
run 2 java -cp "$build/jpi.jar:$CLASSPATH" Waits
says err 'jpi: Waits is a program of several ranks: start it by jrun -nt N Waits'
done_testing
