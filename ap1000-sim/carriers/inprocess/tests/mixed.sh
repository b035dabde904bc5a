# mixed.sh PROGRAM ARGUMENT...: a master that is started from the shell, a process, with children in process, says and does
# what it does with processes alone: stdout, stderr, exit code, report and trace to the byte.
set -u
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for tasks in process inprocess; do
    mkdir "$work/$tasks"
    AP1000_TASKS=$tasks AP1000_REPORT="$work/$tasks/report" AP1000_TRACE="$work/$tasks/trace.json" "$@" \
        > "$work/$tasks/out" 2> "$work/$tasks/err" < /dev/null
    echo "exit code $?" >> "$work/$tasks/out"
done
diff -ru "$work/process" "$work/inprocess" | head -60
diff -rq "$work/process" "$work/inprocess" > /dev/null
