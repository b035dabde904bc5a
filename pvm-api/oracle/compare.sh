# compare.sh PROGRAM LIBRARY_FOLDERS DIFFERENCES [KEEP]: compares the lines that the program prints under the libraries in LIBRARY_FOLDERS
# (with colons between them) with those of PVM 3.4.6, the ones that answers.tsv keeps and, where it is installed, what it says now, except
# for the lines that DIFFERENCES lists. Both outputs and the result are kept in the folder KEEP. ORACLE_RUN: what runs the program under
# those libraries; else it runs as it is. The exit code is 0: the same, 1: not the same, 77: nothing to run it by.
set -u
program=$1 folders=$2 differences=$3 keep=${4-}
name=$(basename "$program")
work=$(mktemp -d /tmp/pvm.XXXXXX)
daemon=
unset LD_LIBRARY_PATH PVM_ARCH PVM_PATH PVM_EXPORT PVM_DPATH PVM_WD
trap '[ -z "$daemon" ] || { kill $daemon 2>/dev/null; wait $daemon 2>/dev/null; }; rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Tids and pids are different in each run. Our machine also prints what children print and how they die, which PVM does not. Whether
# a child whose output is caught still runs when its parent leaves is up to the computer, with PVM and on nodes.
# PVM itself hangs now and then on a loaded computer: it has a minute, and three attempts. The time limit of ours turns a hang into a
# failure.
limit=600
run() { timeout $limit "$@" 2>&1 </dev/null | sed -E 's/\[t[0-9a-f]+\]/[tTID]/g; s/\[pid[0-9]+\]/[pidPID]/g; /^\[tTID\] /d; /^(ap1000|pvmnode): t[0-9a-f]* on .* (died of|cannot spawn) /d; /^pvmnode: .*: if a node dies, /d; /^libpvm \[tTID\]: child task\(s\) still running\./d; /^ap1000: .* (never read: by|called pvm_[a-z0-9]+ for a message|used -[0-9]+ as a tid) /d'; }
(unset PVM_VMID PVM_TMP PVM_ROOT; export LD_LIBRARY_PATH="$folders" AP1000_NAME=none PVM_DPATH="$(cd "$(dirname "$0")/../root" && pwd)/pvmd"; run ${ORACLE_RUN-} "$program") >"$work/ours"
if grep '^skipped: ' "$work/ours"; then exit 77; fi

# in_short FILE: what answers.tsv keeps of it: its lines, or of programs that draw thousands of calls a checksum of each hundred.
in_short() {
    case $name in
    random | together) split -l 100 --filter=cksum "$1" | awk '{ print "lines " 100 * NR - 99 " to " 100 * NR ": " $1 }' ;;
    *) cat "$1" ;;
    esac
}

# compare WHOSE OURS: what the lines in $work/OURS and in $work/WHOSE have in common goes to $work/result.
compare() {
    diff "$work/$1" "$work/$2" >"$work/diff"
    same=$(($(wc -l <"$work/$1") - $(grep -c '^< ' "$work/diff")))
    awk -v name="$name" -v same="$same" -f "$(dirname "$0")/pairs.awk" "$differences" "$work/diff" >"$work/result"
}
awk -v name="$name" -f "$(dirname "$0")/answers.awk" "$(dirname "$0")/answers.tsv" >"$work/recorded"
in_short "$work/ours" >"$work/short"
if ! compare recorded short; then
    echo "the answers of PVM 3.4.6 that answers.tsv keeps (README.md tells how they are recorded):"
    cat "$work/result"
    [ -n "$keep" ] || exit 1
fi
if ! sh "$(dirname "$0")/is_here.sh"; then
    sed 's/$/ (recorded: PVM 3.4.6 is not installed)/' "$work/result"
    exit
fi

. "$(dirname "$0")/real.sh"
# Our library prints the same each time. PVM's lines may depend on which of two processes is faster, so it is run up to
# three times.
limit=60
for attempt in 1 2 3; do
    start_real || exit
    run "$program" >"$work/real"
    kill $daemon 2>/dev/null
    wait $daemon 2>/dev/null
    daemon=
    compare real ours
    code=$?
    [ $code -ne 0 ] || break
    echo "attempt $attempt:"
    cat "$work/result"
done
[ $code -ne 0 ] || cat "$work/result"
if [ -n "$keep" ]; then
    mkdir -p "$keep"
    for f in real ours result; do cp "$work/$f" "$keep/$name.$f"; done
    in_short "$work/real" >"$keep/$name.answers"
fi
exit $code
