#!/bin/sh
# growing.sh AP1000 GROWING SPENT LOADS - the processor time of the simulator grows as the work does: each load of the table LOADS (growing.tsv)
# runs with n, 2n and 4n tasks, and what 4n cost more than 2n is compared with what 2n cost more than n. Another load of this computer disturbs that:
# it makes long runs slower than short ones. So there are several attempts. The tasks that no longer fit into a cache disturb it, too: each step
# costs more from there on, once, at 800 tasks on one processor and at 3200 on another. So later attempts have two and four times as many tasks: work
# that grows by its square does so there as well. NAME: this load alone, and what it costs.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") growing=$(realpath "$2") spent=$(realpath "$3") loads=$(realpath "$4")
only=${5-}
. "$checks"

# cost LOAD TASKS EXIT OPTIONS: in seconds of processor time; nothing if the exit code is another.
cost() {
    # shellcheck disable=SC2086 # options are words
    "$spent" -o cost "$ap1000" run --processors 1 $4 --cells "$2" -n "$2" "$growing" "$1" "$2" >out 2>&1
    [ $? -eq "$3" ] && cut -f 2 cost
}

# grows_well LOAD TASKS MOST EXIT LARGEST OPTIONS: in one of some attempts, or by the least costs of those with as many tasks.
grows_well() {
    : >costs
    for times in 1 1 1 2 2 2 4 4; do
        [ $times -le "$5" ] || times=$5
        n1=$(($2 * times)) n2=$(($2 * times * 2)) n4=$(($2 * times * 4))
        a=$(cost "$1" $n1 "$4" "$6") b=$(cost "$1" $n2 "$4" "$6") c=$(cost "$1" $n4 "$4" "$6")
        [ -n "$a" ] && [ -n "$b" ] && [ -n "$c" ] || { cat out; return 1; }
        [ -z "$only" ] || echo "$1: $a $b $c s for $n1, $n2 and $n4 tasks"
        echo "$n1 $a $b $c" >>costs
        awk -v most="$3" -v tasks="$n1" '
            function well(a, b, c) { return c - b <= most * (b - a) }
            $1 == tasks { for (i = 2; i <= 4; i++) least[i] = (!n || $i < least[i]) ? $i : least[i]; n++; last = well($2, $3, $4) }
            END { exit !(last || well(least[2], least[3], least[4])) }' costs && return
    done
    echo "$1: the number n of tasks, and the processor time in s for n, 2n and 4n tasks, in each attempt:"
    cat costs
    return 1
}

n=0
while IFS='	' read -r load tasks most exit largest options; do
    case $load in '' | \#*) continue ;; esac
    [ -z "$only" ] || [ "$only" = "$load" ] || continue
    n=$((n + 1))
    check "$load" grows_well "$load" "$tasks" "$most" "$exit" "$largest" "$options"
done <"$loads"
check 'loads' test $n -gt 0
finish
