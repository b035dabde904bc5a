/* calls.c SEED [STEPS] - three tasks that make calls of libc (calls.inc) in an order and with arguments that SEED
 * draws, a few in each of their turns, and tell their parent by message what each gave; it prints that. What they write
 * and print is theirs. Of a SEED that ends in 0 the last task dies at its end, by a bad address that it gives to libc.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

enum { TASKS = 3, TURNS = 8, STREAMS = 4, WORDS = 6, BUFFERS = 4, MOST_RAISED = 8, READ = 1, WRITE };
enum { TAG_TURN = 1, TAG_NOTES, TAG_END };

extern char **environ;
typedef void (*handler_type)(int);

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

static uint64_t drawn;

static unsigned draw(void)
{
    drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(drawn >> 33);
}

#define one_of(LIST) ((LIST)[draw() % (sizeof(LIST) / sizeof(LIST)[0])])
#define I one_of(ints)
#define L one_of(longs)
#define D one_of(doubles)
#define S one_of(texts)
#define B writable()
#define N descriptor()
#define F any_stream()
#define R stream_for(READ)
#define W stream_for(WRITE)
#define P file_name()

static const int ints[] = {0, 1, -1, 2, 7, 10, 42, 100, 133, 134, 1000, 5000, -5000, 99999, INT_MAX, INT_MIN};
static const long longs[] = {0,          1,      -1,           86400,    1000000000, 1700000000,
                             4102444800, -86400, 123456789012, LONG_MAX, LONG_MIN};
static const double doubles[] = {0.0,   -0.0,   1.0,     -1.0,  0.5,      2.75,      -3.5, 1e-310,
                                 1e300, -1e300, 3.14159, 170.5, INFINITY, -INFINITY, NAN};
/* clang-format off */
static const char *const texts[] = {
    "", "a", "abc", "  12", "-7", "0x1f", "1e5", "99999999999999999999", "a b,c=d", "nan", "inf", "%d",
    "word word word", "/usr/lib/x", "a//b/", ".", "1.5e400", "ABCabc", "\303\244", "\377",
    "a rather long text, of more than fifty letters, for buffers"};
/* clang-format on */
static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wx", "z", ""};
static const char *const names[] = {"CALLS_A", "CALLS_B", "CALLS_C", "CALLS", "", "A=B"};
static char pair_a[] = "CALLS_A=by putenv", pair_b[] = "CALLS_D=too", pair_c[] = "CALLS_B", pair_d[] = "CALLS_C=";
static char *const pairs[] = {pair_a, pair_b, pair_c, pair_d};
static const char *const letters[] = {"a:bc::", "+a:bc::", "-a:bc", ":a:b", "", "+:b", "b;W;"};
static const char *const zones[] = {"UTC0", "AAA-3", "BBB+7:30CCC", "DDD+5EEE,M3.2.0,M11.1.0", "", "nonsense"};
static const int signals[] = {SIGUSR1, SIGUSR2, SIGHUP, SIGCHLD, SIGWINCH, SIGURG};
static const int bad_signals[] = {-1, 65, 1000, SIGKILL, SIGSTOP, 0};

static int small(void)
{
    unsigned n = draw() % 37;
    return draw() % 3 != 0 ? (int)n : 0;
}

static int letter(void)
{
    static const char set[] = "abcx ,=%/\n0Z";
    return (unsigned char)set[draw() % (sizeof set - 1)];
}

static int from(const char *start, const void *at)
{
    return at != NULL ? (int)((const char *)at - start) : -1;
}

static char *writable(void)
{
    static char room[BUFFERS][512];
    static int next;
    char *b = room[next++ % BUFFERS];
    memset(b, 0, sizeof room[0]);
    return strcpy(b, S);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void fill(int *a)
{
    for (int i = 0; i < 9; i++)
        a[i] = small();
}

/* ---- what is noted ----------------------------------------------------------------------------------------------- */

static char notes[60000];
static size_t notes_end;

static __attribute__((format(printf, 1, 2))) void note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(notes + notes_end, sizeof notes - notes_end, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < sizeof notes - notes_end)
        notes_end += (size_t)n;
}

#define NOTE(...) (note(" "), note(__VA_ARGS__))

static void note_time(const struct tm *t)
{
    if (t != NULL)
        NOTE("%d-%d-%d %d:%d:%d %d %d %d", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec,
             t->tm_wday, t->tm_yday, t->tm_isdst);
    else
        NOTE("no time");
}

/* ---- what calls use ---------------------------------------------------------------------------------------------- */

static FILE *streams[STREAMS];
static int last_use[STREAMS], stdout_closed;
static const int kept[] = {0, 1, 2, -1, 77, 3};
static char buffers[STREAMS][300];
static int begun_words, at_exits, which_words, task_number;
static char *volatile nowhere = (char *)8;
static const char *error_text = "";
static sigjmp_buf jump;
static volatile int depth, raised;
static char word_lists[3][WORDS][12] = {{"calls", "-a", "x", "-bc", "word", "-a"},
                                        {"calls", "word", "-b", "other", "-cval", "-a"},
                                        {"calls", "-b", "--", "-a", "rest", "-"}};
static char *words[3][WORDS + 1];

static int slot(void)
{
    return (int)(draw() % STREAMS);
}

static void shut(int k)
{
    if (streams[k] != NULL)
        fclose(streams[k]);
    streams[k] = NULL;
    last_use[k] = 0;
}

/* Between reading and writing there is a seek, as the standard wants it; where there is none, the stream is closed. */
static FILE *stream_for(int use)
{
    int k = slot();
    if (streams[k] != NULL && last_use[k] != 0 && last_use[k] != use && fseek(streams[k], 0, SEEK_CUR) != 0)
        shut(k);
    last_use[k] = use;
    unsigned other = draw() % 2;
    return streams[k] != NULL ? streams[k] : use == READ ? stdin : other == 0 ? stdout : stderr;
}

/* For what neither reads nor writes. stdout may be closed: then it is only printed to. */
static FILE *any_stream(void)
{
    FILE *f = streams[slot()];
    unsigned k = draw() % 2;
    return f != NULL ? f : k == 0 && !stdout_closed ? stdout : stderr;
}

static int descriptor(void)
{
    return one_of(kept);
}

static const char *file_name(void)
{
    static char name[4][32];
    static int next;
    char *to = name[next++ % 4];
    snprintf(to, sizeof name[0], "file-%d-%u", task_number, draw() % 3);
    return to;
}

static struct tm some_time(void)
{
    struct tm t = {.tm_min = 30};
    t.tm_year = 70 + small() * 3;
    t.tm_mon = small() - 9;
    t.tm_mday = small();
    t.tm_hour = small();
    t.tm_sec = small();
    t.tm_isdst = small() % 3 - 1;
    return t;
}

static __attribute__((format(printf, 1, 2))) int through(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vprintf(format, args);
    va_end(args);
    return n;
}

/* Raises a second one, which may come at once or when this has returned, and then raise the first one again. */
static void on_signal(int number)
{
    struct sigaction other;
    int next = number == SIGUSR1 ? SIGUSR2 : SIGUSR1;
    NOTE("[%d", number);
    if (depth++ < 2 && raised++ < MOST_RAISED && sigaction(next, NULL, &other) == 0 && other.sa_handler != SIG_DFL)
        raise(next);
    depth--;
    NOTE("%d]", number);
}

/* Would the signal leave the task alive, now and when it is unblocked? Those with a handler keep one. */
static int handled(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL;
}

static void some_signals(sigset_t *set)
{
    sigemptyset(set);
    for (int i = 0; i < 3; i++)
        sigaddset(set, one_of(signals));
}

static void at_the_end(void)
{
    printf("at exit: %d\n", at_exits--);
}

/* ---- the calls --------------------------------------------------------------------------------------------------- */

#define CALL(NAME, ...)         \
    static void do_##NAME(void) \
    {                           \
        __VA_ARGS__;            \
    }
#include "calls.inc"
#undef CALL

static const struct {
    const char *name;
    void (*make)(void);
} calls[] = {
#define CALL(NAME, ...) {#NAME, do_##NAME},
#include "calls.inc"
#undef CALL
};

enum { CALLS_N = sizeof calls / sizeof calls[0] };

static void turn(int steps)
{
    notes_end = 0;
    note("task %d\n", task_number);
    for (int i = 0; i < steps; i++) {
        unsigned which = draw() % CALLS_N;
        note("%s", calls[which].name);
        errno = raised = 0;
        calls[which].make();
        note(" errno %d\n", errno);
    }
}

static int child(unsigned seed, int number, int steps)
{
    task_number = number;
    drawn = seed * 97u + (unsigned)number * 1000003u;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < WORDS; k++)
            words[i][k] = word_lists[i][k];
    /* From here on the streams have their buffers. */
    printf("task %d begins, %d\n", number, getchar());
    clearerr(stdin);
    for (int t = 0; t < TURNS; t++) {
        pvm_recv(pvm_parent(), TAG_TURN);
        turn(steps);
        pvm_initsend(PvmDataDefault);
        pvm_pkstr(notes);
        pvm_send(pvm_parent(), TAG_NOTES);
    }
    if (number == TASKS - 1 && seed % 10 == 0)
        puts(nowhere);
    return number;
}

/* ---- their parent ------------------------------------------------------------------------------------------------ */

/* Returns false if the task has ended instead. */
static int take_turn(int tid, int number)
{
    static char text[sizeof notes];
    int bytes, tag, who;
    pvm_initsend(PvmDataDefault);
    pvm_send(tid, TAG_TURN);
    pvm_bufinfo(pvm_recv(-1, -1), &bytes, &tag, &who);
    if (tag == TAG_NOTES) {
        pvm_upkstr(text);
        printf("%s", text);
        return 1;
    }
    printf("task %d has ended\n", number);
    return 0;
}

int main(int argc, char **argv)
{
    int tids[TASKS], steps = argc > 2 ? atoi(argv[2]) : 40;
    if (argc > 3)
        return child((unsigned)atoi(argv[1]), atoi(argv[3]), steps);
    printf("%d calls\n", CALLS_N);
    for (int i = 0; i < TASKS; i++) {
        char number[12], length[12], *args[] = {argv[1], length, number, NULL};
        snprintf(number, sizeof number, "%d", i);
        snprintf(length, sizeof length, "%d", steps);
        if (pvm_spawn(argv[0], args, PvmTaskDefault, NULL, 1, &tids[i]) != 1)
            return 1;
    }
    pvm_notify(PvmTaskExit, TAG_END, TASKS, tids);
    for (int t = 0; t < TURNS; t++)
        for (int i = 0; i < TASKS; i++)
            if (tids[i] != 0 && !take_turn(tids[i], i))
                tids[i] = 0;
    for (int i = 0; i < TASKS; i++)
        if (tids[i] != 0)
            pvm_recv(-1, TAG_END);
    pvm_exit();
    return 0;
}
