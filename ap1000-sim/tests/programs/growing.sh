#!/bin/sh
# growing.sh AP1000 GROWING SPENT LOADS - the processor time of the simulator grows as the work does: each load of the table LOADS (growing.tsv)
# runs with n, 2n and 4n tasks, and what 4n cost more than 2n is compared with what 2n cost more than n. Another load of this computer can only
# add to that, so each may be measured several times, and its least cost counts. NAME: this load alone, and what it costs.
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

# least VARIABLE LOAD TASKS EXIT OPTIONS: that cost, if it is less than what the variable has.
least() {
    now=$(cost "$2" "$3" "$4" "$5")
    [ -n "$now" ] && eval "was=\$$1" && eval "$1=$(printf '%s\n' "$now" $was | LC_ALL=C sort -n | head -n 1)"
}

# grows_well LOAD TASKS MOST EXIT OPTIONS
grows_well() {
    a='' b='' c=''
    for _ in 1 2 3 4 5 6 7 8; do
        least a "$1" "$2" "$4" "$5" && least b "$1" $(($2 * 2)) "$4" "$5" && least c "$1" $(($2 * 4)) "$4" "$5" || { cat out; return 1; }
        [ -z "$only" ] || echo "$1: $a $b $c s"
        awk -v a="$a" -v b="$b" -v c="$c" -v most="$3" 'BEGIN { exit !(c - b <= most * (b - a)) }' && return
    done
    echo "$1: $a, $b and $c s of processor time for $2, $(($2 * 2)) and $(($2 * 4)) tasks"
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
