# alone.sh - a counted program runs without libpvm3, as object and as shared library, and tells the library once for
# each loaded object; a loop that waits for memory to change lets the library look every 1024 rounds; calls at a
# function's end that a compiler makes jumps stay so; functions do not become part of each other without end; a nest of loops is told as its inner loop would be; strings cost
# the bytes that are read; a program's own function with a library's name is no library's; and it is said why a plugin
# cannot be loaded.
. "$1/common.sh"
cat >"$folder/part.c" <<'X'
int domain(int n) { return n; } /* whose name ends as main's does */
int part(int n) { int s = 0; for (int i = 0; i < n; i++) s += i * i; return s; }
X
cat >"$folder/main.c" <<'X'
#include <stdio.h>
int part(int);
int main(void) { printf("%d\n", part(10)); return 0; }
X
cat >"$folder/spin.c" <<'X'
#include <stdio.h>
volatile int stop;
int main(void) { int k = 0; while (!stop) k++; printf("%d\n", k); return 0; }
X
sed 's/^volatile //' "$folder/spin.c" >"$folder/plain.c"
sed 's/^volatile/_Atomic/' "$folder/spin.c" >"$folder/atomic.c"
cat >"$folder/look.c" <<'X'
extern volatile int stop;
void pvmsim_counted_look(void) { static int n; stop = ++n == 7; }
X
cat >"$folder/deep.c" <<'X'
#include <stdio.h>
static long down(long n, long s) { if (n == 0) return s; if (n % 3 == 0) return down(n - 1, s + 2); return down(n - 1, s + n); }
int odd(long n, long *s);
__attribute__((noinline)) int even(long n, long *s) { if (n == 0) return 1; if (n % 3 == 0) *s += n; return odd(n - 1, s); }
__attribute__((noinline)) int odd(long n, long *s) { if (n == 0) return 0; if (n % 5 == 0) *s -= n; return even(n - 1, s); }
int main(int argc, char **v) { long s = 0; (void)v; printf("%ld %d\n", down(5000000, argc), even(5000000, &s)); return 0; }
X
# Bytes: 2 that abc and abd share; 2, which is all that may be looked at; 3 that strncat copies. Cycles: 35, 35, 60, strtol's 150, erf's 300.
cat >"$folder/bytes.c" <<'X'
#include <math.h>
#include <string.h>
long c23(const char *, char **, int) __asm__("__isoc23_strtol");
char a[8] = "abc", b[8] = "abd", unended[2] = {'a', 'b'}, to[80];
int main(void) { return strncmp(a, b, (size_t)-1) >= 0 || strncmp(unended, a, 2) != 0 || !strncat(to, b, 60) || c23(a, 0, 10) != 7 || erf(a[0]) < 0; }
X
# A program's own functions that have names of the library's, and srandom's arguments, drand48's too; they call each other.
cat >"$folder/own.c" <<'X'
struct two { double a, b; };
void bzero(double, double), qsort(int *, int, int), log();
int memcmp(struct two, struct two, double), x[2], random(int), srandom();
int main(void) { struct two t = {1, 2}; bzero(1, 2), qsort(x, 0, 1), log("a"); return memcmp(t, t, 1) + random(5) + srandom(0); }
X
cat >"$folder/same.c" <<'X'
int random(int n) { return n - 5; }
double drand48(void) { return 0; }
int srandom(n) unsigned n; { return n + random(5) + (int)drand48(); }
X
echo 'void bzero(), qsort(), log(); void bzero() {} void qsort() {} void log() {} int memcmp() { return 0; }' >"$folder/its.c"
echo 'long c23(const char *, char **, int) __asm__("__isoc23_strtol"); long c23(const char *a, char **b, int c) { return 7; }' >"$folder/c23.c"
# At -O0: the handler, with its loop, is for a call whose body throws nothing, and so goes.
cat >"$folder/handler.cpp" <<'X'
inline int checked(int n) { if (n > 9) throw n; return n; }
inline int unchecked(int n) { if (__builtin_constant_p(n) * 0) return checked(n); return n + 1; }
inline int undone(int n) { for (int i = 0; i < n; i++) n += n < i; return n; }
inline int taken(int n) { try { for (; n > 0; n--) unchecked(n); return n; } catch (...) { undone(n); throw; } }
inline int outer(int n) { return taken(n); }
int main(int argc, char **) { return outer(argc); }
X
# A function declared free of side effects, called where each block adds to the counters in memory.
cat >"$folder/const.c" <<'X'
#include <setjmp.h>
__attribute__((const)) int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
jmp_buf back;
int main(int argc, char **v) { if (setjmp(back)) return 1; argc += 3; int s = sum(5); return s != 6 + argc; }
X
awk 'BEGIN { print "static int f0(int x) { return x * 3; }"
             for (i = 1; i <= 22; i++) printf "static int f%d(int x) { return f%d(x) ^ f%d(x + %d); }\n", i, i - 1, i - 1, i
             print "int main(int argc, char **v) { (void)v; return f22(argc) == 7; }" }' >"$folder/chain.c"
# With CUT, each middle loop calls another function, so that it is no nest.
cat >"$folder/nest.c" <<'X'
#include <stdio.h>
#ifdef CUT
void other(void);
#else
#define other()
#endif
static double a[90][70], b[70][90], c[90][90];
static double product(int n, int m, const double *x, const double *y) {
    double s = 0;
    for (int i = 0; i < n; i++) for (int j = n - 1; j >= 0; j--) { for (int k = 0; k < m; k++) s += x[i * m + k] * y[k * n + j]; other(); }
    for (int i = 0; i < m; i++) {
        int step = n + m;
        const double *p = x + i;
        for (int k = 0; k < 39; k++, p += step) s += *p;
        other();
    }
    return s;
}
int main(int argc, char **v) {
    double s = 0, *p = a[0];
    (void)v;
    for (int i = 0; i < 90; i++) { for (int j = 0; j < 70; j++) a[i][j] = b[j][i] = i - j; other(); }
    for (int i = 0; i < 90; i++) { for (int j = i; j < 90; j++) c[i][j] = i; other(); } /* other rounds each time */
    for (int i = 0; i < 90; i++) { for (int j = 0; j < 70; j++) s += *p++; other(); }
    for (int i = 0; i < 90; i += argc) { for (int j = argc; j < 89; j += 2) c[89 - i][j] += s; other(); }
    for (int i = 0; i < 90; i++) { for (int j = 0; j < argc - 1; j++) c[i][j] = 0; other(); } /* no round */
    printf("%g\n", s + product(90, 70, a[0], b[0]) + c[argc][3]);
    return 0;
}
X
echo 'void other(void) {}' >"$folder/other.c"
mkdir "$folder/lone"
cp "$plugin" "$folder/lone/counted.so"
# refused TEXT: the copy of counted.so that has other plugins beside it, or none
refused() {
    got=$(LC_ALL=C "$cc" -fplugin="$folder/lone/counted.so" -c "$folder/part.c" -o /dev/null 2>&1) && fail "GCC ${gcc%%:*}: a plugin that cannot be"
    case $got in *"$1"*) ;; *) fail "GCC ${gcc%%:*}: '$got', not '$1'" ;; esac
}
names_main() {
    objcopy -O binary --only-section=ap1000_counted --set-section-flags ap1000_counted=alloc "$folder/run" "$folder/note"
    tr '\0' '\n' <"$folder/note" | grep -qx main || fail "$1: the section ap1000_counted does not name main"
}
for gcc in "$@"; do
    cc=${gcc#*:} lone=$folder/lone/counted-${gcc%%:*}.so
    refused 'counted.so: no plugin for GCC '
    echo >"$lone"
    refused 'file too short'
    LC_ALL=C sed "s/$("$cc" -dumpfullversion)/99.9.9/g" "${plugin%.so}-${gcc%%:*}.so" >"$lone"
    refused 'counted: built for GCC 99.9.9 of '
    for level in '-O0 spin' '-O2 spin' '-O0 atomic' '-O2 atomic' '-O0 plain' '-O1 plain'; do
        source=$folder/${level#* }.c
        "$cc" -c "$folder/look.c" -o "$folder/look.o" &&
            "$cc" "${level% *}" -fplugin="$plugin" "$source" "$folder/look.o" -o "$folder/run" || fail "GCC ${gcc%%:*} $level"
        [ "$("$folder/run")" = 7167 ] || fail "GCC ${gcc%%:*} $level: spun $("$folder/run") rounds, not 7 x 1024 - 1"
    done
    "$cc" -O2 -fplugin="$plugin" "$folder/deep.c" -o "$folder/run" && (ulimit -s 8192 && "$folder/run") >/dev/null ||
        fail "GCC ${gcc%%:*}: functions that end with a call of themselves or each other need a stack"
    for level in -O0 -O2; do
        "$cc" -w -c "$folder/its.c" -o "$folder/its.o" && "$cc" -w $level -fplugin="$plugin" "$folder/own.c" "$folder/same.c" "$folder/its.o" $library -o "$folder/run" &&
            COUNTED_TO=$folder/counts "$folder/run" && grep -qx 'call 8' "$folder/counts" && ! grep -q library "$folder/counts" ||
            fail "GCC ${gcc%%:*} $level: functions with names of the library's: $(cat "$folder/counts")"
        "$cc" -w -c "$folder/c23.c" -o "$folder/c23.o" && "$cc" -w $level -fplugin="$plugin" "$folder/bytes.c" "$folder/c23.o" $library -o "$folder/run" -lm &&
            COUNTED_TO=$folder/counts "$folder/run" && grep -qx 'byte 7' "$folder/counts" && grep -qx 'library 580' "$folder/counts" ||
            fail "GCC ${gcc%%:*} $level: bytes of strings: $(cat "$folder/counts")"
        "$cc" $level -fplugin="$plugin" "$folder/const.c" $library -o "$folder/run" && COUNTED_TO=$folder/counts "$folder/run" && grep -qx 'int 23' "$folder/counts" ||
            fail "GCC ${gcc%%:*} $level: a function without side effects: $(cat "$folder/counts")"
    done
    "$cc" -O2 -fplugin="$plugin" -c "$folder/chain.c" -o "$folder/chain.o" && [ "$(wc -c <"$folder/chain.o")" -lt 10000 ] ||
        fail "GCC ${gcc%%:*}: short functions that call each other twice have become part of each other over and over"
    cxx=$(compiler_of "$gcc" handler.cpp)
    [ -z "$cxx" ] || "$cxx" -fplugin="$plugin" -c "$folder/handler.cpp" -o "$folder/handler.o" || fail "GCC ${gcc%%:*}: a handler that goes"
    for level in -O1 -O3; do
        for cut in '' -DCUT; do
            # shellcheck disable=SC2086
            "$cc" $level $cut -fplugin="$plugin" "$folder/nest.c" "$folder/other.c" $library -o "$folder/run" &&
                COUNTED_CACHE=30000 COUNTED_TO=$folder/counts "$folder/run" >"$folder/out$cut" && sed -n '/^miss/p' "$folder/counts" >>"$folder/out$cut"
        done
        cmp "$folder/out" "$folder/out-DCUT" && grep -q '^miss [0-9][0-9][0-9][0-9]' "$folder/out" || fail "GCC ${gcc%%:*} $level: a nest: $(cat "$folder/out" "$folder/out-DCUT")"
    done
    "$cc" -O2 -flto -fplugin="$plugin" "$folder/main.c" "$folder/part.c" -o "$folder/run" || fail "GCC ${gcc%%:*}: -flto"
    names_main -flto
    for shape in "" "-fPIC -shared"; do
        # shellcheck disable=SC2086
        "$cc" -O2 $shape ${shape:+-o "$folder/libpart.so"} ${shape:--c -o "$folder/part.o"} -fplugin="$plugin" "$folder/part.c" || fail "GCC ${gcc%%:*}: part $shape"
        part=${shape:+-Wl,-rpath,$folder $folder/libpart.so}
        # shellcheck disable=SC2086
        "$cc" -O2 -fplugin="$plugin" "$folder/main.c" ${part:-$folder/part.o} -o "$folder/run" || fail "GCC ${gcc%%:*}: link $shape"
        [ "$("$folder/run" 2>&1)" = 285 ] || fail "GCC ${gcc%%:*}: without the library: $("$folder/run" 2>&1)"
        # shellcheck disable=SC2086
        "$cc" -O2 -fplugin="$plugin" "$folder/main.c" $library -rdynamic ${part:-$folder/part.o} -o "$folder/run" || fail "GCC ${gcc%%:*}: link with the library $shape"
        COUNTED_TO=$folder/counts "$folder/run" >/dev/null
        if [ -n "$shape" ]; then
            grep -qx "told 2 times" "$folder/counts" || fail "a shared library told nothing: $(cat "$folder/counts")"
        else
            grep -q told "$folder/counts" && fail "told more than once: $(cat "$folder/counts")"
            grep -qx "branch 11" "$folder/counts" || fail "counts of two objects: $(cat "$folder/counts")"
        fi
        names_main "$shape"
    done
done
exit $failed
