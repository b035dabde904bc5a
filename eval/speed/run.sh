#!/bin/sh
# run.sh OUT [quick] [ROW] - what simulating costs this computer: the same patterns of messages on PVM/AP1000, with each way it has of
# carrying tasks, in MPI under SMPI (and SST/macro, where sst.sh has put it on PATH), and under the real PVM, in turns. Wants ap1000 on PATH, pvm3 and gpvm3 known to pkg-config.
# Writes OUT/speed/speed.tsv (one row a pattern and system), runs.tsv (each run), speed.png and .svg, and prints the table.
# Its figures are of this computer and this day: they are in no row of results.tsv.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd) quick=${2-} row=${3-}
repetitions=5 limit_s=30 enough_s=8
[ -z "$quick" ] || repetitions=3 limit_s=10 enough_s=3
dir=$out/speed
work=$(mktemp -d /tmp/pvm.XXXXXX) # PVM 3.4.6 takes no path with spaces
. "$here/realpvm.sh"
trap end EXIT
trap 'exit 1' HUP INT TERM
rm -rf "$dir"
mkdir -p "$dir"

# A pattern, its tasks, its size (bytes; jacobi: side of the grid), its rounds, what is counted, and how many of that in a round.
# A run of no rounds is taken off, but where starting is what is asked for.
rows='pingpong 2 0 50000 message 2
pingpong 2 4000 20000 message 2
alltoall 16 1000 40 message 240
alltoall 64 1000 4 message 4032
alltoall 256 1000 1 message 65280
alltoall 1024 1000 1 message 1047552
barrier 64 0 400 barrier 1
jacobi 16 512 100 iteration 1
jacobi 64 512 50 iteration 1
start 64 0 0 task 64
start 256 0 0 task 256
start 1024 0 0 task 1024'
[ -z "$quick" ] || rows=$(printf '%s\n' "$rows" | awk '$2 <= 256')
[ -z "$row" ] || rows=$(printf '%s\n' "$rows" | awk -v row="$row" '$1 == row')
[ -n "$rows" ] || { echo "--row: no pattern '$row'" >&2; exit 1; }

# ---- the systems ---------------------------------------------------------------------------------------------------

# shellcheck disable=SC2046 # flags are words
cc -O2 -I"$here/../programs" "$here/pattern.c" $(pkg-config --cflags --libs gpvm3 pvm3) -o "$work/pattern"
cc -O2 "$here/spent.c" -o "$work/spent"
systems=process
tasks_option=
if ap1000 run --help | grep -q -e '--tasks '; then
    systems='process inprocess'
    tasks_option=yes
fi
if command -v smpirun >/dev/null && smpicc -O2 "$here/mpi.c" -o "$work/mpi" 2>"$work/smpicc.log"; then
    systems="$systems smpi"
    sizes='2:2,1 16:4,4 64:8,8 256:16,16 1024:32,32'
    for size in $sizes; do
        n=${size%%:*}
        cat >"$work/torus$n.xml" <<EOF
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="torus" prefix="cell" suffix="" radical="0-$((n - 1))" speed="10Mf" bw="25MBps" lat="160ns" topology="TORUS"
    topo_parameters="${size#*:}"/>
</platform>
EOF
        awk -v n="$n" 'BEGIN { for (i = 0; i < n; i++) print "cell" i }' >"$work/hosts$n"
    done
fi
if command -v sstmac >/dev/null && command -v sst++ >/dev/null; then
    printf '#define sstmac_app_name pattern\n#include <sstmac/skeleton.h>\n#include "mpi.c"\n' >"$work/sst.cc"
    # It leaves its objects where it is called.
    if (cd "$work" && sst++ -O2 -I"$here" sst.cc -o sst >sst.log 2>&1); then systems="$systems sst"; fi
fi
start_pvm
[ -z "$daemon" ] || systems="$systems pvm"

# run SYSTEM OPTIONS PATTERN TASKS SIZE ROUNDS: prints what `spent OPTIONS` says of one run; fails if that fails or takes too long.
run() {
    system=$1 options=$2 pattern=$3 tasks=$4 size=$5 rounds=$6
    case $system in
    process | inprocess)
        set -- ap1000 run --cells "$tasks" ${tasks_option:+--tasks "$system"} "$work/pattern" "$pattern" "$tasks" "$size" "$rounds" ;;
    smpi)
        set -- smpirun -np "$tasks" -platform "$work/torus$tasks.xml" -hostfile "$work/hosts$tasks" --cfg=contexts/factory:raw \
            --cfg=smpi/simulate-computation:no --cfg=smpi/host-speed:10000000 --log=root.thres:critical "$work/mpi" "$pattern" "$size" "$rounds" ;;
    sst)
        side=2
        while [ $((side * side)) -lt "$tasks" ]; do side=$((side + 1)); done
        sed "s|PROGRAM|$work/sst|; s/TASKS/$tasks/; s/SIDE/$side/g; s/ARGUMENTS/$pattern $size $rounds/" "$here/sst.ini" >"$work/sst.ini"
        set -- sstmac -f "$work/sst.ini" ;;
    pvm) set -- "$work/pattern" "$pattern" "$tasks" "$size" "$rounds" ;;
    esac
    # shellcheck disable=SC2086 # options are words
    if [ "$system" = pvm ]; then
        daemon=$(cat "$work/daemon")
        with_pvm "$work/spent" $options -d "$daemon" -o "$work/spent.tsv" timeout -k 2 "$limit_s" "$@" </dev/null >"$work/output" 2>&1 || {
            stop_pvm
            start_pvm
            return 1
        }
    else
        "$work/spent" $options -o "$work/spent.tsv" timeout -k 2 "$limit_s" "$@" </dev/null >"$work/output" 2>&1 || return 1
    fi
    cat "$work/spent.tsv"
}

# ---- measuring: one run of each for its memory, then in turns ------------------------------------------------------

printf 'row\tpattern\ttasks\tsize\tunit\tsystem\trepetition\thost_us\tprocessor_us\tpeak_MiB\n' >"$dir/runs.tsv"
number=0
printf '%s\n' "$rows" | while read -r pattern tasks size rounds unit each; do
    number=$((number + 1)) left=''
    note() { # SYSTEM REPETITION HOST_US PROCESSOR_US PEAK_MIB
        printf '%d\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n' "$number" "$pattern" "$tasks" "$size" "$unit" "$@" >>"$dir/runs.tsv"
    }
    for system in $systems; do
        if ! run "$system" -m "$pattern" "$tasks" "$size" "$rounds" >"$work/first"; then
            note "$system" 0 - - -
            continue
        fi
        count=$((rounds > 0 ? rounds * each : each))
        # shellcheck disable=SC2046
        set -- $(cat "$work/first")
        note "$system" 0 "$(awk -v s="$1" -v n=$count 'BEGIN { print s / n * 1e6 }')" "$(awk -v s="$2" -v n=$count 'BEGIN { print s / n * 1e6 }')" "$3"
        if awk -v s="$1" -v most="$enough_s" 'BEGIN { exit s >= most }'; then left="$left $system"; fi
    done
    repetition=0
    while [ "$repetition" -lt "$repetitions" ]; do
        repetition=$((repetition + 1))
        for system in $left; do
            without='0 0 0'
            [ "$rounds" = 0 ] || without=$(run "$system" '' "$pattern" "$tasks" "$size" 0) || continue
            with=$(run "$system" '' "$pattern" "$tasks" "$size" "$rounds") || continue
            # shellcheck disable=SC2046,SC2086
            note "$system" "$repetition" $(echo $without $with | awk -v n=$((rounds > 0 ? rounds * each : each)) \
                '{ print ($4 - $1) / n * 1e6, ($5 - $2) / n * 1e6 }') -
        done
    done
done
echo "# $(uname -m), $(getconf _NPROCESSORS_ONLN) processors; $repetitions repetitions in turns, medians; a run is given up after $limit_s s" \
    >"$dir/speed.tsv"
awk -f "$here/middle.awk" -f "$here/medians.awk" "$dir/runs.tsv" >>"$dir/speed.tsv"
if command -v gnuplot >/dev/null; then
    gnuplot -d -c "$here/../style.gp" "$here/speed.gp" "$here/.." "$out" >"$work/plot.log" 2>&1 || { cat "$work/plot.log" >&2; exit 1; }
fi
awk -f "$here/table.awk" "$dir/speed.tsv"
