# shellcheck shell=sh disable=SC2154 # work is the caller's
# realpvm.sh - sourced by run.sh, speedup.sh and cluster.sh, after `work`, a folder of their own: the real PVM, where it is installed, apart from
# any other on this computer, as in thiscomputer.sh. Sets daemon, the process id of its daemon; empty: there is none.
daemon=
real=/usr/lib/pvm3
library=$(ldconfig -p 2>/dev/null | awk '/libpvm3\.so\.3 / { sub(/\/[^\/]*$/, "", $NF); print $NF; exit }')
with_pvm() { env PVM_ROOT="$real" PVM_ALLOW_ROOT=1 PVM_VMID=speed$$ PVM_TMP="$work" LD_LIBRARY_PATH="$library" "$@"; }
# processes: all of this PVM
processes() {
    for p in /proc/[0-9]*; do
        ! tr '\0' '\n' 2>/dev/null <"$p/environ" | grep -qx "PVM_VMID=speed$$" || echo "${p#/proc/}"
    done
}
# stop_pvm: the daemon and all its tasks, also if it answers no more. One that has given up a large run is of no use.
stop_pvm() {
    (echo halt | with_pvm timeout -k 1 5 pvm) >/dev/null 2>&1 || :
    for pid in $(processes); do kill -KILL "$pid" 2>/dev/null || :; done
    rm -f "$work"/pvm[dlt].* "$work"/tmp/pvm[dlt].*
    daemon=
}
end() {
    [ -z "$daemon" ] || stop_pvm
    rm -rf "$work"
}
start_pvm() {
    sh "$(dirname "$0")/../../pvm-api/oracle/is_here.sh" && [ -n "$library" ] && [ -e "$library/libgpvm3.so.3" ] || return 0
    printf '%s ep=%s\n' "$(uname -n)" "$work:$real/bin/LINUX64:/usr/bin" >"$work/hosts"
    echo quit | with_pvm pvm "$work/hosts" >/dev/null 2>&1 || :
    for pid in $(processes); do
        case $(cat "/proc/$pid/comm" 2>/dev/null) in pvmd*) daemon=$pid ;; esac
    done
    echo "$daemon" >"$work/daemon"
}
