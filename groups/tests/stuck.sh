# stuck.sh AP1000 STUCK: what is said of tasks that wait for ever. A run that ends in a deadlock; a machine that is up, by `ap1000 ps`
# and on the terminal of `ap1000 up`.
set -u
ap1000=$(realpath "$1") stuck=$(realpath "$2")
. "$(dirname "$0")/../../ap1000-sim/tests/programs/checks.sh"
export AP1000_NAME="stuck-$$"
trap '"$ap1000" down >/dev/null 2>&1; cd /; rm -rf "$work"' EXIT

# said FILE PATTERN...: each pattern (extended) fits a line of the file
said() {
    file=$1
    shift
    for pattern in "$@"; do
        grep -qE "$pattern" "$file" || { bad "not said: $pattern; but:"; cat "$file"; }
    done
}

AP1000_NAME=none "$ap1000" run --cells 4 --trace t.json "$stuck" deadlock 2>run.err
[ $? -eq 86 ] || bad 'not the exit code of a deadlock'
said run.err ': deadlock: every task waits and nothing is under way:$' \
    't40001 on the host \(stuck\) waits in pvm_barrier of group team since [0-9.]+ ms$' \
    'waits in pvm_recv for a message from t40001 with tag 6 since [0-9.]+ ms; 1 unread message: tag 5 from t40005$' \
    "waits in pvm_recvinfo for an entry 'nothing' in the mailbox since" \
    '^ap1000: barrier of group team: 2 of 4 have come, not t40004, t40005$' \
    '^ap1000: before that, t40005 made: .*pvm_send at [0-9.]+ ms$'
! grep 'in a ring' run.err || bad 'nobody waits in a ring'
grep -q 'group server' t-waits.dot || bad 'the graph does not show the group server'

# Who has left the group is not missing any more, though one may still have to come.
AP1000_NAME=none "$ap1000" run --cells 4 "$stuck" left 2>left.err
[ $? -eq 86 ] || bad 'left: not the exit code of a deadlock'
said left.err '^ap1000: barrier of group team: 2 of 4 have come$'

# The barrier that the machine has itself: who is not in it is known to the network alone.
AP1000_NAME=none AP1000_HARDWARE=1 "$ap1000" run --cells 3 "$stuck" snet 2>snet.err
[ $? -eq 86 ] || bad 'S-Net: not the exit code of a deadlock'
said snet.err '^ap1000: t40001 on the host \(stuck\) waits in a barrier on the S-Net since [0-9.]+ ms$' \
    'waits in pvm_recv for a message from t40001 with tag 6 since' '^ap1000: the barrier of the S-Net waits for t40004$'
[ "$(grep -c 'waits in a barrier on the S-Net' snet.err)" -eq 3 ] || bad 'S-Net: not three in the barrier'
# Eight that are missing are named, the others counted.
eight='t40003, t40004, t40005, t40006, t40007, t40008, t40009, t4000a'
for row in "8 ${eight%, t4000a}" "9 $eight" "10 $eight and 1 more" "12 $eight and 3 more"; do
    members=${row%% *}
    AP1000_NAME=none AP1000_HARDWARE=1 "$ap1000" run --cells $((members - 1)) "$stuck" snet "$members" 2>snet.err
    [ $? -eq 86 ] || bad "S-Net: not the exit code of a deadlock of $members"
    said snet.err "^ap1000: the barrier of the S-Net waits for ${row#* }\$"
done
AP1000_NAME=none "$ap1000" run "$stuck" self 2>self.err
[ $? -eq 86 ] || bad 'self: not the exit code of a deadlock'
said self.err '^ap1000: t40001 waits for a message from itself$'

# shows FILE TEXT: what `ap1000 ps` says, which is left in the file, has it.
shows() { "$ap1000" ps >"$1"; grep -q "$2" "$1"; }

# on_machine OPTION...: the same on a machine that is up; what ps says, without the times, is left in ps.said.
on_machine() {
    "$ap1000" up --cells 4 "$@" >/dev/null || exit 1
    "$ap1000" ps >ps.none
    said ps.none '^simulated time [0-9.]+ ms$' '^no tasks$'
    "$stuck" deadlock &
    await shows ps.all 'a deadlock, unless' # all have come to where they wait
    said ps.all '^task +node +program +since \[ms\] +real \[s\] +what it does$' \
        '^t40001 +ap1000 +stuck +[0-9.]+ +[0-9.]+  waits in pvm_barrier of group team$' \
        'cell[0-3] +stuck .* waits in pvm_recv for a message from t40001 with tag 6; 1 unread message: tag 5' \
        '^barrier of group team: 2 of 4 have come, not ' \
        '^every task waits and nothing is under way: a deadlock, unless a program that is to join ends it$'
    "$ap1000" down >down.out
    said down.out '^ap1000: ended the machine .* and the [45] tasks on it$'
    wait
    awk '/^t[0-9a-f]/ { $5 = "" } !/^simulated time/' ps.all >ps.said
}
on_machine
cp ps.said ps.process
on_machine --tasks inprocess 2>/dev/null # the program started by hand is a process, what it spawns is in process
cmp ps.process ps.said || { bad 'ps says something else of tasks in process:'; diff ps.process ps.said; }
# One task alone, which waits for no other task but for the control program.
"$ap1000" up --cells 4 >/dev/null || exit 1
"$stuck" held 2>held.err &
await shows ps.held 'waits in pvm_recvinfo'
said ps.held "waits in pvm_recvinfo for an entry 'nothing' in the mailbox" '^every task waits and nothing is under way: a deadlock, unless'
"$ap1000" down >/dev/null
wait

# On its terminal a machine that stays says it once, however often it is asked meanwhile: each question lets it look again.
cat >in_terminal <<END
"$ap1000" up --cells 4 || exit 1
"$stuck" held 2>/dev/null &
for i in \$(seq 600); do
    "$ap1000" ps >/dev/null
    if grep -q 'stands still' terminal; then break; fi
    sleep 0.1
done
for i in 1 2 3 4 5 6 7 8; do "$ap1000" ps >/dev/null; done
"$ap1000" down
wait
END
script -qfec 'sh in_terminal' terminal >/dev/null </dev/null
said terminal '^ap1000: the machine that is up stands still:' "waits in pvm_recvinfo for an entry 'nothing' in the mailbox"
[ "$(grep -c 'stands still' terminal)" -eq 1 ] || { bad 'that it stands still is not said once:'; cat terminal; }

"$ap1000" ps >/dev/null 2>ps.err
[ $? -eq 2 ] || bad 'ps without a machine: not exit code 2'
said ps.err "^ap1000: no machine is up .*: start one with .ap1000 up --name $AP1000_NAME"
finish
