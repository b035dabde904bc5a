# calls.sh AP1000 CALLS FIRST LAST [STEPS]: for each seed from FIRST to LAST, tasks that make drawn calls of libc say and do
# the same as processes and in process: stdout, stderr, exit code, report, trace, and the files that they leave. Of an even
# seed the machine is started as by nohup.
set -u
ap1000=$1 calls=$2 seed=$3 last=$4 steps=${5-40} bad=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
while [ "$seed" -le "$last" ]; do
    rm -rf "$work/process" "$work/inprocess"
    for tasks in process inprocess; do
        mkdir "$work/$tasks" "$work/$tasks/files"
        (cd "$work/$tasks/files" && { [ $((seed % 2)) = 1 ] || trap '' HUP; } && exec "$ap1000" run --tasks $tasks --report=../report --trace ../trace.json "$calls" "$seed" "$steps") \
            > "$work/$tasks/out" 2> "$work/$tasks/err" < /dev/null
        echo "exit code $?" >> "$work/$tasks/out"
    done
    grep -a "runs as a process" "$work/inprocess/err" && exit 1
    head -n 1 "$work/inprocess/out" | grep -qx "[0-9]* calls" || { echo "seed $seed has not run:"; cat "$work/inprocess/out" "$work/inprocess/err"; exit 1; }
    if ! diff -aru "$work/process" "$work/inprocess" > "$work/diff"; then
        echo "seed $seed:"
        head -n 40 "$work/diff"
        bad=$((bad + 1))
    fi
    seed=$((seed + 1))
done
[ $bad = 0 ] || echo "$bad seeds differ"
[ $bad = 0 ]
