# pvm_console.sh PREFIX - Debian's own `pvm`, the console of PVM 3.4.6, on a simulated machine that is up: it prints
# what it prints with the real daemon.
# Tids, hosts and process numbers are compared by what they are in the run.
short_path=yes
. "$(dirname "$0")/common.sh"
sh "$here/../../pvm-api/oracle/is_here.sh" || skip "no PVM 3.4.6 to run (Debian package pvm)"

both_pvms=yes
compile task "$here/console.c"
compile traced "$here/traced.c"
export "AP1000_NAME=pvm_console$$"
ap1000 up --cells 3 >up.out || bad 'no machine'

# The real daemon. PVM_TMP is short because of a socket in it. Use it only in a pipe or in the background, because it
# execs: the process that is killed in the end is then the daemon and not a shell.
real() { exec env -u LD_LIBRARY_PATH PVM_ROOT=/usr/lib/pvm3 PVM_VMID=$$ PVM_TMP="$tmp" PVM_ALLOW_ROOT=1 "$@"; }
real pvmd -n127.0.0.1 </dev/null >daemon.out 2>&1 &
daemon=$!
trap 'kill $daemon 2>/dev/null; ap1000 down 2>/dev/null; rm -rf "$tmp"' EXIT
until [ -s "pvmd.$(id -u).$$" ]; do
    kill -0 $daemon 2>/dev/null || skip "pvmd does not start here: $(cat daemon.out)"
    sleep 0.1
done

# Types as a person does: a line of stdin is typed when OUT has the prompt for it. `see TEXT` types nothing, but waits
# until OUT has the text.
typed() {
    n=0
    while read -r line; do
        n=$((n + 1))
        case $line in
        'see '*) await "$1" 1 "${line#see }" || exit; n=$((n - 1)) ;;
        *) await "$1" $n 'pvm> ' || exit; printf '%s\n' "$line" ;;
        esac
    done
}

# What both print, with tids numbered in the order in which they appear, and without process numbers and host names.
# The original prints one line more at its end. Echoed lines come from a pipe, at any time, and are left out.
plain() {
    grep -v -e '^ *$' -e '^Console: exit handler' -e '^\[t[0-9a-f]*\] ' "$1" | sed -E 's/^pvm> //' | awk '
        { n = split($0, word, /[^0-9a-zA-Z]+/)
          for (i = 1; i <= n; i++) if (word[i] ~ /^(t|0x)?4[0-9a-f][0-9a-f][0-9a-f][0-9a-f]$/) {
              tid = word[i]; sub(/^(t|0x)/, "", tid)
              if (!(tid in name)) name[tid] = sprintf("T%04d", ++tids)
              gsub(tid, name[tid]) }
          print }' | sed -E "s/^ +[a-z0-9.-]+ +(T|\(cons)/  HOST \1/; s/ +[0-9]+ +([0-9]+\/[a-zA-Z,]*)/ PID \1/; s/owner=([^\/]*)\/.*flags/owner=\1 flags/"
}

commands() {
    cat <<EOF
id
version
spawn -> $tmp/task wait
see child of
ps -a
ps -al
spawn $tmp/none
spawn -nowhere $tmp/task
spawn -2 -> $tmp/none
jobs
names
put here 4 text
names h*
alias ? help
? id
alias far ? id
far
setenv WORD one two
setenv WORD
export WORD
export
getopt PvmFragSize
setopt PvmFragSize 8000
getopt PvmFragSize
pstat zz
kill
trace + send recv
trace - send
trace buf 1000
trace buf
trace opt time
trace opt
trace nothing
echo a "b  c"
frob
reset
see finished
ps -a
quit
EOF
}
commands | typed real.out | real timeout 600 stdbuf -oL pvm >real.out 2>real.err
commands | typed ours.out | timeout 600 stdbuf -oL pvm >ours.out 2>ours.err
plain real.out >real.plain
plain ours.out >ours.plain
lines real.plain 1 'tT0001'
same real.plain ours.plain 'what pvm says'
plain real.err >real.complaints
plain ours.err | grep -v " cannot spawn " >ours.complaints # PVM does not print which program it did not find
lines real.complaints 1 '.*pvm_pstat\(\): Bad parameter'
same real.complaints ours.complaints 'what pvm complains about'

# The hosts are others than on the real machine.
printf '%s\n' conf 'delete cell1 moon' 'mstat cell1' 'add cell1' 'mstat cell1' "spawn -cell2 -> $tmp/task wait" \
    'see child of' quit | typed hosts.said | timeout 600 stdbuf -oL pvm 2>/dev/null >hosts.said
sed -E 's/^pvm> //; s/ +LINUX[^ ]* .*/ ARCH/; /^ *$/d' hosts.said >hosts.out
exactly hosts.out <<EOF
pvmd already running.
conf
4 hosts, 1 data format
                    HOST     DTID     ARCH   SPEED       DSIG
                  ap1000    40000 ARCH
                   cell0    80000 ARCH
                   cell1    c0000 ARCH
                   cell2   100000 ARCH
delete cell1 moon
1 successful
                    HOST  STATUS
                   cell1  deleted
                    moon  No such host
mstat cell1
                   cell1  No such host
add cell1
1 successful
                    HOST     DTID
                   cell1    c0000
mstat cell1
                   cell1  ok
spawn -cell2 -> $tmp/task wait
[1]
1 successful
t40004
[1:t40004] child of tffffffdd
quit
pvmd still running.
EOF

# A job that is traced: the console shows the events of its tasks, first their descriptions, then one by one. Events of
# handlers are left out, since PVM has some of its own in every task, and traces them.
events() { sed -nE '/Creation Date|"host_add/d; s/^\[T1:t[0-9a-f]+\] //p' "$1" | sed -E 's/\{ [0-9]+, [0-9]+, [0-9]+/{ T, T, TID/; s/\<26[0-9]{4}\>/TID/g' | sort; }
traced() { printf '%s\n' 'trace + mytid parent exit' 'trace - mhf_invoke' "spawn -@ $tmp/task" 'see finished' quit | typed "$1.traced"; }
traced real | real timeout 600 stdbuf -oL pvm >real.traced 2>/dev/null
traced ours | timeout 600 stdbuf -oL pvm >ours.traced 2>/dev/null
for side in real ours; do events $side.traced >$side.events; done
lines real.events 1 '"mytid\(0\.0\)" .*'
lines real.events 1 '"endtask\(0\)" .*'
same real.events ours.events 'the events that pvm shows'

# Traces: PVM's console writes the same kinds of events for both machines, equally often, except for those of the
# original library's own handlers. `ap1000 console` writes none, and says which console does.
trace() { printf '%s\n' "spawn -@$1.trace -> $tmp/traced $tmp/traced" 'see finished' quit | typed $1.said; }
trace real | real timeout 600 stdbuf -oL pvm >real.said 2>&1
trace ours | timeout 600 stdbuf -oL pvm >ours.said 2>&1
printf '%s\n' "spawn -@console.trace $tmp/traced" trace 'help spawn' 'help trace' | run console ap1000 console
lines console.out 3 "pvm, PVM's own console .*, writes trace files of this machine: spawn -@file, trace\\."
lines console.out 1 " *-@ -@\\(file\\) .*PVM's own console"
[ ! -e console.trace ] || bad 'a trace of ap1000 console'
kinds() { grep '^#' "$1" | grep -v mhf_invoke | sort; grep '^"' "$1" | grep -Ev '^"(mhf_invoke|host_add)' | cut -d' ' -f1 | sort | uniq -c; }
kinds real.trace >real.kinds
kinds ours.trace >ours.kinds
lines real.kinds 1 '#1046: "mcast.*'
same real.kinds ours.kinds 'the kinds of events'
grep '^"user_defined' real.trace | cut -d, -f4- >real.own
grep '^"user_defined' ours.trace | cut -d, -f4- >ours.own
lines real.own 1 '.*"a text".*'
same real.own ours.own "the program's own event"
# Its command halt ends the machine.
echo halt | run halt pvm
while ap1000 ps >gone 2>&1; do sleep 0.05; done
run over ap1000 console </dev/null
ended over 2
finish
