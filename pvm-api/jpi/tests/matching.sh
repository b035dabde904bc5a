# matching.sh BUILD_FOLDER JAVAC: random sends and receives against a model, one to four ranks to a Java virtual machine; the same bytes twice.
. "$(dirname "$0")/common.sh"
seed=1
for workers in 1 2 3 5; do
    run 0 ap1000 run --cells 8 --on host "$jrun" -nt 5 -nw $workers $small Matching $seed 6
    says out "seed $seed: 5 ranks, 0 errors"
    seed=$((seed + 1))
done
for again in first second; do
    run 0 ap1000 run --cells 2 --on host --trace "$work/$again.json" "$jrun" -nt 8 -nw 2 $small Matching 7 4
    says out 'seed 7: 8 ranks, 0 errors'
done
cmp first.json second.json || wrong 'the trace of the second run differs from that of the first'
done_testing
