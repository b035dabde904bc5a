# alone.sh - a counted program runs without libpvm3, as object and as shared library, and tells the library once for each loaded object; a loop that
# waits for memory to change lets the library look every 1024 rounds, or each if that may take long; calls at a function's end that a compiler makes
# jumps stay so; functions do not become part of each other without end; a nest of loops is told as its inner loop would be; strings cost the bytes that
# are read; a program's own function with a library's name is no library's; and it is said why a plugin cannot be loaded.
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
echo 'long c23(const char *, char **, int) __asm__("__isoc23_strtol"); long c23(const char *a, char **b, int c) { return 7; }
long _gfortran_pow_i8_i8(long a, long n) { return a + n; } double _Complex _gfortran_pow_c8_i4(double _Complex a, int n) { return n; }' >"$folder/c23.c"
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
# What GCC's own functions cost on a SPARC V7: 5 additions under a lock, 2 comparisons under one, 2 exchanges, 1 load, 1 store; 3 counts of bits and a
# rotation; two times va_start, a word, a double and a structure of an argument list.
cat >"$folder/gcc.c" <<'X'
#include <stdarg.h>
struct s { int a[5]; } s;
int x;
static int next(va_list ap, int n) { return n ? va_arg(ap, struct s).a[0] : va_arg(ap, int) + (int)va_arg(ap, double); }
static int taken(int n, ...) { va_list ap; va_start(ap, n); int r = next(ap, n); va_end(ap); return r; }
int main(void) {
#ifdef ATOMIC
    int e = 0;
    __atomic_add_fetch(&x, 3, 5), __atomic_fetch_or(&x, 1, 0), __sync_fetch_and_sub(&x, 2), __sync_and_and_fetch(&x, 4), __atomic_fetch_xor(&x, 9, 2);
    __atomic_compare_exchange_n(&x, &e, 2, 0, 5, 5), __sync_bool_compare_and_swap(&x, 2, 3), __atomic_store_n(&x, 5, 3);
    return __atomic_exchange_n(&x, 7, 3) + __sync_lock_test_and_set(&x, 1) + __atomic_load_n(&x, 2) != 13;
#elif defined FORTRAN /* as its front end calls them: x**n, exp and abs of complex numbers, nint, sign */
    long _gfortran_pow_i8_i8(long, long);
    double _Complex _gfortran_pow_c8_i4(double _Complex, int);
    return _gfortran_pow_i8_i8(x, 3) - (int)_gfortran_pow_c8_i4(x, 3) + __builtin_iround(__builtin_powi(x + 2.0, x + 3) + __builtin_cabs(__builtin_cexp(x)) + __builtin_copysign(x - 1.0, x)) != 10;
#elif defined BITS
    return __builtin_popcountl(x) + __builtin_clz(x + 8u) + __builtin_ffsll(x) + (x << 3 | (unsigned)x >> 29) != 28;
#else
    return taken(0, 5, 6.0) + taken(1, s) != 11;
#endif
}
X
# A fault in a function that calls nothing is thrown through its caller: what both have counted is not lost.
cat >"$folder/fault.cpp" <<'X'
#include <csignal>
static volatile int *volatile nowhere;
static double work(int n, double *to, int *p) { double s = 0; for (int i = 0; i < n; i++) s += to[i & 7] * i; *to = s; return s + *p; }
__attribute__((noinline)) static double twice(int n, double *to, int *p) { double s = 0; for (int i = 0; i < n; i++) s += i * 3.0; return work(n, to, p) + s; }
int main() {
    double t[8] = {1, 2};
    std::signal(SIGSEGV, [](int n) { throw n; });
    try { twice(1000, t, const_cast<int *>(nowhere)); } catch (int n) { return n != SIGSEGV; }
}
X
# Only a handler ends these loops. Their variables are not volatile, as in programs of the time. What callers have done before, in a circle too, is not lost.
cat >"$folder/endless.c" <<'X'
long rounds;
int stop, w[64];
static int step(int n) { int s = 0; for (int i = 0; i < 20; i++) s += w[(n + i) & 63] ^ i; return s; }
static double twice(int n, double x);
static double spin(int n, double x) {
    if (n > 0) return twice(n - 1, x * x) + 1;
#ifdef END
    while (!stop) w[rounds & 63] = step(rounds), rounds++;
#else
    for (;;) rounds++;
#endif
    return x;
}
static double twice(int n, double x) { for (int i = 0; i < 50; i++) x *= x; return spin(n, x) * x; }
int main(int argc, char **v) { double x = argc; for (int i = 0; i < 100; i++) x *= x; return twice(argc + 2, x) > 0; }
X
awk 'BEGIN { print "struct c { double re, im; } *x, add(struct c); void sum(int n) { for (int i = 0; i < n; i++) x[i] = add(x[i]); }"
             print "static int f0(int x) { return x * 3; }"
             for (i = 1; i <= 22; i++) printf "static int f%d(int x) { return f%d(x) ^ f%d(x + %d); }\n", i, i - 1, i - 1, i
             print "int g; void wait(void) { for (;;) { unsigned h = g;"
             for (i = 0; i < 60; i++) print "h ^= h << 5;"
             print "if (h == 7) break; } }"
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
# counts FLAGS SOURCE LINE...: what the program counts has these lines
counts() {
    flags=$1 source=$2 compiler=$(compiler_of "$gcc" "$2")
    shift 2
    # shellcheck disable=SC2086
    "$compiler" -w $flags -fplugin="$plugin" "$folder/$source" $library -o "$folder/run" -lm && COUNTED_LOOKS=7 COUNTED_TO=$folder/counts "$folder/run" ||
        fail "GCC ${gcc%%:*} $flags: $source"
    for line; do grep -qx "$line" "$folder/counts" || fail "GCC ${gcc%%:*} $flags $source: not '$line': $(tr '\n' ' ' <"$folder/counts")"; done
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
    "$cc" -O2 -fplugin="$plugin" "$folder/deep.c" -o "$folder/run" && (ulimit -s 8192 && "$folder/run") >/dev/null ||
        fail "GCC ${gcc%%:*}: functions that end with a call of themselves or each other need a stack"
    for name in its c23; do "$cc" -w -c "$folder/$name.c" -o "$folder/$name.o" || fail "GCC ${gcc%%:*}: $name.c"; done
    for level in -O0 -O2 -O3; do
        counts "$level $folder/same.c $folder/its.o" own.c 'call 8'
        ! grep library "$folder/counts" || fail "GCC ${gcc%%:*} $level: functions with names of the library's"
        counts "$level $folder/c23.o" bytes.c 'byte 7' 'library 580'
        counts "$level" const.c 'int 23'
        counts "$level -DATOMIC" gcc.c 'load 17' 'store 16' 'branch 9'
        counts "$level -DFORTRAN $folder/c23.o" gcc.c 'branch 1' 'library 1100'
        counts "$level -DBITS" gcc.c 'int 47' 'load 3' 'branch 5' 'call 3'
        counts "$level" gcc.c 'int 14' 'load 4' 'store 12' 'byte 20' 'call 4'
        [ -z "$(compiler_of "$gcc" fault.cpp)" ] || counts "$level -fnon-call-exceptions" fault.cpp 'double_add 2000' 'double_multiply 2000' 'convert 2000' 'branch 2002'
        for kind in volatile _Atomic ''; do
            echo "$kind int stop; int main(void) { while (!stop); }" >"$folder/spin.c"
            counts "$level" spin.c 'load 7167' 'looks 7' # 7 x 1024 - 1 rounds
        done
        while read -r source loop; do
            printf '#include <setjmp.h>\nint stop; jmp_buf back; void other(void); static int is_set(int n) { return n & stop; }\nint main() { %s }\n' "$loop" >"$folder/$source"
            [ -z "$(compiler_of "$gcc" "$source")" ] || counts "$level $folder/other.c" "$source" 'looks 7'
        done <<'X'
wait.c while (!is_set(1));
wait.c for (;;) switch (stop) { case 2: return 0; case 3: break; }
wait.c if (setjmp(back)) return 0; for (;;) other();
wait.c double *p = (double *)back; while (!stop) *p = 0;
wait.cpp struct ends { ~ends() { other(); } } local; while (!stop) other();
X
        counts "$level" endless.c 'double_multiply 303' 'store 7167' 'looks 7'
        counts "$level -DEND" endless.c 'double_multiply 303' 'store 12' 'looks 7' # 6 rounds
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
