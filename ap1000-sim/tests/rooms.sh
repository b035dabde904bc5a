#!/bin/sh
# The rule between the rooms of ap1000-sim, read from the #include lines: a room includes from itself and from those to its
# left in `engine <- networks <- config <- kernel <- {control, observe, carriers} <- command`, never the other way, and
# control, observe and carriers not from each other. And only carriers/ names what belongs to processes and to the
# memory shared with them: $words. Inside $ordered no arrow runs back: the files of each, a header with its source, include
# each other in one order. A kind of machine (networks/NAME/kind.cpp) belongs to config: it makes a machine of that network.
# $1: the folder ap1000-sim.
set -eu
export LC_ALL=C # in Turkish a-z has no i
cd "$1"

rank() {
    case $1 in
    engine) echo 0 ;; networks) echo 1 ;; config) echo 2 ;; kernel) echo 3 ;;
    control | observe | carriers) echo 4 ;; command) echo 5 ;;
    *) echo 99 ;; # not the name of a room
    esac
}

bad=0 lines=0
for room in engine networks config kernel control observe carriers command; do
    own=$(rank "$room")
    list=$(grep -rnE '^ *# *include "[^"]*/' --include='*.[ch]' --include='*.[ch]pp' "$room" |
           sed -E 's|^([^:]*:[0-9]*):.*include "([^"]*)".*|\1 \2|' | grep -v '^networks/[a-z0-9]*/tests/')
    while read -r where what; do
        lines=$((lines + 1))
        other=${what%%/*}
        case $where in networks/*/kind.cpp:*) [ "$other" = config ] && continue ;; esac
        [ "$other" = "$room" ] && continue
        if [ "$(rank "$other")" -ge "$own" ]; then
            echo "$where includes $what: $room may not include from $other"
            bad=1
        fi
    done <<END
$list
END
done
words='pid_t|pidfd|waitpid|carrier_[a-z]+|CARRIER_[A-Z]+|Region|arenas?|memfd|futex|/proc'
for room in engine networks config kernel control observe; do
    if grep -rnwE "$words" --include='*.[ch]' --include='*.[ch]pp' "$room" | grep -v include; then
        echo "only carriers/ may name a process id, a slot, an arena, a memfd, a futex or /proc"
        bad=1
    fi
done
ordered='engine networks config kernel'
for room in $ordered; do
    back=$(grep -rnE "^ *# *include \"$room/" --include='*.[ch]pp' "$room" |
           sed -E 's|^([^:]*)\.[ch]pp:.*include "([^"]*)\.hpp".*|\1 \2|' |
           awk '$1 != $2' | sort -u | tsort 2>&1 >/dev/null | head -n 12)
    if [ -n "$back" ]; then
        echo "files of $room include each other in a circle: $back"
        bad=1
    fi
done
# Of the carriers, inprocess may use process (it owns one), and both use slots; never the other way.
for pair in slots:process slots:inprocess process:inprocess; do
    if grep -rnE "^ *# *include \"carriers/${pair#*:}/" --include='*.[ch]' --include='*.[ch]pp' "carriers/${pair%:*}"; then
        echo "carriers/${pair%:*} may not include from carriers/${pair#*:}"
        bad=1
    fi
done
[ "$lines" -ge 100 ] || { echo "only $lines lines of #include were found in $1"; exit 1; }
exit $bad
