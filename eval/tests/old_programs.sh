# old_programs.sh PREFIX - every command of examples/old/README.md does what stands there; `ap1000 check` says what matters of a program; and
# meson knows all that it installs, so that `ninja uninstall` leaves nothing.
. "$(dirname "$0")/common.sh"
for command in make cmake autoconf gfortran; do command -v $command >/dev/null || skip "no $command"; done
export EXAMPLES="$prefix/share/pvm-ap1000/examples"
unset LD_LIBRARY_PATH # as whoever reads it has it
checks=$(grep -c '^    \$ ' "$EXAMPLES/old/README.md")
page=$EXAMPLES/old/README.md
if [ ! -e "$prefix/lib/ap1000/counted.so" ]; then # another compiler than GCC 11 to 14
    sed '/pvm3-counted/,+1d; /COUNTED=1 -s/,+1d' "$page" >page
    page=page
fi
sh "$EXAMPLES/tutorial/steps.sh" "$page" || bad 'a step is not as on the page'

cat >uses.c <<'E2'
#include <fcntl.h>
#include <pthread.h>
#include <pvm3.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int lost(void);
static void *nothing(void *x) { return x; }
int main(void)
{
    pthread_t t;
    struct timeval now;
    int ends[2];
    char text[9] = "accept"; /* a word, and no call */
    alarm(1);
    gettimeofday(&now, 0);
    now.tv_sec = time(0);
    strftime(text, sizeof text, "%S", localtime(&now.tv_sec)); /* its name ends with that of time */
    pthread_create(&t, 0, nothing, 0);
    if (fork() == 0 || socket(AF_UNIX, SOCK_STREAM, 0) < 0 || pipe(ends) < 0)
        return lost();
    return pvm_nrecv(-1, 1);
}
E2
printf 'int lost(void) { return 1; }\n' >lost.c
cc -shared -fPIC lost.c -o liblost.so
# shellcheck disable=SC2046 # words
cc -Wl,--no-as-needed uses.c -L. -llost $(pkg-config --cflags --libs pvm3) -o 'u ses' && rm liblost.so &&
    g++ -w "$EXAMPLES/old/sum.cc" $(pkg-config --cflags --libs pvm3) -o sum++
run check ap1000 check './u ses' "$prefix/bin/pvmgs" ./sum++
ended check 0
lines check.err 0 '.*'
lines check.out 3 "  libpvm3: .*libpvm3\.so\.3, ours"
lines check.out 2 '  computing: was not compiled counted: cc .*'
lines check.out 1 '  computing: was not compiled counted: c\+\+ sum\+\+\.cc .*'
lines check.out 1 "  computing: was not compiled counted: cc 'u ses\.c' .*"
lines check.out 1 '  tasks: \./u ses runs as a process: .*'
lines check.out 1 '  sockets: socket: .*real time.*'
lines check.out 1 '  pipes: pipe: .*'
lines check.out 1 '  other processes: fork: .*'
lines check.out 1 '  threads: pthread_create: only one of them at a time may call PVM; .*'
lines check.out 1 '  alarms: alarm: .*--cpu measured'
lines check.out 1 '  polls: pvm_nrecv: .*'
lines check.out 1 '  clocks: gettimeofday, time: .*'
lines check.out 1 '  missing here: liblost.so: .*LD_LIBRARY_PATH'

# pvm_start_pvmd: 0 if it is the first call of a program that no task has started: its machine is up now.
printf '#include <stdio.h>\n#include <pvm3.h>\nint main(void) { int n = pvm_start_pvmd(0, 0, 1); printf("%%d %%d\\n", n, pvm_start_pvmd(0, 0, 1)); return 0; }\n' >start.c
compile start start.c
./start >start.out 2>/dev/null
echo "0 -28" | exactly start.out
ap1000 up --name "old$$" >up.out 2>&1 || bad 'no machine'
AP1000_NAME=old$$ ./start >start.out 2>/dev/null
ap1000 down --name "old$$" >down.out 2>&1
echo "-28 -28" | exactly start.out

# One that contains the library, as makefiles with -L link it: not that one's names say whether it was compiled counted.
# shellcheck disable=SC2046 # words
cc start.c $(pkg-config --cflags pvm3) "$prefix"/share/pvm3/lib/*/libpvm3.a -lpthread -o archived
run check ap1000 check ./archived
lines check.out 1 '  libpvm3: ours, in the program itself.*'
lines check.out 1 '  computing: was not compiled counted: .*'

# shellcheck disable=SC2154 # where this file lies
lines "$here/../../pvm-api/jpi/meson.build" 0 'meson\.add_install_script.*'
lines "$here/../../pvm-api/suci/java/meson.build" 0 'meson\.add_install_script.*'
finish
