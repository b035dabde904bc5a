#!/bin/sh
# growing.sh AP1000 GROWING SPENT LOADS - the processor time of the simulator grows as the work does: each load of the table LOADS (growing.tsv)
# runs with n, 2n and 4n tasks, and what 4n cost more than 2n is compared with what 2n cost more than n. Another load of this computer disturbs that:
# it makes long runs slower than short ones. So there are several attempts. NAME: this load alone, and what it costs.
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

# grows_well LOAD TASKS MOST EXIT OPTIONS: in one of some attempts, or by the least costs of all.
grows_well() {
    : >costs
    for _ in 1 2 3 4 5 6 7 8; do
        a=$(cost "$1" "$2" "$4" "$5") b=$(cost "$1" $(($2 * 2)) "$4" "$5") c=$(cost "$1" $(($2 * 4)) "$4" "$5")
        [ -n "$a" ] && [ -n "$b" ] && [ -n "$c" ] || { cat out; return 1; }
        [ -z "$only" ] || echo "$1: $a $b $c s"
        echo "$a $b $c" >>costs
        awk -v most="$3" '
            function well(a, b, c) { return c - b <= most * (b - a) }
            { for (i = 1; i <= 3; i++) least[i] = (NR == 1 || $i < least[i]) ? $i : least[i]; last = well($1, $2, $3) }
            END { exit !(last || well(least[1], least[2], least[3])) }' costs && return
    done
    echo "$1: processor time in s for $2, $(($2 * 2)) and $(($2 * 4)) tasks, in $(wc -l <costs) attempts:"
    cat costs
    return 1
}

n=0
while IFS='	' read -r load tasks most exit options; do
    case $load in '' | \#*) continue ;; esac
    [ -z "$only" ] || [ "$only" = "$load" ] || continue
    n=$((n + 1))
    check "$load" grows_well "$load" "$tasks" "$most" "$exit" "$options"
done <"$loads"
check 'loads' test $n -gt 0
finish
