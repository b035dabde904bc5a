#!/bin/sh
# ends.sh AP1000 ENDS ENDS_IN_PROCESS - a thousand tasks that end in every way, half of them as processes, on machines that are up: afterwards
# they have no more descriptors, memory, memory of tasks or dead children than before.
set -u
ap1000=$(realpath "$1") ends=$(realpath "$2") inside=$(realpath "$3")
. "$(dirname "$(realpath "$0")")/../programs/checks.sh"
export AP1000_NAME="ends-$$"
mark="ENDS_OF=$$.$(basename "$work")" # in the environment of the machine alone
trap '"$ap1000" down >/dev/null 2>&1; rm -rf "$work"' EXIT
n=500
# Its child is the task; it itself goes on for a minute, if it is waited for.
printf '#!/bin/sh\n%s "$@"\nsleep 60\n' "$ends" >script
chmod +x script

# counts: descriptors; KiB of what it has written to, and of the tasks' memory; dead children.
counts() {
    set -- "$(find "/proc/$machine/fd" -mindepth 1 | wc -l)" "$(awk '/^(RssAnon|RssShmem):/ { n += $2 } END { print n }' "/proc/$machine/status")" \
        "$(stat -Lc '%b' "/proc/$machine/fd"/* 2>/dev/null | awk '{ n += $1 / 2 } END { print int(n) }')" \
        "$(awk -v of="$machine" '{ sub(/.*\) /, "") } $1 == "Z" && $2 == of' /proc/[0-9]*/stat 2>/dev/null | wc -l)"
    echo "$@"
}

# run WAY PROGRAM SCRIPT: some first, so that everything is there that stays.
run() {
    env "$mark" "$ap1000" up --tasks "$1" --cells 2 >up || exit 1
    machine=$(grep -lsz -e "^$mark\$" /proc/[0-9]*/environ | sed -n 's,/proc/\([0-9]*\)/environ,\1,p' | head -n 1)
    for tasks in 100 "$n"; do
        "$2" "$tasks" "$3" >out 2>err </dev/null
        check "$1: exit code" test $? -eq 0
        check "$1: $(cat out) of $tasks have ended" test "$(cat out)" = "$tasks"
        # shellcheck disable=SC2046 # words
        [ "$tasks" = 100 ] && set -- "$1" "$2" "$3" $(counts)
    done
    # shellcheck disable=SC2046 # words
    set -- "$1" $(counts) "$4" "$5" "$6"
    echo "$1: descriptors $6 and then $2, memory $7 and then $3 KiB, of tasks $8 and then $4 KiB, $5 dead children"
    check "$1: descriptors" test "$2" -le $(($6 + 2))
    [ -n "${AP1000_TEST_FEW-}" ] || check "$1: memory" test "$3" -le $(($7 + 2048)) # a sanitizer keeps what is freed
    check "$1: memory of tasks" test "$4" -le $(($8 + 2048))
    check "$1: dead children" test "$5" -eq 0
    "$ap1000" down >/dev/null
}
run process "$ends" "$work/script"
run auto "$inside" ''
finish
