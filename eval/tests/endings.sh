# endings.sh PREFIX - a program may end in any way: it ends as on the real PVM, and nothing of it is left behind.
. "$(dirname "$0")/common.sh"

compile endings "$here/endings.c"
mark=EVAL_MARK=$$.$(basename "$tmp") # in the environment of everything that a run starts
mkdir t
export TMPDIR="$tmp/t"

# Our files in the shared folders. Other machines may run on this computer, so only names that no process holds count.
# Unit tests, which run beside this one, call their files test-NAME.
shared() { find /tmp /dev/shm -maxdepth 1 \( -name '*ap1000*' -o -name '*pvm*' \) -user "$(id -u)" 2>/dev/null | sort; }
in_use() { grep -qs -F -e "$1" /proc/[0-9]*/maps /proc/net/unix || ls -l /proc/[0-9]*/fd 2>/dev/null | grep -q -F -e "$1"; }
shared >before

left_behind() {
    grep -lsz -e "^$mark\$" /proc/[0-9]*/environ
    shared | comm -13 before - | while read -r f; do in_use "$f" || { [ -e "$f" ] && echo "$f"; }; done
    find "$TMPDIR" -mindepth 1
}

# nothing_left NAME: checks that after a moment no process and no file of the run is left.
nothing_left() {
    checks=$((checks + 1))
    for _ in $(seq 300); do
        left=$(left_behind)
        [ -n "$left" ] || return 0
        sleep 0.2
    done
    bad "$1 left behind: $left"
}

# plays NAME CODE COMMAND...: checks that it ends with this exit code and leaves nothing.
plays() {
    played=$1 code=$2
    shift 2
    run "$played" env "$mark" "$@"
    ended "$played" "$code"
    nothing_left "$played"
}

plays nopvm 0 ./endings nopvm
echo 'no PVM here' | exactly nopvm.out
lines nopvm.err 0 '.*'

plays exit3 3 ./endings exit3
plays return7 7 ./endings return7
plays through 7 ap1000 run ./endings return7
for name in exit3 return7 through; do echo spawned | exactly $name.out; done

plays copies 3 ap1000 run -n 3 ./endings copies # the first code that is not 0
plays copies_with_slaves 0 ap1000 run -n 2 ./endings segv # not those of tasks that they have spawned

printf 'one\ntwo\n' >in
plays stdin 0 ./endings stdin <in
printf 'spawned\nread one\nread two\n' | exactly stdin.out

plays segv 0 ./endings segv
printf 'spawned\ntold that the slave ended\n' | exactly segv.out
lines segv.err 1 '(ap1000: )?t[0-9a-f]+ on cell 0 died of SIGSEGV at [0-9.]+ ms'

# Who only looks for messages, or sleeps, when the master has ended, does not keep the run.
for way in sleeps polls waits; do
    plays lingers 7 ./endings lingers $way
    lines lingers.err 1 'ap1000: at [0-9.]+ ms: the master has ended; these tasks only (slept or )?looked for messages and are ended too:'
    lines lingers.err 1 'ap1000: t[0-9a-f]+ on cell 0 \(endings\) .*'
done

plays deadlock 86 ap1000 run ./endings deadlock
check "deadlock: not said who waits: $(cat deadlock.err)" grep -qi 'wait' deadlock.err
if [ -r /proc/self/syscall ]; then # otherwise it cannot be seen what a shell waits for
    plays wrapped 86 ap1000 run timeout 50 ./endings deadlock
fi

# The master is ended while it reads: by the terminal, by kill. With --foreground only the master gets the signal.
mkfifo open
exec 9<>open
for signal in INT TERM KILL; do
    case $signal in KILL) code=137 ;; *) code=124 ;; esac # timeout gives this code if the process was still there
    plays "SIG$signal" $code timeout --foreground -s "$signal" 1 ./endings stdin <open
done
exec 9>&-

for way in '' 'ap1000 run'; do
    # shellcheck disable=SC2086 # words of a command
    plays busy 124 timeout -s TERM 1 $way ./endings busy # ended while messages were under way
    check 'a crash is reported' test "$(grep -cvE ' (died of|ended by) SIGTERM at ' busy.err)" = 0
done

# What is wrong with a command line or a setting is in ap1000-sim/tests/programs/errors.tsv; here: nothing of it is left behind.
echo 'no such = = thing' >broken.toml
refused '.*broken\.toml.*' ap1000 run --machine broken.toml ./endings nopvm
nothing_left 'what was refused'
run nocommand env AP1000_COMMAND=/no/such ./endings exit3 </dev/null
lines nocommand.err 1 'libpvm: AP1000_COMMAND=/no/such: .*'
run notrunnable ap1000 run ./broken.toml
ended notrunnable 126
finish
