# static.sh PREFIX - the archives: programs are built with the options of old makefiles, where no shared library of
# ours can be found, and run without one. They do what they do with the shared libraries, simulated time included.
. "$(dirname "$0")/common.sh"
root=$prefix/share/pvm3
arch=$("$root/lib/pvmgetarch")
mkdir archives
for x in libpvm3 libgpvm3 libfpvm3; do cp -L "$root/lib/$arch/$x.a" archives/ || bad "no $x.a"; done
unset LD_LIBRARY_PATH

build() { # NAME COMMAND...
    name=$1
    shift
    checks=$((checks + 1))
    "$@" -o "$name" >"$name.log" 2>&1 || { bad "$name does not build"; show "$name.log"; finish; }
    if ldd "$name" 2>/dev/null | grep -q 'pvm3'; then bad "$name wants a shared libpvm3"; fi
}

# A second of sleep and a message test simulated time, the end of a program without pvm_exit, and a spawned child.
cat >clock.c <<'EOT'
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>
#include <pvm3.h>
static int mach_open = 5, pvmi_enter = 6; /* a program's names are its own */
int arena_make(void) { return mach_open + pvmi_enter; }
int main(int argc, char **argv)
{
    struct timeval a, b;
    int tid, n = 0, at_home = pvm_parent() == PvmNoParent;
    if (!at_home) {
        n = arena_make();
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&n, 1, 1);
        pvm_send(pvm_parent(), 1);
        return 0;
    }
    gettimeofday(&a, 0);
    sleep(1000);
    gettimeofday(&b, 0);
    printf("slept %ld s\n", (long)(b.tv_sec - a.tv_sec));
    if (pvm_spawn(argv[0], 0, PvmTaskDefault, (char *)"", 1, &tid) != 1)
        return 2;
    pvm_recv(tid, 1);
    pvm_upkint(&n, 1, 1);
    printf("got %d of %d\n", n, argc);
    return 3;
}
EOT
build clock cc -I"$root/include" clock.c -Larchives -lpvm3
run clock ./clock
ended clock 3
printf 'slept 1000 s\ngot 11 of 1\n' | exactly clock.out

# A program's own function with a name that libc and the library have.
cat >own.c <<'EOT'
#include <stdio.h>
#include <pvm3.h>
unsigned sleep(unsigned s) { return s + 1; }
int main(void)
{
    pvm_mytid();
    printf("%u\n", sleep(4));
    return pvm_exit();
}
EOT
build own cc -I"$root/include" own.c -Larchives -lpvm3
run own ./own
ended own 0
echo 5 | exactly own.out

cat >group.c <<'EOT'
#include <stdio.h>
#include <pvm3.h>
int main(void)
{
    int n = pvm_joingroup((char *)"g"), size = pvm_gsize((char *)"g");
    printf("%d of %d\n", n, size);
    return pvm_exit();
}
EOT
build group cc -I"$root/include" group.c -Larchives -lgpvm3 -lpvm3
run group ./group
ended group 0
echo '0 of 1' | exactly group.out

# Everything is in one file, libc too.
build whole cc -static -I"$root/include" clock.c -Larchives -lpvm3
run whole ./whole
ended whole 3
printf 'slept 1000 s\ngot 11 of 1\n' | exactly whole.out

command -v gfortran >/dev/null || { echo 'no gfortran: the Fortran archive is not tried'; finish; }
cat >plain.f <<'EOT'
      include 'fpvm3.h'
      call pvmfmytid(i)
      call pvmfexit(info)
      print *, i .gt. 0, info
      end
EOT
build plain gfortran -I"$root/include" plain.f -Larchives -lfpvm3 -lpvm3
run plain ./plain
ended plain 0
echo ' T           0' | exactly plain.out
finish
