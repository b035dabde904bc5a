# watched.sh PVMNODE PVMGS LIBRARIES AP1000 RING DEATHS: --trace and --report of runs on three nodes. What is compared are numbers that do
# not depend on the computer: how often each task made each call, and what it sent and received, are those of the simulated machine.
three=$(dirname "$0")/three.sh
pvmnode=$1 pvmgs=$2 libraries=$3 ap1000=$4 ring=$5 deaths=$6
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export AP1000_COMMAND="$ap1000" LD_LIBRARY_PATH="$libraries"
failed=0
fail() { echo "$1"; failed=1; }
watched() { sh "$three" "$pvmnode" "$pvmgs" "$libraries" "$@"; }
# counts FILE: of each task and call, without the tids, which are other ones on other machines.
counts() {
    sed -n 's/^tasks\.t[0-9a-f]*\.calls\.\(.*\)\.\(times\|sent.messages\|sent.bytes\|received.messages\|received.bytes\)\t/\1 \2 /p' "$1" | sort
}

watched --trace "$work/real.json.gz" --report="$work/real.tsv" "$ring" 5 10 >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
"$ap1000" run --trace "$work/simulated.json" --report="$work/simulated.tsv" "$ring" 5 10 >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
counts "$work/real.tsv" >"$work/real.counts"
counts "$work/simulated.tsv" >"$work/simulated.counts"
[ -s "$work/real.counts" ] || fail 'no call was counted'
diff "$work/simulated.counts" "$work/real.counts" || fail 'calls and messages of a ring on three nodes are not those of the simulated machine'
"$ap1000" compare "$work/simulated.json" "$work/real.json.gz" --out "$work/both" >"$work/out" 2>&1 || fail "compare: $(cat "$work/out")"
grep -q '^  time: A default; B real (pvmrun)$' "$work/out" || fail "compare does not say that B's time is real: $(cat "$work/out")"
[ -s "$work/both-compare.png" ] || fail 'compare has drawn nothing'

# A task that dies without leaving: its records are taken from its memory, and the report names its end.
watched --report="$work/deaths.txt" "$deaths" >"$work/out" 2>&1 || { cat "$work/out"; fail 'deaths under --report'; }
grep -q '^ap1000: .* of real time, machine cluster with 3 nodes$' "$work/deaths.txt" || fail "first line: $(head -n 1 "$work/deaths.txt")"
grep -q 'died of SIG' "$work/deaths.txt" || fail "no death is named: $(cat "$work/deaths.txt")"

# What cannot be written is said before the run.
watched --trace "$work/none/trace.json" "$ring" 2 1 >"$work/out" 2>&1 && fail 'a trace that cannot be written is not refused'
grep -q "^pvmrun: --trace '$work/none/trace.json': cannot be written: No such file or directory; the path of a file" "$work/out" ||
    fail "not said: $(cat "$work/out")"
[ "$(wc -l <"$work/out")" -eq 1 ] || fail "more than a line: $(cat "$work/out")"
exit $failed
