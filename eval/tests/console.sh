# console.sh PREFIX - the PVM console on a machine that is up: PVM's commands, with the columns of PVM 3.4.6.
. "$(dirname "$0")/common.sh"

compile task "$here/console.c"
compile member "$here/member.c" gpvm3
export "AP1000_NAME=console$$"
nothing=" " # in a variable, because an editor might remove blanks at the ends of lines
arch=$(uname -m | sed 's/x86_64/LINUX64/')

run none ap1000 console </dev/null
ended none 2
lines none.err 1 'ap1000: no machine is up .*'

ap1000 up --cells 3 >up.out || bad 'no machine'
trap 'ap1000 down 2>/dev/null; rm -rf "$tmp"' EXIT

# until_there TID, until_gone TID: of the table of tasks.
until_there() { until ap1000 ps | grep -q "^$1 "; do sleep 0.05; done; }
until_gone() { while ap1000 ps | grep -q "^$1 "; do sleep 0.05; done; }

# says NAME: in a pipe, checks the console's answers to the lines on stdin, without what differs between computers.
says() {
    run "$1" ap1000 console
    sed -e "s/ *$arch /     ARCH /" -e 's/0x[0-9a-f]\{8\}/DSIG/' "$1.out" >"$1.said"
}

printf 'conf\nmstat cell1 moon\ndelete cell1 cell1\nmstat cell1\nconf\nadd cell1 ap1000 moon\nid\n' | says hosts
ended hosts 0
exactly hosts.said <<EOF
4 hosts, 1 data format
                    HOST     DTID     ARCH   SPEED       DSIG
                  ap1000    40000     ARCH    1000 DSIG
                   cell0    80000     ARCH    1000 DSIG
                   cell1    c0000     ARCH    1000 DSIG
                   cell2   100000     ARCH    1000 DSIG
                   cell1  ok
                    moon  No such host
1 successful
                    HOST  STATUS
                   cell1  deleted
                   cell1  Duplicate host
                   cell1  No such host
3 hosts, 1 data format
                    HOST     DTID     ARCH   SPEED       DSIG
                  ap1000    40000     ARCH    1000 DSIG
                   cell0    80000     ARCH    1000 DSIG
                   cell2   100000     ARCH    1000 DSIG
1 successful
                    HOST     DTID
                   cell1    c0000
                  ap1000 Duplicate host
                    moon No such host
t40001
EOF

printf 'spawn -2 ./task wait\nspawn -cell2 ./task stay\nspawn ./task leave\nspawn -moon ./task\nspawn ./none\nspawn\n' | says spawn
ended spawn 0
exactly spawn.said <<EOF
2 successful
t40003
t40004
1 successful
t40005
1 successful
t40006
0 successful
No such host
0 successful
No such file
spawn: wrong #args
EOF

{ printf 'ps -a\npstat t40003 40099\nkill t40003\nps -a\nnames left\nreset\n'; until_gone t40004; printf 'ps -a\nnames left\n'; } | says tasks
ended tasks 0
exactly tasks.said <<EOF
                    HOST      TID   FLAG 0x COMMAND
                   cell0    40003     6/c,f ./task     $nothing
                   cell1    40004     6/c,f ./task     $nothing
                   cell2    40005     6/c,f ./task     $nothing
t   40003  run
t   40099  No such task
                    HOST      TID   FLAG 0x COMMAND
                   cell1    40004     6/c,f ./task     $nothing
                   cell2    40005     6/c,f ./task     $nothing
<left>:
	index=0 owner=0x0/0 flags=0x1

                    HOST      TID   FLAG 0x COMMAND
                   cell2    40005     6/c,f ./task     $nothing
EOF

{ printf 'spawn -> ./task\n'; await jobs.out 1 finished; printf 'spawn ->file ./task\n'; await jobs.out 2 finished; printf 'echo a "b  c" # d\nalias v version\nv\nfrob\n'; } | says jobs
ended jobs 0
exactly jobs.said <<EOF
[1]
1 successful
t40009
[1:t40009] child of tffffffdd
[1:t40009] EOF
[1] finished
[2]
1 successful
t4000a
[2] finished
a b  c
3.4.6
frob: not found
EOF
printf '[2:t4000a] child of tffffffdd\n[2:t4000a] EOF\n' | exactly file

# What the console keeps and passes on; .pvmrc is read first.
cat >pvmrc.in <<'EOF'
# comes first
alias ? help
alias greet echo hello
EOF
mkdir home && cp pvmrc.in home/.pvmrc
printf '%s\n' 'greet you' '? id' alias 'unalias greet' greet 'getopt PvmFragSize' 'setopt PvmFragSize 8000' 'getopt PvmFragSize' \
    'getopt frag' 'setopt PvmFragSize' 'setenv A b c' 'setenv A' export 'export A B' 'export' 'unexport B' export \
    'alias whole "echo a b"' whole 'alias keep setenv K' 'echo 1 2 3 4' 'keep v' 'setenv K' \
    'alias far ? id' far 'alias p q' 'alias q p' 'p x' 'alias echo echo 1' 'echo 2' \
    'alias un unalias un echo' un 'echo 2' un 'echo "a' 'echo a\' "echo '\'" | HOME=$tmp/home says settings
ended settings 0
exactly settings.said <<EOF
hello you
id          Print console task id
Syntax:  id
?	help
greet	echo hello
greet: not found
PvmFragSize Currently Set to 4080
PvmFragSize Changed from 4080 to 8000
PvmFragSize Currently Set to 8000
PVM Option "frag" Unknown.
setopt: wrong #args
b c
PVM_EXPORT=
PVM_EXPORT=A:B
PVM_EXPORT=A
echo a b: not found
1 2 3 4
v
id          Print console task id
Syntax:  id
alias loop
1 2
2
un: not found
unmatched "
unmatched \\
\\
EOF

# Words that are no tids, and what kill, ps, pstat, reset, jobs and tickle do with them.
printf '%s\n' 'kill' 'kill -c' 'kill -x 99' 'ps -z' 'ps -nmoon' 'ps -a -x' 'ps -h99' 'pstat zz' 'reset all' 'spawn -2' 'spawn -0 ./task' \
    'spawn - ./none' 'jobs' 'jobs -l' 'tickle 4' 'put x' 'put x 4 text' 'names x' 'help frob' 'sig 9' frob | says words
ended words 0
exactly words.said <<EOF
kill: wrong #args
incorrect arg count
unknown flag -x
unknown flag -z
                    HOST      TID   FLAG 0x COMMAND
unknown host moon
                    HOST      TID   FLAG 0x COMMAND
ps: wrong #args
t       0  Bad parameter
"all" arg to reset not valid
incorrect arg count
0 successful
No such file
                    HOST      TID   FLAG 0x COMMAND
( )
put: wrong #args
<x>:
	index=0 owner=0x4000c/262156 flags=0x4

sig: wrong #args
frob: not found
EOF
lines words.err 3 'libpvm \[t4000c\]: pvm_(tasks|pstat|spawn)\(\): .*'

# A task that waits in real time, for a program that is also a task, can be killed meanwhile.
mkfifo never
{ printf '%s\n' 'spawn ./task shell "ap1000 console <>never"'; until_there t4000f; printf '%s\n' 'kill t4000e' 'ps -a'; } | says shell
ended shell 0
exactly shell.said <<EOF
1 successful
t4000e
                    HOST      TID   FLAG 0x COMMAND
                   cell2    40005     6/c,f ./task     $nothing
                  ap1000    4000f       4/c -          $nothing
EOF

# Groups, before and after the server is ended by a reset; pvm_gstat of PVM shows them as `groups` does.
{ printf '%s\n' groups 'spawn -> ./member one "a b"' 'spawn -> ./member one'; await groups.out 3 ': instance'; printf '%s\n' 'groups'; } | says groups
ended groups 0
sed -n '/^group/,$p' groups.said >groups.listed
lines groups.said 1 'no groups exist'
sed 's/0x4[0-9a-f]*/TID/g' groups.listed >groups.steady # the server's tid depends on when the second spawn came
exactly groups.steady <<EOF
group: a b, size: 1,  barrier_count -1, barrier_reached 0
tids:
0 TID	
group: one, size: 2,  barrier_count -1, barrier_reached 0
tids:
0 TID	1 TID	
EOF
if command -v pvm_gstat >/dev/null; then
    run gstat pvm_gstat
    ended gstat 0
    same groups.listed gstat.out 'pvm_gstat'
fi
{ printf '%s\n' reset groups; await regroup.out 1 'no groups'; printf '%s\n' 'spawn -> ./member two'; await regroup.out 1 ': instance'; printf '%s\n' 'groups'; } | says regroup
ended regroup 0
lines regroup.said 1 'no groups exist'
lines regroup.said 1 '\[1:t[0-9a-f]+\] two: instance 0'
lines regroup.said 1 'group: two, size: 1, .*'

# After a job of which nothing could be started, a task without a job prints where it did before: on the terminal.
{ printf 'spawn -> ./none\nspawn ./task\n'; await nothing_started.err 1 'child of'; } | says nothing_started
lines nothing_started.err 1 '\[t[0-9a-f]+\] child of t.*'

# The file of a job that is there already is kept, and nothing is spawned.
printf 'spawn ->file ./task\nid\n' | says kept
lines kept.err 1 'file: .*'
lines kept.out 2 '\[1\]|t[0-9a-f]+'
printf '[2:t4000a] child of tffffffdd\n[2:t4000a] EOF\n' | exactly file

# A folder without a host, and a last line without an end.
printf 'spawn -: ./task leave\nspawn -:/ ./task leave\nversion' | says folders
ended folders 0
lines folders.said 5 '1 successful|t[0-9a-f]+|0 successful|No such file|3\.4\.6'

echo halt | says halt
ended halt 0
while ap1000 ps >gone 2>&1; do sleep 0.05; done
run over ap1000 console </dev/null
ended over 2
finish
