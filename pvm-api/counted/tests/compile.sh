# compile.sh AP1000 VERSION:COMPILER... - `ap1000 cc`, `c++` and `fortran` compile counted and link this libpvm3; all else is the
# compiler's own, its exit code too; what cannot load the plugin is told which compiler can. Loops that wait for signals:
# an alarm ends them in its round, another task's signal within the 0.1 s that a task may run ahead.
ap1000=$(realpath "$1")
shift
. "$(dirname "$0")/../../../ap1000-sim/tests/programs/checks.sh"
unset CC CXX FC AP1000_CPU
# says TEXT COMMAND...: ends with 2, with a line that has the text
says() {
    text=$1
    shift
    got=$("$@" 2>&1)
    [ $? = 2 ] || bad "$*: the exit code is not 2"
    case $got in *"$text"*) ;; *) bad "$*: '$got', not '$text'" ;; esac
}
printf '#include <pvm3.h>\n#include <time.h>\n#ifndef PVM_COUNTED\n#error not counted\n#endif\nint main(void) { return pvm_mytid() < 0 || clock() == 0; }\n' >hello.c
cp hello.c hello.cpp
printf '      include "fpvm3.h"\n      end\n' >hello.f
first=${1#*:}
for gcc in "$@"; do
    CC=${gcc#*:} "$ap1000" cc -O1 -g hello.c -o hello || bad "cc with $gcc"
    "$ap1000" check ./hello | grep -q '^  computing: compiled counted' || bad "$gcc: hello is not counted"
    ! "$ap1000" check ./hello | grep -q 'compile it counted' || bad "$gcc: check wants hello to be compiled counted, which it is"
    ldd hello | grep -q 'libpvm3.so.3 => /' || bad "$gcc: hello does not find libpvm3: $(ldd hello)"
done
printf '#include <%s.h>\n' pvm3 signal stdio time unistd >waits.c
cat >>waits.c <<'X'
static int stop, a[30000];
static void set(int number) { stop = number; }
static void step(int n) { for (int i = 0; i < n; i++) a[i] += i; }
static double wait_for(int number, int n) { clock_t t = clock(); for (signal(number, set), stop = 0; !stop;) step(n); return (double)(clock() - t) / CLOCKS_PER_SEC; }
int main(int argc, char **argv) {
    int parent = pvm_parent(), tid;
    if (parent > 0) return sleep(1) || pvm_sendsig(parent, SIGUSR1) || pvm_exit();
    alarm(1), printf("%.1f s, ", wait_for(SIGALRM, 30000));
    printf("%.1f s\n", pvm_spawn(argv[argc - 1], NULL, PvmTaskDefault, "", 1, &tid) == 1 ? wait_for(SIGUSR1, 9) : 0);
    return pvm_exit();
}
X
"$ap1000" cc -O2 waits.c -o waits && got=$("$ap1000" run --on cell ./waits 2>&1)
case $got in '1.0 s, 1.'[01]' s') ;; *) bad "loops that wait: $got" ;; esac
"$ap1000" cc -c hello.c && "$ap1000" cc hello.o -o linked || bad 'cc: compiled, then linked'
CC="$ap1000 cc" "$ap1000" cc hello.c -o made || bad 'CC names ap1000 itself, as make CC="ap1000 cc" does'
"$ap1000" cc missing.c 2>/dev/null
[ $? = 1 ] || bad 'the exit code is not the compiler'"'"'s'
"$ap1000" cc --version | head -n 1 | grep -qi gcc || bad 'cc --version is not the compiler'"'"'s'
"$ap1000" cc -v 2>&1 | grep -q '^gcc version' || bad 'cc -v is not the compiler'"'"'s'
says 'CC=/bin/false does not load the plugin that counts; of those here ' env CC=/bin/false "$ap1000" cc hello.c
"$ap1000" cc --help | grep -q 'all ARGUMENTS are the compiler' || bad 'cc --help'
if command -v g++ >/dev/null && [ "$(g++ -dumpversion)" = "$("$first" -dumpversion)" ]; then
    "$ap1000" c++ hello.cpp -o double || bad 'c++'
fi
if command -v gfortran >/dev/null && [ "$(gfortran -dumpversion)" = "$("$first" -dumpversion)" ]; then
    "$ap1000" fortran -c hello.f || bad fortran
fi
finish
