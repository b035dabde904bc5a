#!/bin/sh
# ends.sh AP1000 ENDS ENDS_IN_PROCESS - a thousand tasks that end in every way, half of them as processes, on machines that are up: afterwards
# they have no more descriptors, memory, memory of tasks or dead children than before.
set -u
ap1000=$(realpath "$1") ends=$(realpath "$2") inside=$(realpath "$3")
. "$(dirname "$(realpath "$0")")/../programs/checks.sh"
export AP1000_NAME="ends-$$"
mark="ENDS_OF=$$.$(basename "$work")" # in the environment of the machine alone
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$work"' EXIT
# Its child is the task; it itself goes on for a minute, if it is waited for.
printf '#!/bin/sh\n%s "$@"\nsleep 60\n' "$ends" >script
chmod +x script

# count: $descriptors; $own, KiB that are its own; $tasks, KiB of the tasks' memory; $dead children.
count() {
    descriptors=$(find "/proc/$machine/fd" -mindepth 1 | wc -l)
    own=$(awk '/^(RssAnon|RssShmem):/ { n += $2 } END { print n }' "/proc/$machine/status")
    tasks=$(stat -Lc '%b' "/proc/$machine/fd"/* 2>/dev/null | awk '{ n += $1 / 2 } END { print int(n) }')
    dead=$(awk -v of="$machine" '{ sub(/.*\) /, "") } $1 == "Z" && $2 == of' /proc/[0-9]*/stat 2>/dev/null | wc -l)
}

# as_before: but for a few huge pages; what one way of ending leaves is more. A sanitizer keeps what is freed.
as_before() {
    count
    [ "$descriptors" -le $((descriptors_before + 2)) ] && [ "$tasks" -le $((tasks_before + 8192)) ] && [ "$dead" -eq 0 ] &&
        { [ -n "${AP1000_TEST_FEW-}" ] || [ "$own" -le $((own_before + 8192)) ]; }
}

# run WAY PROGRAM SCRIPT: some first, so that everything is there that stays.
run() {
    env "$mark" "$ap1000" up --tasks "$1" --cells 2 >up || exit 1
    machine=$(grep -lsz -e "^$mark\$" /proc/[0-9]*/environ | sed -n 's,/proc/\([0-9]*\)/environ,\1,p' | head -n 1)
    for n in 100 500; do
        "$2" $n "$3" >out 2>err </dev/null
        check "$1: exit code" test $? -eq 0
        check "$1: $(cat out) of $n have ended" test "$(cat out)" = $n
        [ $n -eq 500 ] && break
        count
        descriptors_before=$descriptors own_before=$own tasks_before=$tasks
    done
    await as_before # the last ones are cleared away a moment later
    echo "$1: descriptors $descriptors_before and then $descriptors, KiB $own_before and $own, of tasks $tasks_before and $tasks, $dead dead children"
    check "$1: all is as before" as_before
    "$ap1000" down >/dev/null
}
run process "$ends" "$work/script"
run auto "$inside" ''
finish
