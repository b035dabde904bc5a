# lies.sh LYING_PVMNODE PVMGS LIBRARIES PAIRS [SEEDS]: a node that has proved itself says wrong words. It is dropped, and the machine goes on:
# node 0 runs the program to its end, whose code is that of the program, and nothing is left.
three=$(dirname "$0")/three.sh
daemon=$1 pvmgs=$2 libraries=$3 pairs=$4
failed=0
for seed in $(seq 1 "${5-40}"); do
    LYING=$seed sh "$three" "$daemon" "$pvmgs" "$libraries" "$pairs" >lies.out 2>lies.err
    code=$?
    if [ $code -ne 0 ] || ! grep -q 'in order' lies.out || grep -q 'Sanitizer' lies.err; then
        echo "LYING=$seed: code $code"
        cat lies.out lies.err
        failed=1
    fi
done
rm -f lies.out lies.err
exit $failed
