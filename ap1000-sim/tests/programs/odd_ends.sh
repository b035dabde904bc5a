# odd_ends.sh AP1000 PROGRAM - what a run says at its end, without being asked, of what is odd in it (odd_ends.c); how a deadlock of
# many alike tasks is told; reports of a part of a run; what a change would save, measured.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") program=$(realpath "$2")
. "$checks"

said() { # NAME WAY PROCESSORS LINE: the run says this line, and no other of its kind
    "$ap1000" run --cells 16 --tasks "$2" --processors "$3" "$program" "$1" >out 2>err
    grep '^ap1000: ' err | grep -v 'cannot spawn' >lines
    check "$1, $2, $3: expectation: $4; actual: $(cat lines)" test "$(cat lines)" = "$4"
}
for way in 'inprocess 1' 'inprocess 2' 'process 1' 'process 2'; do
    # shellcheck disable=SC2086 # two words
    said unread $way 'ap1000: 4 messages were never read: by t40002 on cell 0 (odd_ends) and 1 other; one has tag 7 and comes from t40001'
    said type $way 'ap1000: t40002 on cell 0 (odd_ends) and 1 other called pvm_upkdouble for a message of 4 bytes by pvm_pkint'
    said sound $way ''
done
"$ap1000" run --cells 16 "$program" tid >out 2>err
check "an error code: $(cat err)" grep -qx 'ap1000: t40001 on the host (odd_ends) used -7 as a tid in pvm_send: it is the error PvmNoFile (No such file)' err
"$ap1000" run --quiet --cells 16 "$program" unread >out 2>err
check 'nothing with --quiet' test ! -s err

# Twelve that wait for the same, and their parent: three lines, one of the others, one of the parent.
"$ap1000" run --cells 16 "$program" alike >out 2>err
check 'the exit code of a deadlock' test $? -eq 86
check "one line for those that are alike: $(cat err)" grep -Eqx 'ap1000: 9 more tasks alike, t40005 to t4000d: \(odd_ends\) waits in pvm_recv for a message from one task with tag 7 since [0-9.]+ ms to [0-9.]+ ms' err
check "the first of them: $(cat err)" test "$(grep -c 'waits in pvm_recv for a message from t40001 with tag 7' err)" -eq 3

# A part of a run: a region, and the same by the barrier before it.
"$ap1000" run --cells 16 --report=whole.json "$program" regions
"$ap1000" run --cells 16 --report=solve.json --report-from solve "$program" regions
"$ap1000" run --cells 16 --report=barrier.txt --report-from barrier:1 --report-to barrier:2 "$program" regions
"$ap1000" run --cells 16 --report=call.txt --report-from pvm_barrier:2 "$program" regions
ms() { sed -n '1s/^ap1000: .* tasks, \([0-9.]*\) ms of simulated.*/\1/p' "$1"; }
python3 - <<'EOT' >numbers
import json
whole, part = (json.load(open(name)) for name in ('whole.json', 'solve.json'))
print(list(whole['regions_ns']), whole['regions_ns']['solve'] >= 20000000, part['time_ns'] == whole['regions_ns']['solve'],
      part['verdict'][0].startswith('Cause: the work itself, evenly spread'), sum(t['computing_ns'] for t in part['tasks'].values() if t['program'] == 'odd_ends') // 1000000)
EOT
check "regions: $(cat numbers)" test "$(cat numbers)" = "['setup', 'solve'] True True True 240"
check "from a barrier: $(ms barrier.txt)" awk -v t="$(ms barrier.txt)" 'BEGIN { exit !(t > 20 && t < 40) }'
check "from a call: $(ms call.txt)" awk -v t="$(ms call.txt)" 'BEGIN { exit !(t > 0 && t < 20) }'
check 'it says that it is a part' grep -qx 'Only a part of the run: --report-from barrier:1.' barrier.txt
"$ap1000" run --cells 16 --report=none.txt --report-from barrier:7 "$program" regions
check "a moment that does not come: $(tail -3 none.txt)" grep -qx 'Nothing is told: the moment of --report-from barrier:7 has not come.' none.txt
"$ap1000" run --cells 16 --report=ends.txt --report-from 0ns "$program" alike >out 2>err
check "who was ended with the run: $(cat ends.txt)" test "$(grep -c 'was ended with the run at .*: it waited in pvm_recv for ' ends.txt)" -eq 13
refused "--report-from ':3'" "$ap1000" run --report --report-from :3 "$program" sound
refused '--report is wanted too' "$ap1000" run --report-from solve "$program" sound
"$ap1000" run --cells 16 --set tnet.hop_us=1 --report=other.json "$program" regions
"$ap1000" compare --all whole.json other.json >compared
check "regions are compared: $(cat compared)" grep -Eq '^region solve \[ms\] +[0-9.]+ +[0-9.]+ ' compared

# What each change would save: estimated and measured.
"$ap1000" run --cells 4 --what-if "$program" sound >out 2>err
check "what if: $(cat err)" grep -Eq '^  a host path twice as fast: estimated ([0-9.]+) ms; measured \1 ms \([-+][0-9.]+ %\), with --set host_interface.latency_us=' err
check 'each is measured or said not to be' test "$(grep -c '^  .*: estimated ' err)" -eq "$(grep -c '^  ' err)"
refused '--what-if: not with --trace t.json' "$ap1000" run --what-if --trace t.json "$program" sound
refused "both say how many cells" "$ap1000" sweep --cells 4 --set machine.cells=3,5 -- "$program" sound
refused "both say how many cells" "$ap1000" run --cells 4 --set machine.cells=3 "$program" sound
finish
