# shellcheck shell=sh disable=SC2154 # work, here, limit_s are the caller's
# cluster_systems.sh - sourced by cluster.sh: the systems that it measures, each with the command that starts it. Nodes are node0 and node1.

mpis=
build_programs() {
    # shellcheck disable=SC2046 # flags are words
    cc -O2 -I"$here/../programs" "$here/pair.c" $(pkg-config --cflags --libs pvm3) -o "$work/pair"
    cc -O2 -I"$here/../../pvm-api" "$here/pair_engine.c" -ldl -o "$work/pair_engine"
    libraries=$(dirname "$(readlink -f "$(command -v pvmnode)")")
    for mpi in openmpi mpich; do
        engine=$libraries/../lib/pvmnode-$mpi.so
        [ -e "$engine" ] || engine=$libraries/pvmnode-$mpi.so
        if command -v "mpirun.$mpi" >/dev/null && [ -e "$engine" ] && "mpicc.$mpi" -O2 "$here/pair_mpi.c" -o "$work/pair_$mpi" 2>/dev/null; then
            mpis="$mpis $mpi"
            ln -s "$(readlink -f "$engine")" "$work/$mpi.so"
        fi
    done
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v pvmnode)" >"$work/pvmnode"
    chmod +x "$work/pvmnode"
}

# on_first COMMAND...: on the first node.
on_first() {
    if [ "$nodes_many" -gt 0 ]; then on_node node0 "$@"; else "$@"; fi
}

# mpi_run MPI COMMAND...: two ranks, on two nodes.
mpi_run() {
    mpi=$1
    shift
    case $mpi in
    openmpi)
        set -- mpirun.openmpi --bind-to none --mca btl tcp,self --mca mpi_yield_when_idle 0 -n 2 -x LD_LIBRARY_PATH -x PATH "$@"
        options='--oversubscribe'
        [ "$nodes_many" -eq 0 ] || options="--mca plm_rsh_agent $work/nsrsh --mca btl_tcp_if_include eth0 --mca oob_tcp_if_include eth0 --host node0,node1"
        [ "$(id -u)" != 0 ] || options="$options --allow-run-as-root" ;;
    mpich)
        set -- mpirun.mpich -n 2 -genv MPIR_CVAR_NOLOCAL 1 -genv UCX_TLS tcp,self "$@"
        options=
        [ "$nodes_many" -eq 0 ] || options="-launcher ssh -launcher-exec $work/nsrsh -hosts node0,node1" ;;
    esac
    first=$1
    shift
    # shellcheck disable=SC2086 # options are words
    on_first timeout -k 5 "$limit_s" "$first" $options "$@"
}

# links_run OPTIONS... PROGRAM...: daemons started by rsh, messages by TCP.
links_run() {
    if [ "$nodes_many" -gt 0 ]; then
        i=1
        while [ $i -lt "$nodes_many" ]; do echo "node$i"; i=$((i + 1)); done >"$work/hosts"
        on_first timeout -k 5 "$limit_s" "$work/pvmnode" --rsh "$work/nsrsh" --hosts "$work/hosts" "$@"
    else
        printf '#!/bin/sh\nshift\nexec sh -c "$*"\n' >"$work/rsh"
        echo 'node1 ip=127.0.0.1' >"$work/hosts"
        timeout -k 5 "$limit_s" "$work/pvmnode" --name node0 --rsh "sh '$work/rsh'" --hosts "$work/hosts" "$@"
    fi
}

# ---- PVM 3.4.6, as realpvm.sh has it; on two nodes if there are any ----
with_pvm() {
    on_first env PVM_ROOT="$real" PVM_ALLOW_ROOT=1 PVM_VMID=speed$$ PVM_TMP="$work/tmp" PVM_RSH="$work/nsrsh" LD_LIBRARY_PATH="$library" "$@"
}
begin_pvm() {
    sh "$(dirname "$0")/../../pvm-api/oracle/is_here.sh" && [ -n "$library" ] || return 0
    first=$(uname -n)
    mkdir -p "$work/tmp"
    if [ "$nodes_many" -gt 0 ]; then first=node0; fi
    echo "$first ep=$work dx=$real/lib/pvmd" >"$work/pvm-hosts"
    [ "$nodes_many" -eq 0 ] || echo "node1 ep=$work dx=$real/lib/pvmd" >>"$work/pvm-hosts"
    echo quit | with_pvm timeout 20 pvm "$work/pvm-hosts" >"$work/pvm.log" 2>&1 || return 0
    systems="$systems pvm pvm-direct"
}

end() {
    stop_pvm
    nodes_end
    rm -rf "$work"
}

systems=
find_systems() {
    for mpi in $mpis; do systems="$systems raw-$mpi engine-$mpi $mpi-always $mpi-looks"; done
    systems="$systems tcp tcp-direct"
    begin_pvm
}

# measures SYSTEM WHERE BARE: whether that is to be measured.
measures() {
    case $1 in
    raw-* | engine-*) [ "$2" = far ] && [ -z "$3" ] ;;
    pvm | pvm-direct) [ "$2" = near ] || [ "$nodes_many" -gt 0 ] ;;
    tcp) : ;;
    *) [ "$2" = far ] ;;
    esac
}

# run SYSTEM WHERE SIZE ROUNDS [bare]
run() {
    system=$1 mpi=${1%-*}
    shift
    case $system in
    raw-*) mpi_run "${system#raw-}" "$work/pair_${system#raw-}" "$2" "$3" ;;
    engine-*) mpi_run "${system#engine-}" "$work/pair_engine" "$work/${system#engine-}.so" "$2" "$3" ;;
    *-always) mpi_run "$mpi" "$work/pvmnode" --mpi "$mpi" --poll always "$work/pair" "$@" ;;
    *-looks) mpi_run "$mpi" "$work/pvmnode" --mpi "$mpi" "$work/pair" "$@" ;;
    tcp) links_run "$work/pair" "$@" ;;
    tcp-direct) links_run "$work/pair" "$@" direct ;;
    pvm) with_pvm timeout -k 5 "$limit_s" "$work/pair" "$@" ;;
    pvm-direct) with_pvm timeout -k 5 "$limit_s" "$work/pair" "$@" direct ;;
    esac
}

# measure_spawn TASKS: how long four nodes take to start so many [s].
measure_spawn() {
    stop_pvm
    if [ "$nodes_many" -gt 0 ]; then
        nodes_end
        nodes_begin 4
    fi
    if links_run "$work/pair" spawn "$1" >"$work/output" 2>"$work/errors" </dev/null; then
        printf 'spawn %d\ttcp\t1\t%s\t-\n' "$1" "$(tail -n 1 "$work/output")"
    else
        echo "cluster.sh: $1 tasks on four nodes cannot be started: $(tail -n 1 "$work/errors")" >&2
    fi
}
