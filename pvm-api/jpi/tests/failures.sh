# failures.sh BUILD_FOLDER JAVAC: each way to fail: one clear line, the right exit code, nothing left running.
. "$(dirname "$0")/common.sh"
machine='ap1000 run --cells 4 --on host'

# fails WHAT CODE PATTERN...: `Fails WHAT` on three cells; PATTERN are the lines on stderr.
fails() {
    what=$1 want=$2
    shift 2
    # shellcheck disable=SC2086 # the machine is words
    run "$want" $machine "$jrun" -nt 3 -nw "${workers:-3}" $small Fails $what
    for pattern in "$@"; do says err "$pattern"; done
    lines err $#
    none_left
}
fails exception 1 'jpi: rank 1 on cell1: java.lang.IllegalStateException: for the test' '	at Fails.Jmain\(Fails.java:[0-9]*\)'
fails exit 7 'jpi: rank 1 on cell1 called System.exit\(7\)'
fails exit0 0
lines out 3
fails memory 1 'jpi: rank 1 on cell1: java.lang.OutOfMemoryError: .*' '	at Fails.Jmain\(Fails.java:[0-9]*\)'
fails killed 1 'ap1000: t[0-9a-f]* on cell 1 died of SIGKILL at [0-9.]* ms' 'jpi: the process of rank 1 on cell1 died before it had ended' \
    'jpi: rank 0 on cell0: recv\(1,9\): rank 1 has died with the process of cell1'
fails caught 1 'ap1000: t[0-9a-f]* on cell 1 died of SIGKILL at [0-9.]* ms' 'jpi: the process of rank 1 on cell1 died before it had ended'
says out 'caught: recv\(1,4\): rank 1 has died with the process of cell1'
fails another 1 'ap1000: t[0-9a-f]* on cell 1 died of SIGKILL at [0-9.]* ms' 'jpi: the process of rank 1 on cell1 died before it had ended'
says out hello
says out 'caught: recv\(1,5\): rank 1 has died with the process of cell1'
workers=1
fails exit0 0
lines out 3
fails java 1 'jpi: rank 1 waits for an object of class java.util.Collections.SynchronizedRandomAccessList that rank 0 holds outside JPI; ranks of .*'
fails wait 1 'jpi: on cell0 all wait for each other: rank 0 in wait of Fails at Fails.Jmain\(Fails.java:[0-9]*\); rank 1 in .*; rank 2 in .*'
fails hooks 0
printf 'rank %s ends\n' 0 1 2 >"$work/want"
printf 'hook of %s\n' 0 1 2 >>"$work/want"
cmp "$work/out" "$work/want" || wrong 'not the ranks, and then the hooks in order'
fails 'hooks 7' 7 'jpi: rank 0 on cell0 called System.exit\(7\)'
lines out 0
workers=3

# Nobody sends what all wait for.
# shellcheck disable=SC2086
run 86 $machine "$jrun" -nt 3 $small Fails deadlock
grep -q 'deadlock: every task waits' "$work/err" || wrong 'no word of a deadlock'
grep -q 'cell 1 (java) waits in jpi recv(2,9) for' "$work/err" || wrong 'not said for what rank 1 waits'
none_left
# shellcheck disable=SC2086
run 86 $machine "$jrun" -nt 2 -nw 1 $small Fails monitor
grep -q 'waits in jpi 0:recv(1,4) 1:moni[a-z]* for' "$work/err" || wrong 'not said who waits for what'
none_left

# A signal to JRun while ranks compute for ever.
"$jrun" -nt 3 -nw 2 $small Fails spin >"$work/out" 2>"$work/err" </dev/null &
pid=$!
until pgrep -f "$work.*jpi.Worker" >/dev/null; do sleep 0.2; done
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || wrong 'SIGTERM did not end JRun with 143'
await_ends
none_left

# The command line.
refused() {
    pattern=$1
    shift
    # shellcheck disable=SC2086
    run 2 $machine "$jrun" "$@"
    says err "jpi.JRun: $pattern"
    lines err 1
}
echo nowhere >mf
: >empty
refused '-nt 0: the number of user threads is wanted, 1 to 65536' -nt 0 PingPong
refused '-nt 1000000: the number of user threads is wanted, 1 to 65536' -nt 1000000 PingPong
refused '-nt two: the number of user threads is wanted, 1 to 65536' -nt two PingPong
refused '-nt: a value is wanted behind it' -nt
refused 'unknown option -q; -help tells which there are' -q PingPong
refused 'the name of a class is wanted; -help tells more'
refused "class Nobody is not on the class path $work/classes" Nobody
refused 'class Strange[$]Link has no main and does not extend jpi.JApplication: it has no Jmain to run' 'Strange$Link'
refused '-mf none: the file cannot be read' -mf none PingPong
refused '-mf empty: no machine in it; names are wanted, one a line' -mf empty PingPong
refused '-mf mf: no machine "nowhere" in this virtual machine; there are ap1000, cell0, cell1, cell2, cell3' -mf mf PingPong
# shellcheck disable=SC2086
run 1 $machine "$jrun" -J-Xnonsense PingPong
says err 'jpi: the process of rank 0 on cell0 died before it had ended'
# shellcheck disable=SC2086
run 0 $machine "$jrun" -help
says out 'usage: jrun .*'
done_testing
