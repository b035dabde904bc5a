# mixed.sh AP1000 PROGRAM ARGUMENT...: a master that is started from the shell, a process, with children in process, says
# and does what it does with processes alone: stdout, stderr, exit code, report and trace to the byte.
set -u
ap1000=$(realpath "$1")
shift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for tasks in process inprocess; do
    mkdir "$work/$tasks"
    # The program ends before its machine has written everything down.
    printf '#!/bin/sh\n"%s" "$@"\ntouch "%s"\n' "$ap1000" "$work/$tasks.done" > "$work/machine.$tasks"
    chmod +x "$work/machine.$tasks"
    AP1000_COMMAND="$work/machine.$tasks" AP1000_TASKS=$tasks AP1000_REPORT="$work/$tasks/report" \
        AP1000_TRACE="$work/$tasks/trace.json" "$@" > "$work/$tasks/out" 2> "$work/$tasks/err" < /dev/null
    echo "exit code $?" >> "$work/$tasks/out"
    while [ ! -e "$work/$tasks.done" ]; do sleep 0.05; done
done
[ -s "$work/process/report" ] || { echo 'no report'; exit 1; }
diff -ru "$work/process" "$work/inprocess" > "$work/diff"
code=$?
head -60 "$work/diff"
exit $code
