# watched.sh PVMNODE PVMGS LIBRARIES AP1000 RING DEATHS: --trace and --report of runs on three nodes. What is compared are numbers that do
# not depend on the computer: how often each task made each call, and what it sent and received, are those of the simulated machine.
three=$(dirname "$0")/three.sh
pvmnode=$1 pvmgs=$2 libraries=$3 ap1000=$4 ring=$5 deaths=$6
. "$(dirname "$0")/../../../ap1000-sim/tests/programs/checks.sh"
export AP1000_COMMAND="$ap1000" LD_LIBRARY_PATH="$libraries"
watched() { sh "$three" "$pvmnode" "$pvmgs" "$libraries" "$@"; }
# counts FILE: of each task and call, without the tids, which are other ones on other machines.
counts() {
    sed -n 's/^tasks\.t[0-9a-f]*\.calls\.\(.*\)\.\(times\|sent.messages\|sent.bytes\|received.messages\|received.bytes\)\t/\1 \2 /p' "$1" | sort
}

watched --trace real.json.gz --report=real.tsv "$ring" 5 10 >out 2>&1 || { cat out; exit 1; }
"$ap1000" run --trace simulated.json --report=simulated.tsv "$ring" 5 10 >out 2>&1 || { cat out; exit 1; }
counts real.tsv >real.counts
counts simulated.tsv >simulated.counts
[ -s real.counts ] || bad 'no call was counted'
diff simulated.counts real.counts || bad 'calls and messages of a ring on three nodes are not those of the simulated machine'
"$ap1000" compare simulated.json real.json.gz --out both >out 2>&1 || bad "compare: $(cat out)"
grep -q '^  time: A default; B real (pvmrun)$' out || bad "compare does not say that B's time is real: $(cat out)"
[ -s both-compare.png ] || bad 'compare has drawn nothing'

# A task that dies without leaving: its records are taken from its memory, and the report names its end.
watched --report=deaths.txt "$deaths" >out 2>&1 || { cat out; bad 'deaths under --report'; }
grep -q '^ap1000: .* of real time, machine cluster with 3 nodes$' deaths.txt || bad "first line: $(head -n 1 deaths.txt)"
grep -q 'died of SIG' deaths.txt || bad "no death is named: $(cat deaths.txt)"

# What cannot be written is said before the run.
watched --trace none/trace.json "$ring" 2 1 >out 2>&1 && bad 'a trace that cannot be written is not refused'
grep -q "^pvmrun: --trace 'none/trace.json': cannot be written: No such file or directory; the path of a file" out ||
    bad "not said: $(cat out)"
[ "$(wc -l <out)" -eq 1 ] || bad "more than a line: $(cat out)"
finish
