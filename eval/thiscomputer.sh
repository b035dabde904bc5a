# thiscomputer.sh PROGRAMS OUT [quick] - the same binaries on the real PVM 3.4.6 where it is installed: one more curve, labelled
# "PVM 3.4.6 on this computer". Its times are of this computer and of this day, so they go to OUT/this-computer, into no
# row of results.tsv. PROGRAMS/NAME/NAME are compiled; LD_LIBRARY_PATH decides which libpvm3 they load. Says nothing if there is no PVM.
set -eu
programs=$1 out=$2 quick=${3-}
real=/usr/lib/pvm3
library=$(ldconfig -p 2>/dev/null | awk '/libpvm3\.so\.3 / { sub(/\/[^\/]*$/, "", $NF); print $NF; exit }')
if ! { sh "$(dirname "$0")/../pvm-api/oracle/is_here.sh" && [ -n "$library" ] && [ -e "$library/libgpvm3.so.3" ]; } >/dev/null 2>&1; then exit 0; fi
mkdir -p "$out/this-computer"
tmp=$(mktemp -d /tmp/pvm.XXXXXX) # PVM takes no path with spaces, and its sockets have 108 bytes for their names
export PVM_ROOT="$real" PVM_ALLOW_ROOT=1 PVM_VMID=eval$$ PVM_TMP="$tmp" LD_LIBRARY_PATH="$library"
unset PVM_ARCH PVM_PATH || :
export MEASURING_LATE=1 # this computer may be busy; tasks have their environment from the pvmd
end() { (echo halt | pvm) >/dev/null 2>&1 || :; rm -rf "$tmp"; }
trap end EXIT
trap 'exit 1' HUP INT TERM
printf "%s ep=%s\n" "$(uname -n)" "$tmp:$real/bin/LINUX64:/usr/bin" >"$tmp/hosts"
echo quit | pvm "$tmp/hosts" >/dev/null 2>&1 || exit 0
for name in onetoone alltoall barrier; do cp "$programs/$name/$name" "$tmp/"; done
cd "$tmp"
# bounded PROGRAM ARGUMENTS...: this PVM waits for ever for what it could not start; the evaluation goes on without it.
bounded() {
    timeout -k 5 300 "$@" </dev/null || { echo "PVM 3.4.6 on this computer: ${1##*/} did not end in 300 s, or failed" >&2; return 1; }
}
rounds=1000
[ -z "$quick" ] || rounds=100

# shellcheck disable=SC2086 # sizes are words
{
    echo '# one-to-one, PVM 3.4.6 on this computer, tasks side by side through its pvmd'
    bounded "$tmp/onetoone" cell-cell -r $rounds $(seq -s ' ' 0 500 4000)
} >"$out/this-computer/onetoone.tsv"
{
    echo '# all-to-all broadcast, 4 tasks, PVM 3.4.6 on this computer'
    bounded "$tmp/alltoall" cell-cell -r 10 $(seq -s ' ' 0 1000 4000)
} >"$out/this-computer/alltoall.tsv"
{
    echo '# barrier, PVM 3.4.6 on this computer'
    for n in 2 4 8 16; do bounded "$tmp/barrier" cell-cell -n $n -r 5; done | awk 'NR == 1 || !/^tasks/'
} >"$out/this-computer/barrier.tsv"
