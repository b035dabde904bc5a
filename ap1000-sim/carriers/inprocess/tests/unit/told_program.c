/* told_program.c - a program for tests of tasks in process (task_place.hpp): it does what its arguments say, one after
 * the other. Each is WORD or WORD:VALUE. Where a value is an address, it is that of the test's own variable: both are
 * in one process. */
#include <fenv.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <sys/select.h>
#include <unistd.h>

#include "pvm3.h"

#define UNUSED __attribute__((unused))

/* A word that is one call. */
#define DOES(NAME, CALL)                       \
    static void NAME(UNUSED const char *value) \
    {                                          \
        CALL;                                  \
    }

static int argument_count;
static char **arguments;

static int variable = 10;
static int many_zeros[50000];
static __thread int of_thread = 20;
static __thread int zero_of_thread;

static volatile int *place_of(const char *value)
{
    return (volatile int *)(uintptr_t)strtoull(value, NULL, 10); // NOLINT
}

/* ---- what it says ------------------------------------------------------------------------------------------------ */

static void say(const char *value)
{
    printf("%s\n", value);
    fflush(stdout);
}

DOES(keep, printf("%s\n", value))

static void say_number(const char *what, long n)
{
    printf("%s %ld\n", what, n);
    fflush(stdout);
}

static void says_arguments(UNUSED const char *value)
{
    for (int i = 0; i < argument_count; i++)
        say(arguments[i]);
}

static void says_variable(const char *value)
{
    const char *is = getenv(value);
    say(is != NULL ? is : "none");
}

DOES(says_pid, say_number("pid", getpid()))

/* In pieces, as a program that writes much. */
static void prints(const char *value)
{
    static const char line[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcd\n";
    for (long n = atol(value); n > 0; n -= (long)sizeof line - 1)
        fputs(line, stdout);
    fflush(stdout);
}

/* Exactly so many bytes, at once. */
static void writes(const char *value)
{
    const size_t n = strtoul(value, NULL, 10);
    char *bytes = malloc(n);
    setvbuf(stdout, NULL, _IONBF, 0);
    if (bytes == NULL || fwrite(memset(bytes, 'x', n), 1, n, stdout) != n)
        say("not written");
    free(bytes);
}

static void says_file(UNUSED const char *value)
{
    char *path = realpath("/proc/self/exe", NULL);
    say(path != NULL ? path : "none");
    free(path);
}

/* ---- its turn ---------------------------------------------------------------------------------------------------- */

DOES(joins, pvm_mytid())
DOES(waits, usleep(1))
DOES(leaves, pvm_exit())

static void sends(const char *value)
{
    static char text[] = "a word";
    pvm_initsend(PvmDataDefault);
    pvm_pkstr(text);
    pvm_send(atoi(value), 5);
}

static void receives(UNUSED const char *value)
{
    char text[100] = "";
    int bytes, tag, tid;
    pvm_bufinfo(pvm_recv(-1, -1), &bytes, &tag, &tid);
    pvm_upkstr(text);
    printf("%s of %d with %d\n", text, tid, tag);
    fflush(stdout);
}

DOES(sets, (*place_of(value))++)

static void computes(const char *value)
{
    volatile int *until = place_of(value);
    while (*until == 0)
        ;
}

/* Nearly always inside libc. */
static void fills(const char *value)
{
    static char much[1 << 24];
    volatile int *until = place_of(value);
    while (*until == 0)
        memset(much, 1, sizeof much);
}

static void awaits(const char *value)
{
    char text[16] = "";
    FILE *f = fopen(value, "r");
    fd_set input;
    FD_ZERO(&input);
    FD_SET(fileno(f), &input);
    say_number("ready", select(fileno(f) + 1, &input, NULL, NULL, NULL));
    if (fread(text, 1, 4, f) == 4)
        printf("read %s\n", text);
    fclose(f);
}

/* ---- what it has of its own -------------------------------------------------------------------------------------- */

static void counts(UNUSED const char *value)
{
    static int *block;
    if (block == NULL)
        block = calloc(100000, sizeof *block);
    variable++;
    many_zeros[49999]++;
    of_thread++;
    zero_of_thread++;
    block[99999]++;
    printf("%d %d %d %d %d\n", variable, many_zeros[49999], of_thread, zero_of_thread, block[99999]);
    fflush(stdout);
}

DOES(sets_errno, errno = atoi(value))
DOES(says_errno, say_number("errno", errno))

static void raises_float(UNUSED const char *value)
{
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_DIVBYZERO | FE_OVERFLOW);
    fesetround(FE_UPWARD);
}

DOES(says_float, say_number(fetestexcept(FE_DIVBYZERO) != 0 ? "divided" : "whole", fegetround() == FE_UPWARD))

static void says_folder(UNUSED const char *value)
{
    char path[4096] = "";
    say(getcwd(path, sizeof path) != NULL ? path : "none");
}

/* Files as long as there are numbers. */
static void opens(UNUSED const char *value)
{
    int last = -1;
    for (FILE *f; (f = fopen("/dev/null", "r")) != NULL;)
        last = fileno(f);
    say_number("last file", last);
}

/* ---- its end ----------------------------------------------------------------------------------------------------- */

DOES(ends, exit(atoi(value)))
DOES(ends_at_once, _exit(atoi(value)))

static void last_word(void)
{
    printf("at exit\n");
}

DOES(registers, atexit(last_word))
DOES(aborts, abort())
DOES(raises, raise(atoi(value)))
DOES(writes_wild, *place_of(value) = 1)
DOES(writes_constant, *(volatile char *)(uintptr_t) "a constant" = 'x') // NOLINT

static void divides(const char *value)
{
    volatile int zero = atoi(value);
    variable = 7 / zero;
}

static void calls_nothing(const char *value)
{
    void (*volatile nothing)(void) = (void (*)(void))(uintptr_t)atoi(value); // NOLINT
    nothing();
}

#if defined(__x86_64__)
#define INSTRUCTIONS(...) __asm__ volatile(__VA_ARGS__)
#else
#define INSTRUCTIONS(...) (void)value
#endif
DOES(illegal, INSTRUCTIONS("ud2"))
DOES(traps, INSTRUCTIONS("int3"))
DOES(writes_wild_downwards, INSTRUCTIONS("std; movl $1, (%0)" : : "r"(strtoull(value, NULL, 10)) : "memory"))

/* Each call writes into the room of the one before it, so that no compiler makes a loop of them. */
static int deeper(volatile char *above)
{
    volatile char room[2000];
    if (above == NULL)
        return 0;
    above[0] = 1;
    return deeper(room) + room[0];
}

static void overflows(UNUSED const char *value)
{
    char room[1];
    say_number("deep", deeper(room));
}

static void handler(int number)
{
    say_number("handler of", number);
}

static void handler_that_ends(int number)
{
    say_number("handler of", number);
    exit(4);
}

DOES(handles, signal(atoi(value), handler))
DOES(handles_and_ends, signal(atoi(value), handler_that_ends))

/* Do string instructions go downwards now? */
static int goes_down(void)
{
    unsigned long flags = 0;
#if defined(__x86_64__)
    __asm__ volatile("pushfq; popq %0" : "=r"(flags));
#endif
    return (int)(flags >> 10 & 1);
}

static void tells_fault(int number, siginfo_t *why, void *context)
{
    const int down = goes_down();
    (void)context;
    printf("%d at %d %d\n", number, (int)(intptr_t)why->si_addr, down);
    exit(4);
}

static void handles_and_tells(const char *value)
{
    struct sigaction a = {.sa_sigaction = tells_fault, .sa_flags = SA_SIGINFO};
    sigaction(atoi(value), &a, NULL);
}

/* With values in the 128 bytes below the stack, which a function may use. */
static const char *low;

static void writes_wild_with_red_zone(const char *value)
{
    INSTRUCTIONS("movl $77, -4(%%rsp); movl $78, -128(%%rsp); movq %%rsp, %0; movl $1, (%1)"
                 : "=m"(low)
                 : "r"(strtoull(value, NULL, 10))
                 : "memory");
}

/* What is there in its handler, and how its own stack is aligned. */
static void tells_red_zone(int number)
{
    int near, far;
    const int off = (int)((uintptr_t)__builtin_frame_address(0) % 16);
    memcpy(&near, low - 4, sizeof near);
    memcpy(&far, low - 128, sizeof far);
    printf("%d with %d %d %d\n", number, near, far, off);
    exit(4);
}

DOES(handles_red_zone, signal(atoi(value), tells_red_zone))
static void tells_traps(int number)
{
    printf("%d with traps %d\n", number, fegetexcept());
    exit(4);
}

static volatile double zero;

DOES(handles_float, signal(atoi(value), tells_traps))
DOES(traps_float, (feenableexcept(FE_DIVBYZERO), zero = 1 / zero))
DOES(ignores, signal(atoi(value), SIG_IGN))

/* ------------------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    void (*does)(const char *value);
} words[] = {
    {"say", say},
    {"keep", keep},
    {"arguments", says_arguments},
    {"variable", says_variable},
    {"pid", says_pid},
    {"file?", says_file},
    {"print", prints},
    {"write", writes},
    {"join", joins},
    {"wait", waits},
    {"leave", leaves},
    {"send", sends},
    {"receive", receives},
    {"set", sets},
    {"compute", computes},
    {"fill", fills},
    {"await", awaits},
    {"count", counts},
    {"errno", sets_errno},
    {"errno?", says_errno},
    {"float", raises_float},
    {"float?", says_float},
    {"where?", says_folder},
    {"open", opens},
    {"exit", ends},
    {"_exit", ends_at_once},
    {"atexit", registers},
    {"abort", aborts},
    {"raise", raises},
    {"wild", writes_wild},
    {"constant", writes_constant},
    {"divide", divides},
    {"jump", calls_nothing},
    {"illegal", illegal},
    {"trap", traps},
    {"down", writes_wild_downwards},
    {"red-zone", writes_wild_with_red_zone},
    {"overflow", overflows},
    {"handle", handles},
    {"handle-end", handles_and_ends},
    {"handle-tell", handles_and_tells},
    {"handle-red-zone", handles_red_zone},
    {"handle-float", handles_float},
    {"float-trap", traps_float},
    {"ignore", ignores},
};

static int do_one(char *argument)
{
    char *value = strchr(argument, ':');
    const size_t n = value != NULL ? (size_t)(value - argument) : strlen(argument);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].word) == n && strncmp(words[i].word, argument, n) == 0) {
            words[i].does(value != NULL ? value + 1 : "0");
            return 0;
        }
    say(argument);
    return 99;
}

int main(int argc, char **argv)
{
    argument_count = argc;
    arguments = argv;
    for (int i = 1; i < argc; i++) {
        int code = do_one(argv[i]);
        if (code != 0)
            return code;
    }
    return 0;
}
