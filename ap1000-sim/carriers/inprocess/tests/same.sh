# same.sh AP1000 INSIDE PROGRAM ARGUMENT...: the program and all that it spawns says and does the same, at the same
# simulated times, in process as in processes: stdout, stderr, exit code, report and trace to the byte.
# INSIDE: `inside` if no program of the run may have gone to a process; `both` if some may.
set -u
ap1000=$1 inside=$2
shift 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

for tasks in process auto; do
    mkdir "$work/$tasks"
    "$ap1000" run --tasks $tasks --report="$work/$tasks/report" --trace "$work/$tasks/trace.json" ${RUN_OPTIONS-} "$@" \
        > "$work/$tasks/out" 2> "$work/$tasks/err" < /dev/null
    echo "exit code $?" >> "$work/$tasks/out"
    # Numbers of processes, the folder of the files, and files that programs make, are of one run.
    sed -i -E "s/\[pid[0-9]+\]/[pidPID]/g; s,$work/$tasks,FOLDER,g; s,/tmp/oracle[A-Za-z0-9]{6},FILE,g" "$work/$tasks/out" "$work/$tasks/err"
done
[ -s "$work/auto/report" ] || { cat "$work/auto/err"; exit 1; }
grep ' runs as a process: ' "$work/auto/report" > "$work/outside"
sed -i '/ runs as a process: /d' "$work/auto/report"
if [ "$inside" = inside ] && [ -s "$work/outside" ]; then
    cat "$work/outside"
    exit 1
fi
diff -ru "$work/process" "$work/auto" > "$work/diff"
code=$?
head -60 "$work/diff"
exit $code
