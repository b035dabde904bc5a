# terminal.sh PREFIX - the console as a user at a terminal sees it: a prompt, editing, history, Ctrl-C, Ctrl-D, and the
# lines of jobs that come while something is being typed.
. "$(dirname "$0")/common.sh"

compile task "$here/console.c"
cc -D_GNU_SOURCE "$here/pty.c" -o pty || bad 'pty.c does not build'
export "AP1000_NAME=terminal$$" TERM=vt100
./pty true </dev/null || skip 'no pseudo-terminals here (/dev/pts)'

ap1000 up --cells 3 >up.out || bad 'no machine'
trap 'ap1000 down 2>/dev/null; rm -rf "$tmp"' EXIT

# A typing error is corrected; Ctrl-C; the line before the last is used twice, by the arrow key and by Ctrl-P; a blank
# line; Ctrl-D.
run keys ./pty ap1000 console <<'EOF'
see pvm> 
type idx\x7f\r
see t40001
see pvm> 
type frob
see frob
type \x03
see pvm> 
type version\r
see 3.4.6
see pvm> 
type \x1b[A\x1b[A\r
see t40001
see pvm> 
type \x10\x10\r
see 3.4.6
see pvm> 
type   \r
see pvm> 
type \x04
see quit
EOF
ended keys 0
lines keys.out 0 '.*(not so|not found).*'

# The lines of a job come while something is being typed, which is then shown again: `echo x` is typed while another
# console ends the task.
(until grep -q '^pvm> ec$' job.out 2>/dev/null || [ -e job.code ]; do sleep 0.1; done; echo 'kill t40003' | ap1000 console) &
run job ./pty ap1000 console <<'EOF'
see pvm> 
type spawn -> ./task wait\r
see [1]
see t40003
see [1:t40003] child of tffffffdd
see pvm> 
type jobs\r
see 1: t40003
see pvm> 
type ec
see ec
see [1:t40003] EOF
see [1] finished
see pvm> ec
type ho x\r
see x
see pvm> 
type id\r
see t40002
see pvm> 
type quit\r
EOF
ended job 0
wait

# A console that waits for its user is a task like others, and another console can end it.
(until grep -q '^t4000[0-9]' killed.out 2>/dev/null || [ -e killed.code ]; do sleep 0.1; done
    sed -n 's/^\(t4000[0-9]\).*/kill \1/p' killed.out | ap1000 console) &
run killed ./pty ap1000 console <<'EOF'
see pvm> 
type id\r
see t4000
see never
EOF
ended killed 99
wait

# Its command halt ends the machine.
run gone ./pty ap1000 console <<'EOF'
see pvm> 
type halt\r
EOF
ended gone 0
run over ap1000 console </dev/null
ended over 2
# A console whose machine has ended since `ap1000 console` looked gets none of its own.
AP1000_SOCKET="ap1000-terminal$$" run late "$prefix/bin/ap1000-console" </dev/null
ended late 2
lines late.err 1 "libpvm: the machine that AP1000_SOCKET=ap1000-terminal$$ names is not there any more"

# A program in the simulator that reads the terminal: its question comes before the answer, and Ctrl-C ends the run in order while it waits.
# One that handles Ctrl-C gets it.
cat >asks.c <<'E2'
#include <pvm3.h>
#include <stdio.h>
int main(void)
{
    int n;
    pvm_mytid();
    for (;;) {
        printf("a number? ");
        if (scanf("%d", &n) != 1)
            return 3;
        printf("twice: %d\n", 2 * n);
    }
}
E2
cat >handles.c <<'E2'
#include <pvm3.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void handle(int number)
{
    (void)write(1, number == SIGINT ? "handled\n" : "?\n", number == SIGINT ? 8 : 2);
}
int main(void)
{
    signal(SIGINT, handle);
    pvm_mytid();
    printf("a number? ");
    return getchar() == 'x' ? 4 : 5;
}
E2
compile asks asks.c
compile handles handles.c
AP1000_NAME=none run asked ./pty ap1000 run ./asks <<'EOF'
see a number? 
type 21\r
see twice: 42
see a number? 
type \x03
see the run is ended by SIGINT
EOF
ended asked 130
AP1000_NAME=none run handled ./pty ap1000 run ./handles <<'EOF'
see a number? 
type \x03
see handled
type x\r
EOF
ended handled 4

# A long trace that is read: how far it is, in a line that goes. From a pipe, whose writer takes its time.
AP1000_NAME=none run traced ap1000 run --trace short.json ./task </dev/null
mkfifo long.json
{
    sed -n 1,3p short.json
    events=$(awk 'BEGIN { for (i = 0; i < 1100; i++) print "{\"ph\":\"C\",\"pid\":2,\"ts\":0.0,\"name\":\"T-Net links in use\",\"args\":{\"in use\":0}}," }')
    echo "$events"
    sleep 0.6
    echo "$events"
    sed 1,3d short.json
} >long.json &
run reading ./pty ap1000 view long.json <<'EOF'
see reading long.json: 
see MB so far
see long.html
EOF
ended reading 0
wait
finish
