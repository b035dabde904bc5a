# faulty_engine.sh MPI FAULTY_LIBRARY PVMNODE PVMGS LIBRARIES PAIRS [N...]: runs pairs, by both routes, under that MPI's mpirun with an
# engine around the MPI's own (faulty_engine.c): messages come late, and are done in odd ways (two seeds); then rank 1 loses another one with
# its N-th message, or dies there; and does not return from a call. Nothing is lost, doubled or out of order, and nobody hangs.
# Exit code 77: that MPI is not there.
run=$(dirname "$0")/mpirun.sh
mpi=$1 faulty=$2 pvmnode=$3 pvmgs=$4 libraries=$5 pairs=$6
shift 6
failed=0 runs=0
errors=$(mktemp) || exit 99
trap 'rm -f "$errors"' EXIT
trap 'exit 1' HUP INT TERM
FAULTY_MPI=$(dirname "$pvmnode")/pvmnode-$mpi.so
FAULTY_STUCK=
export FAULTY_MPI FAULTY FAULTY_CUT FAULTY_END FAULTY_STUCK OUTLIVE
# Where a death ends all, only what comes late can be tried.
[ "$mpi" = openmpi ] || set --
OUTLIVE=1

# play PROGRAM...: the last line that it prints must say so.
play() {
    said=$(sh "$run" "$mpi" "$pvmnode" "$pvmgs" "$libraries" --mpi "$faulty" "$@" 2>"$errors")
    code=$?
    [ $code -ne 77 ] || { echo "$said"; exit 77; }
    runs=$((runs + 1))
    wrong=
    [ "$(printf '%s\n' "$said" | tail -n 1)" = 'in order, and over' ] || wrong="'$said', code $code"
    # Open MPI's own words on a dead rank can end its mpirun (engine/mpi.c).
    ! grep -q 'unexpectedly disconnected' "$errors" || wrong="$wrong Open MPI tells its mpirun of a dead rank"
    [ -z "$wrong" ] || {
        failed=1
        head -n 30 "$errors"
        echo "FAULTY=$FAULTY FAULTY_CUT=$FAULTY_CUT FAULTY_END=$FAULTY_END FAULTY_STUCK=$FAULTY_STUCK CLUSTER_DIRECT=${CLUSTER_DIRECT-} $*: $wrong"
    }
}
both() { # COMMAND...: does so by both routes. Long messages go by the engine, the short ones of nodes that sleep do not.
    "$@" "$pairs" 60000
    export CLUSTER_DIRECT=1
    "$@" "$pairs" 150000
    unset CLUSTER_DIRECT
}
at() { # N PROGRAM...: the fault is at that message.
    number=$1
    shift
    FAULTY=$((number % 2 * number))
    FAULTY_CUT=$number FAULTY_END='' play "$@"
    grep -q 'faulty_engine: message' "$errors" || { failed=1; echo "$*: there is no message $number"; }
    FAULTY_CUT='' FAULTY_END=$number play "$@"
}
for FAULTY in 1 2; do
    FAULTY_CUT='' FAULTY_END='' both play
done
for n; do both at "$n"; done
# It ends itself, after 3 s of processor time.
[ $# -eq 0 ] || FAULTY_CUT='' FAULTY_END='' FAULTY_STUCK=6 play "$pairs" 60000
echo "$runs runs"
exit $failed
