# races.sh AP1000 RACES EXAMPLES... - `ap1000 shuffle` finds each known race (races.c), and none where there is none; the
# same run has the same bytes every time. AP1000_TEST_SEEDS: how many seeds are tried; default 40.
set -u
checks=$(realpath "$(dirname "$0")/checks.sh") ap1000=$(realpath "$1") races=$(realpath "$2")
shift 2
for program; do set -- "$@" "$(realpath "$program")"; shift; done
. "$checks"
seeds=1..${AP1000_TEST_SEEDS-40}

for name in arrival sum header update stop poll detour locks leader timeout mailbox rounds; do
    "$ap1000" shuffle "$seeds" --cells 4 "$races" "$name" >"$name.out" 2>&1
    check "$name is found: $(cat "$name.out")" test $? -eq 1
    check "$name: the run that shows it" grep -Eq '^With seed [0-9]+ (the output differs|it ends with)' "$name.out"
done
check 'lines of both runs' grep -q '^  only then: ' sum.out
check 'the message that comes first' grep -Eq "^  the [0-9]+(st|nd|rd|th) message that t40001 takes \(in pvm_recv( at races\.c:[0-9]+)?\) is t4000[2-5]'s, tag 1; undisturbed it is t4000[2-5]'s, tag 1" sum.out
check 'a deadlock is said' grep -q 'exit code 86, undisturbed with 0 (86: deadlock)' locks.out

# Programs without a race, with times in what they print.
for name in sound timed; do
    "$ap1000" shuffle "$seeds" --cells 4 "$races" "$name" >"$name.out" 2>&1
    check "$name has none: $(cat "$name.out")" test $? -eq 0
    check "$name: all alike" grep -Eq "^([0-9]+) seeds, --jitter 1ms: \1 as undisturbed" "$name.out"
done
for program; do
    PATH=$(dirname "$program"):$PATH "$ap1000" shuffle 1..10 --cells 4 -- "$program" >out 2>&1
    check "$program has none: $(cat out)" test $? -eq 0
done

# The report counts the waits that could have ended otherwise.
"$ap1000" run --cells 4 --report=sum.txt "$races" sum >/dev/null 2>&1
check 'the waits that race' grep -Eq "^Order: [1-9][0-9]* of [0-9]+ waits for anybody's message ended while messages of several tasks" sum.txt

# A seed is a run: the same twice, in process and as processes; another seed is another.
run() { "$ap1000" run --cells 4 --jitter 2ms "$@" "$races" arrival 2>&1; }
run --seed 7 --report=a.json >a
run --seed 7 --report=b.json --tasks process >b
check 'the same lines' cmp a b
check 'the same report' cmp a.json b.json
run --seed 8 --report=c.json >c
check 'another seed' sh -c '! cmp -s a.json c.json'
check 'the report says so' sh -c "'$ap1000' run --cells 4 --jitter 2ms --report '$races' sound 2>&1 | grep -q '^Times are disturbed: each message was held back, by 2ms on average'"

# Told to end, with runs under way and whenever the signal comes: it ends, and so do they.
cat >stops <<EOT
#!/bin/sh
echo x >>"$work/count"
[ \$(wc -l <"$work/count") -le 3 ] || { touch "$work/reached"; exec sleep 600; }
EOT
chmod +x stops
for signal in INT TERM; do
    rm -f count reached
    env --default-signal=INT "$ap1000" shuffle 1..9 ./stops >stopped 2>&1 &
    shuffle=$!
    while [ ! -e reached ] && kill -0 $shuffle 2>/dev/null; do sleep 0.05; done
    kill -$signal $shuffle
    wait $shuffle
    check "$signal: it ends of the signal" test $? -eq $((128 + $([ $signal = INT ] && echo 2 || echo 15)))
done

finish
