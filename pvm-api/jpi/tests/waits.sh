# waits.sh BUILD_FOLDER JAVAC: Java's own synchronization between the ranks and threads of one Java virtual machine takes the machine's time: when each
# goes on follows from the sleeps in Waits.java. A printed line takes its rank 0.06 ms, so the times are cut to whole milliseconds.
. "$(dirname "$0")/common.sh"

# waits RANKS WHAT LINE...: Waits prints these lines, and the same in a second run.
waits() {
    ranks=$1 what=$2
    shift 2
    for again in 1 2; do
        run 0 ap1000 run --cells 1 --on host "$jrun" -nt "$ranks" -nw 1 $small Waits "$what"
        sed 's/\.[0-9]*$//' "$work/out" | sort >"$work/said"
        for line in "$@"; do echo "$line"; done | sort >"$work/want"
        cmp -s "$work/said" "$work/want" || { wrong "$what: not these lines, $again"; cat "$work/want"; }
        [ "$again" = 1 ] && cp out first
    done
    cmp first out || wrong "$what: the second run differs"
}
waits 2 monitor '0 in 0' '0 out 20' '1 in 20' '1 out 40'
waits 2 method '0 sum 6 60' '1 sum 6 60'
waits 2 thrown '0 inside fails$jpi 0' '0 again 0' '1 inside fails$jpi 0' '1 again 0'
waits 2 told '1 out 40' '0 told 40' '0 not told 95' '0 half a millisecond 95' '0 out 95'
waits 1 nobody '0 not mine 0'
waits 2 queue '1 got 1 10' '1 got 2 20' '1 got 3 70' '1 poll null 95'
waits 2 hand '1 took a hand 15' '0 poll null 25' '1 poll null 25'
waits 2 latch '1 open true 30' '1 open false 80'
waits 2 park '0 parked 30' '0 unparked 40'
waits 2 semaphore '0 has 0' '1 has 10'
waits 2 barrier '0 barrier 10' '1 barrier 10' '0 phase 20' '1 phase 20' '0 of 1 30' '1 of 0 30'
waits 2 condition '1 try true 60' '0 left 39 60' '0 signalled false 67'
waits 3 readers '0 lock 0' '1 lock 0' '2 lock 10' '0 stamp false 25' '1 stamp false 26' '2 stamp false 26'
waits 2 future '1 not yet 5' '1 done 20'
waits 2 spin '1 seen 10'
waits 2 stop '0 stopped 10' '0 stopped again 10'
waits 1 own '0 sleep 5' '0 kept 4 0 0 20'
for what in heard 'busy heard'; do
    run 0 ap1000 run --cells 2 --on host "$jrun" -nt 2 -nw 2 $small Waits $what
    lines err 0
    if [ "$what" = heard ]; then cp out first; else cmp first out || wrong 'a thread of Java that computes is heard'; fi
done
run 0 ap1000 run --cells 1 --on host "$jrun" -nt 1 -nw 1 $small Waits ended
waits 2 sleeper '0 awake 10' '0 awake again 10'

# Threads of the program's own: sleeps of 0 to 80 ms by two threads, timers, futures with time-outs, interrupts.
waits 2 pool '0 slept 200 120' '1 slept 200 120' '0 ended true 120' '1 ended true 120' '0 a thread false 130' '1 a thread false 130'
waits 1 later '0 scheduled 7 30' '0 TimeoutException 100' '0 ticks 3 200' '0 joined false 215' '0 awake 215' '0 sum 499500 42 215' '0 of its own 215'
waits 1 left '0 left 210'
waits 2 outside '0 interrupted 30' '1 interrupted 30'
run 1 ap1000 run --cells 1 --on host "$jrun" -nt 2 -nw 1 $small Waits dead
says err 'jpi: on cell0 all wait for each other: rank 0 in park at Waits.dead\(Waits.java:[0-9]*\); rank 1 in wait of Waits at Waits.dead\(Waits.java:[0-9]*\)'
lines err 1

# 9 million byte codes at 10 ns: behind a monitor one after the other, 90 and 180 ms, without it at the same time.
printf 'base = "ap1000"\n[layer.jpi]\nbytecode_ns = 10\nprocessors_count = 2\n' >two.toml
run 0 ap1000 run --machine ./two.toml --cells 1 --on host "$jrun" -nt 2 -nw 1 $small Waits computing
for line in '0 in turns 90' '1 in turns 180' '0 beside 270' '1 beside 270'; do says out "$line[.].*"; done
done_testing
