# faults.sh FAULTY_PVMNODE PVMGS LIBRARIES PAIRS RING MATMUL: runs programs while bytes come in pieces and late (seeds), and while node 1
# cuts a link at its N-th piece. Nothing is lost, doubled or out of order, and nobody hangs.
three=$(dirname "$0")/three.sh
daemon=$1 pvmgs=$2 libraries=$3 pairs=$4 ring=$5 matmul=$6
failed=0

# says WANTED PROGRAM...: the last line that the program prints must begin so.
says() {
    wanted=$1
    shift
    said=$(sh "$three" "$daemon" "$pvmgs" "$libraries" "$@" 2>/dev/null | tail -n 1)
    case $said in
        "$wanted"*) ;;
        *) echo "FAULTY=${FAULTY-} FAULTY_CUT=${FAULTY_CUT-} $1: '$said', not '$wanted'"; failed=1 ;;
    esac
}

for seed in 1 2 3 4 5 6 7 8; do
    export FAULTY=$seed
    says 'in order, and over' "$pairs"
    says 'time per hop' "$ring" 6 20
    says 'time' "$matmul" 3 24
done
for seed in 0 3; do
    export FAULTY=$seed
    for cut in $(seq 1 30) $(seq 35 7 150) 200 250 300 400; do
        export FAULTY_CUT=$cut
        says 'in order, and over' "$pairs"
    done
done
exit $failed
