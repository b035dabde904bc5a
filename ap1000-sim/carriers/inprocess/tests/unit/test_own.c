/* test_own.c - what a process has of its own, in tasks in process: time zones, ends, signals, streams whose numbers are
 * closed behind them; and the same calls of libc made by a task and by this test, which is a process: both get the
 * same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

static struct lone_task one, two;

static int set_up(void **state)
{
    static const struct lone_task_wishes wishes;
    (void)state;
    return lone_task_begin(&two, &wishes) && lone_task_begin(&one, &wishes) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    inprocess_current = one.task;
    lone_task_end(&one);
    inprocess_current = two.task;
    lone_task_end(&two);
    return 0;
}

static void turn_to(const struct lone_task *l)
{
    inprocess_current = l->task;
}

/* ---- time zones -------------------------------------------------------------------------------------------------- */

static const char *hour_of(const struct tm *t)
{
    static char text[40];
    task_strftime(text, sizeof text, "%H:%M %Z", t);
    return text;
}

/* What localtime_r says, which does not look at TZ again; and then localtime, which does. */
static void expect_zone(const struct lone_task *l, const char *known, const char *looked)
{
    const time_t t = 1000000000; /* 01:46 */
    struct tm read;
    turn_to(l);
    assert_string_equal(hour_of(task_localtime_r(&t, &read)), known);
    assert_string_equal(hour_of(task_localtime(&t)), looked);
}

static void each_task_has_its_zone(void **state)
{
    struct tm day = {.tm_year = 100, .tm_mday = 5, .tm_hour = 3};
    char text[64];
    char seconds[] = "%S";
    const time_t t = 1000000000;
    (void)state;
    task_setenv("TZ", "AAA-3", 1);
    expect_zone(&one, "04:46 AAA", "04:46 AAA");
    turn_to(&two);
    task_setenv("TZ", "BBB+7:30", 1);
    expect_zone(&two, "18:16 BBB", "18:16 BBB");
    expect_zone(&one, "04:46 AAA", "04:46 AAA");
    task_setenv("TZ", "CCC-1", 1);
    expect_zone(&one, "04:46 AAA", "02:46 CCC");
    expect_zone(&two, "18:16 BBB", "18:16 BBB");
    expect_zone(&one, "02:46 CCC", "02:46 CCC");
    assert_int_equal(task_mktime(&day), 947037600);
    assert_string_equal(task_ctime(&t), "Sun Sep  9 02:46:40 2001\n");
    assert_string_equal(task_ctime_r(&t, text), "Sun Sep  9 02:46:40 2001\n");
    assert_string_equal(task_asctime(task_gmtime(&t)), "Sun Sep  9 01:46:40 2001\n");
    turn_to(&two);
    assert_int_equal(task_mktime(&day), 947037600 + 30600);
    task_unsetenv("TZ");
    expect_zone(&one, "02:46 CCC", "02:46 CCC");
    turn_to(&two);
    task_tzset();
    task_setenv("TZ", "DDD", 1);
    expect_zone(&one, "02:46 CCC", "02:46 CCC");
    turn_to(&two);
    seconds[1] = 's'; /* since 1970: ISO C has no such format */
    assert_int_equal(task_strftime(text, sizeof text, seconds, &day), 9);
    expect_zone(&two, "01:46 DDD", "01:46 DDD");
}

static void dates_that_are_none(void **state)
{
    const struct tm odd = {.tm_year = 1, .tm_mon = 12, .tm_wday = -1, .tm_mday = 7};
    struct tm late = {.tm_year = INT32_MAX - 1899}, last = {.tm_year = INT32_MAX - 1900};
    (void)state;
    assert_string_equal(task_asctime(&odd), "??? ???  7 00:00:00 1901\n");
    errno = 0;
    assert_null(task_asctime(&late));
    assert_int_equal(errno, EOVERFLOW);
    assert_string_equal(task_asctime(&last), "Sun Jan  0 00:00:00 2147483647\n");
    late.tm_year = INT32_MIN;
    assert_null(task_asctime(NULL));
    assert_int_equal(errno, EINVAL);
}

/* ---- ends -------------------------------------------------------------------------------------------------------- */

static void say(const char *text)
{
    (void)task_write(1, text, strlen(text));
}

static void first(void)
{
    say("first ");
}

static void with_code(int code, void *argument)
{
    say(code == 3 ? argument : "wrong ");
}

static void with_argument(void *argument)
{
    say(argument);
}

static void ends_in_order(void)
{
    static char argument[] = "argument ", object[] = "object ", thread[] = "thread ", code[] = "code ";
    task_atexit(first);
    task_on_exit(with_code, code);
    task_cxa_atexit(with_argument, argument, NULL);
    task_cxa_atexit(with_argument, object, object);
    task_cxa_thread_atexit(with_argument, thread, NULL);
    task_cxa_finalize(object);
    task_printf("written at the end");
    task_exit(3);
}

static void ends_at_once(void)
{
    task_atexit(first);
    task_printf("never written");
    task_exit_at_once(0x1ff);
}

static void aborts(void)
{
    task_abort();
}

static void aborts_ignored(void)
{
    task_signal(SIGABRT, SIG_IGN);
    task_abort();
}

static void on_abort(int number)
{
    say(number == SIGABRT ? "handled " : "wrong ");
}

static void aborts_handled_and_blocked(void)
{
    sigset_t all;
    sigfillset(&all);
    task_signal(SIGABRT, on_abort);
    task_sigprocmask(SIG_BLOCK, &all, NULL);
    task_abort();
}

static void fails_an_assertion(void)
{
    task_assert_fail("x > 0", "file.c", 7, "function");
}

static void fails_an_assertion_nowhere(void)
{
    task_assert_fail("x > 0", "file.c", 7, NULL);
}

static void fails_an_assertion_that_waits(void)
{
    static char room[200];
    task_setbuf(inprocess_stream(VARIABLE_STDERR), room);
    fails_an_assertion();
}

static void smashes(void)
{
    task_stack_chk_fail();
}

static void overflows(void)
{
    char b[4];
    (void)task_read_chk(0, b, 5, 4);
}

static void overflows_a_link(void)
{
    char b[4];
    (void)task_readlink_chk("/proc/self/exe", b, 5, 4);
}

static void opens_without_rights(void)
{
    (void)task_open_2("/dev/null", O_CREAT);
}

static void fails(void)
{
    errno = ENOENT;
    task_err(5, "%s", "file");
}

static void fails_without_reason(void)
{
    task_errx(6, "%d", 12);
}

static void fails_without_words(void)
{
    errno = EACCES;
    task_err(7, NULL);
}

static void is_killed(void)
{
    task_raise(SIGTERM);
}

static void each_end(void **state)
{
    static const struct {
        void (*program)(void);
        int status;
        const char *said;
    } rows[] = {{ends_in_order, 3 << 8, "object thread argument code first written at the end"},
                {ends_at_once, 0xff << 8, ""},
                {aborts, SIGABRT, ""},
                {aborts_ignored, SIGABRT, ""},
                {aborts_handled_and_blocked, SIGABRT, "handled "},
                {fails_an_assertion, SIGABRT, "lone: file.c:7: function: Assertion `x > 0' failed.\n"},
                {fails_an_assertion_nowhere, SIGABRT, "lone: file.c:7: Assertion `x > 0' failed.\n"},
                {fails_an_assertion_that_waits, SIGABRT, "lone: file.c:7: function: Assertion `x > 0' failed.\n"},
                {smashes, SIGABRT, "*** stack smashing detected ***: terminated\n"},
                {overflows, SIGABRT, "*** buffer overflow detected ***: terminated\n"},
                {overflows_a_link, SIGABRT, "*** buffer overflow detected ***: terminated\n"},
                {opens_without_rights, SIGABRT, "*** buffer overflow detected ***: terminated\n"},
                {fails, 5 << 8, "lone: file: No such file or directory\n"},
                {fails_without_reason, 6 << 8, "lone: 12\n"},
                {fails_without_words, 7 << 8, "lone: Permission denied\n"},
                {is_killed, SIGTERM, ""}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        turn_to(&one);
        assert_int_equal(lone_task_run(&one, rows[i].program), rows[i].status);
        assert_string_equal(one.printed, rows[i].said);
        assert_int_equal(one.printed_bytes, strlen(rows[i].said));
        tear_down(NULL);
        set_up(NULL);
    }
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

static char heard[200];
static sigset_t blocked_inside;

static void hear(int number)
{
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%d ", number);
    task_sigprocmask(SIG_BLOCK, NULL, &blocked_inside);
}

static void hear_more(int number, siginfo_t *why, void *context)
{
    (void)context;
    snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%d:%d:%d ", number, why->si_signo, why->si_status);
}

static sigset_t set_of(int a, int b)
{
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, a);
    sigaddset(&s, b);
    return s;
}

static void expect_heard(const char *what)
{
    assert_string_equal(heard, what);
    heard[0] = 0;
}

static void signals_wait_and_are_heard(void **state)
{
    const sigset_t both = set_of(SIGUSR1, SIGHUP), usr2 = set_of(SIGUSR2, SIGUSR2);
    sigset_t now;
    struct sigaction a = {.sa_handler = hear, .sa_mask = usr2}, before;
    (void)state;
    turn_to(&one);
    assert_true(task_signal(SIGUSR1, hear) == SIG_DFL);
    assert_true(task_signal(SIGUSR1, hear) == hear);
    assert_int_equal(task_sigaction(SIGHUP, &a, NULL), 0);
    assert_int_equal(task_sigprocmask(SIG_BLOCK, &both, &now), 0);
    assert_int_equal(sigismember(&now, SIGUSR1), 0);
    task_raise(SIGUSR1);
    task_raise(SIGHUP);
    task_raise(SIGUSR1);
    expect_heard("");
    task_sigpending(&now);
    assert_true(sigismember(&now, SIGUSR1) == 1 && sigismember(&now, SIGHUP) == 1 && sigismember(&now, SIGUSR2) == 0);
    task_sigprocmask(SIG_UNBLOCK, &both, NULL);
    expect_heard("10 1 ");
    task_sigpending(&now);
    assert_true(sigisemptyset(&now));
    task_raise(SIGHUP);
    expect_heard("1 ");
    assert_true(sigismember(&blocked_inside, SIGHUP) == 1 && sigismember(&blocked_inside, SIGUSR2) == 1);
    assert_int_equal(sigismember(&blocked_inside, SIGUSR1), 0);
    a.sa_flags = SA_NODEFER | SA_RESETHAND;
    task_sigaction(SIGHUP, &a, &before);
    assert_true(before.sa_handler == hear && before.sa_flags == 0);
    task_raise(SIGHUP);
    expect_heard("1 ");
    assert_int_equal(sigismember(&blocked_inside, SIGHUP), 0);
    task_sigaction(SIGHUP, NULL, &before);
    assert_true(before.sa_handler == SIG_DFL);
    task_sigprocmask(SIG_SETMASK, NULL, &now);
    assert_true(sigisemptyset(&now));
    task_sigprocmask(SIG_SETMASK, &both, NULL);
    task_raise(SIGUSR1);
    task_signal(SIGUSR1, SIG_IGN); /* it waits no more */
    task_raise(SIGHUP);
    task_signal(SIGHUP, hear);
    task_sigprocmask(SIG_SETMASK, &usr2, NULL);
    expect_heard("1 ");
    turn_to(&two);
    task_sigprocmask(SIG_SETMASK, NULL, &now);
    assert_true(sigisemptyset(&now));
}

static void what_is_no_signal(void **state)
{
    static const int none[] = {-1, 0, 32, 33, 65, 1000, SIGKILL, SIGSTOP};
    const struct sigaction a = {.sa_handler = hear};
    struct sigaction before;
    sigset_t all;
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        errno = 0;
        assert_true(task_signal(none[i], hear) == SIG_ERR);
        assert_int_equal(errno, EINVAL);
        assert_int_equal(task_sigaction(none[i], &a, NULL), -1);
        assert_int_equal(task_sigaction(none[i], NULL, &before), none[i] == SIGKILL || none[i] == SIGSTOP ? 0 : -1);
    }
    assert_true(task_signal(SIGUSR1, SIG_ERR) == SIG_ERR);
    assert_int_equal(task_raise(0), 0);
    assert_int_equal(task_raise(65), -1);
    assert_int_equal(task_raise(-1), -1);
    assert_true(task_signal(64, hear) == SIG_DFL);
    assert_int_equal(task_raise(64), 0);
    expect_heard("64 ");
    sigfillset(&all);
    assert_int_equal(task_sigprocmask(77, &all, NULL), -1);
    task_sigprocmask(SIG_BLOCK, &all, NULL);
    task_sigprocmask(SIG_BLOCK, NULL, &all);
    for (int s = 1; s <= 64; s++)
        assert_int_equal(sigismember(&all, s), s != SIGKILL && s != SIGSTOP && s != 32 && s != 33);
}

/* Of several children that have ended while nobody was to hear, the first is told of. */
static void ends_of_children(void **state)
{
    const sigset_t child = set_of(SIGCHLD, SIGCHLD);
    const struct sigaction a = {.sa_sigaction = hear_more, .sa_flags = SA_SIGINFO};
    siginfo_t why = {.si_signo = SIGCHLD};
    (void)state;
    turn_to(&one);
    task_sigaction(SIGCHLD, &a, NULL);
    why.si_status = 4;
    inprocess_child_ended(&why);
    expect_heard("17:17:4 ");
    task_sigprocmask(SIG_BLOCK, &child, NULL);
    inprocess_child_ended(&why);
    why.si_status = 5;
    inprocess_child_ended(&why);
    expect_heard("");
    task_sigprocmask(SIG_UNBLOCK, &child, NULL);
    expect_heard("17:17:4 ");
    task_sigprocmask(SIG_BLOCK, &child, NULL);
    task_raise(SIGCHLD);
    task_sigprocmask(SIG_UNBLOCK, &child, NULL);
    expect_heard("17:17:0 ");
}

/* ---- streams and their numbers ----------------------------------------------------------------------------------- */

static void numbers_closed_behind_their_streams(void **state)
{
    char line[40] = "";
    (void)state;
    turn_to(&one);
    FILE *f = task_tmpfile(), *g = task_tmpfile();
    const int of_f = task_fileno(f), of_g = task_fileno(g);
    assert_int_equal(task_close(of_f), 0);
    assert_int_equal(fputs("lost", f) < 0 ? -1 : 0, 0); /* in its buffer */
    errno = 0;
    assert_int_equal(task_fflush(f), EOF);
    assert_int_equal(errno, EBADF);
    assert_int_equal(task_fclose(f), EOF);
    assert_int_equal(errno, EBADF);
    f = task_tmpfile();
    assert_int_equal(task_close(task_fileno(f)), 0);
    errno = 0;
    assert_int_equal(task_fclose(f), EOF); /* nothing was to be written */
    assert_int_equal(errno, EBADF);
    f = task_tmpfile();
    assert_int_equal(task_fileno(f), of_f);
    assert_int_equal(task_dup2(of_g, of_f), of_f); /* from now on f's file is g's */
    fputs("through f", f);
    assert_int_equal(task_fflush(f), 0);
    rewind(g);
    assert_non_null(fgets(line, sizeof line, g));
    assert_string_equal(line, "through f");
    assert_int_equal(task_fclose(f), 0);
    assert_int_equal(task_dup(of_g), of_f);
    FILE *h = task_fdopen(of_g, "r+");
    assert_int_equal(task_fileno(h), of_g);
    assert_int_equal(task_fclose(h), 0);
    assert_int_equal(task_fclose(g), EOF); /* h was the one that had the number */
    assert_int_equal(task_fcntl(of_g, F_GETFD), -1);
    assert_int_equal(task_fcntl(of_f, F_GETFD), 0);
    assert_int_equal(task_fcntl(of_f, F_SETFD, FD_CLOEXEC), 0);
    assert_int_equal(task_fcntl(of_f, F_GETFD), FD_CLOEXEC);
    assert_int_equal(task_fcntl(1, F_GETFL), O_WRONLY);
    assert_int_equal(task_fcntl(of_f, F_SETOWN, 1), -1);
    assert_int_equal(errno, EINVAL);
}

/* Reading and writing at a place; what is printed, and what is closed, has none. */
static void places_in_files(void **state)
{
    char b[8] = "";
    (void)state;
    turn_to(&one);
    FILE *f = task_tmpfile();
    const int n = task_fileno(f);
    assert_int_equal(task_write(n, "0123456789", 10), 10);
    assert_int_equal(task_pwrite(n, "abc", 3, 4), 3);
    assert_int_equal(task_lseek(n, 0, SEEK_CUR), 10);
    assert_int_equal(task_pread(n, b, 6, 2), 6);
    assert_string_equal(b, "23abc7");
    assert_int_equal(task_pwrite(77, "abc", 3, 4), -1);
    assert_int_equal(errno, EBADF);
    assert_int_equal(task_pread(77, b, 3, 4), -1);
    assert_int_equal(errno, EBADF);
    assert_int_equal(task_pwrite(1, "abc", 3, 4), -1);
    assert_int_equal(errno, ESPIPE);
    assert_int_equal(task_pread(1, b, 3, 4), -1);
    assert_int_equal(errno, ESPIPE);
    assert_int_equal(task_ftruncate(n, 5), 0);
    assert_int_equal(task_lseek(n, 0, SEEK_END), 5);
    assert_int_equal(task_ftruncate(n, -1), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(task_fsync(n), 0);
    assert_int_equal(task_fclose(f), 0);
}

static void modes_of_streams(void **state)
{
    static const struct {
        const char *mode;
        bool printed, of_file; /* may what is printed, and a file, be opened so? */
    } rows[] = {{"r", false, true},  {"w", true, true},   {"a", true, true},  {"r+", false, true}, {"w+", false, true},
                {"a+", false, true}, {"x", false, false}, {"", false, false}, {"rb", false, true}, {"we", true, true}};
    (void)state;
    turn_to(&one);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        FILE *f = task_fdopen(1, rows[i].mode);
        errno = 0;
        const int n = task_open("/dev/null", O_RDWR);
        FILE *g = task_fdopen(n, rows[i].mode);
        if ((f != NULL) != rows[i].printed || (g != NULL) != rows[i].of_file)
            fail_msg("mode '%s': %d %d", rows[i].mode, f != NULL, g != NULL);
        if (!rows[i].of_file)
            assert_int_equal(errno, EINVAL);
        inprocess_descriptor_of(1)->real = -1;
        if (f != NULL) {
            const int copy = task_dup(1);
            assert_int_equal(task_fclose(f), 0);
            assert_int_equal(task_dup2(copy, 1), 1);
            assert_int_equal(task_close(copy), 0);
        }
        if (g == NULL)
            assert_int_equal(task_close(n), 0);
        else
            assert_int_equal(task_fclose(g), 0);
    }
    assert_null(task_fdopen(77, "r"));
    assert_int_equal(errno, EBADF);
}

/* ---- the same as in a process ------------------------------------------------------------------------------------ */

static uint32_t drawn = 7;

static uint32_t draw(uint32_t below)
{
    drawn = drawn * 1664525 + 1013904223;
    return (drawn >> 8) % below;
}

static void the_same_numbers_are_drawn(void **state)
{
    char own[64], other[64], again[128];
    unsigned short a[3] = {1, 2, 3}, b[3] = {1, 2, 3}, seed[3] = {4, 5, 6}, p[7] = {1, 2, 3, 4, 5, 6, 7};
    (void)state;
    turn_to(&one);
    assert_int_equal(task_rand(), rand()); /* as if srand(1) had been called */
    for (unsigned s = 0; s < 5; s++) {
        task_srand(s);
        srandom(s);
        task_srand48(s);
        srand48(s);
        for (int i = 0; i < 50; i++) {
            assert_int_equal(task_rand(), rand());
            assert_int_equal(task_random(), random());
            assert_true(task_drand48() == drand48());
            assert_true(task_erand48(a) == erand48(b));
            assert_int_equal(task_lrand48(), lrand48());
            assert_int_equal(task_nrand48(a), nrand48(b));
            assert_int_equal(task_mrand48(), mrand48());
            assert_int_equal(task_jrand48(a), jrand48(b));
        }
    }
    assert_memory_equal(task_seed48(seed), seed48(seed), sizeof seed);
    assert_memory_equal(task_seed48(p), seed48(p), sizeof seed);
    task_lcong48(p);
    lcong48(p);
    assert_int_equal(task_lrand48(), lrand48());
    assert_null(task_initstate(3, own, 4));
    char *before = task_initstate(3, own, sizeof own);
    assert_non_null(before);
    (void)initstate(3, other, sizeof other);
    assert_int_equal(task_random(), random());
    assert_ptr_equal(task_initstate(9, again, sizeof again), own);
    assert_ptr_equal(task_setstate(own), again);
    assert_int_equal(task_random(), random());
    assert_ptr_equal(task_setstate(before), own);
}

static void the_same_variables_are_there(void **state)
{
    static const char *const names[] = {"A", "AB", "B", "C", "LONGER_NAME", "", "X=Y"};
    static char pairs[][12] = {"A=put", "AB=put", "NEW=1", "B", "C=", "NEW"};
    extern char **environ;
    (void)state;
    turn_to(&one);
    clearenv();
    for (int i = 0; i < 4000; i++) {
        const char *name = names[draw(7)], *value = names[draw(7)];
        char *pair = pairs[draw(6)];
        const int what = (int)draw(40), overwrite = (int)draw(2);
        int ours = 0, theirs = 0, why;
        errno = 0;
        if (what < 18)
            ours = task_setenv(name, value, overwrite), why = errno, errno = 0, theirs = setenv(name, value, overwrite);
        else if (what < 26)
            ours = task_unsetenv(name), why = errno, errno = 0, theirs = unsetenv(name);
        else if (what < 39)
            ours = task_putenv(pair), why = errno, errno = 0, theirs = putenv(pair);
        else
            ours = task_clearenv(), why = errno, errno = 0, theirs = clearenv();
        assert_int_equal(ours, theirs);
        assert_int_equal(why, errno);
        char **all = *(char ***)one.task->variable[VARIABLE_ENVIRON];
        int n = 0;
        for (; environ != NULL && environ[n] != NULL; n++)
            assert_string_equal(all[n], environ[n]);
        assert_true(n == 0 || all[n] == NULL);
        for (int k = 0; k < 7; k++) {
            const char *v = task_getenv(names[k]), *w = getenv(names[k]);
            assert_true((v == NULL) == (w == NULL) && (v == NULL || strcmp(v, w) == 0));
        }
    }
    assert_int_equal(task_setenv(NULL, "x", 1), -1);
    assert_int_equal(task_unsetenv(NULL), -1);
}

static const struct option long_names[] = {{"verbose", no_argument, NULL, 'v'},
                                           {"version", no_argument, NULL, 'V'},
                                           {"output", required_argument, NULL, 'o'},
                                           {"col", no_argument, NULL, 'l'},
                                           {"colour", optional_argument, NULL, 'c'},
                                           {"color", optional_argument, NULL, 'c'},
                                           {"x", no_argument, NULL, 'x'},
                                           {NULL, 0, NULL, 0}};

/* One way of three to ask, for all words of a line. Both change the order of the words. */
static void ask(int way, int n, char **ours, char **theirs, const char *letters)
{
    int *const *own = (int *const *)one.task->variable;
    int number = -5, other = -5;
    for (int i = 0; i < 30; i++) {
        const int a = way == 0   ? task_getopt(n, ours, letters)
                      : way == 1 ? task_getopt_long(n, ours, letters, long_names, &number)
                                 : task_getopt_long_only(n, ours, letters, long_names, &number);
        const int b = way == 0   ? getopt(n, theirs, letters)
                      : way == 1 ? getopt_long(n, theirs, letters, long_names, &other)
                                 : getopt_long_only(n, theirs, letters, long_names, &other);
        const char *x = *(char **)one.task->variable[VARIABLE_OPTARG];
        assert_int_equal(a, b);
        assert_int_equal(number, other);
        assert_int_equal(*own[VARIABLE_OPTIND], optind);
        assert_int_equal(*own[VARIABLE_OPTOPT], optopt);
        assert_true((x == NULL) == (optarg == NULL) && (x == NULL || strcmp(x, optarg) == 0));
        for (int k = 0; k < n; k++)
            assert_string_equal(ours[k], theirs[k]);
        if (a == -1 && i > 2)
            return;
    }
}

static void the_same_options_are_found(void **state)
{
    static char words[][16] = {"-a",        "-bx",    "-b",        "-cab",     "word",       "--",
                               "-",         "--verb", "--verbose", "--output", "--output=5", "--col=1",
                               "--colour",  "-W",     "output=3",  "-verbose", "-x",         "-q",
                               "--nothing", "-vo",    "--ver",     "--col",    "--colo"};
    static const char *const letters[] = {"ab:c::vo:", "+ab:c:", "-ab:vx", ":ab:c::o:W;", "", "+:b:", "-:ab:", "b:W;x"};
    (void)state;
    turn_to(&one);
    opterr = 0;
    *(int *)one.task->variable[VARIABLE_OPTERR] = 0;
    *(int *)one.task->variable[VARIABLE_OPTOPT] = optopt;
    char *none[] = {NULL};
    assert_int_equal(task_getopt(0, none, "a"), getopt(0, none, "a"));
    for (int i = 0; i < 6000; i++) {
        char *ours[12] = {words[4]}, *theirs[12] = {words[4]};
        const int n = 1 + (int)draw(8);
        for (int k = 1; k < n; k++)
            ours[k] = theirs[k] = words[draw(sizeof words / sizeof words[0])];
        *(int *)one.task->variable[VARIABLE_OPTIND] = optind = 0;
        ask((int)draw(3), n, ours, theirs, letters[draw(8)]);
    }
}

int main(void)
{
    for (int n = 3; n < 1024; n++)
        (void)fcntl(n, F_SETFD, FD_CLOEXEC); /* a task has what a program would inherit */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_task_has_its_zone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dates_that_are_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(signals_wait_and_are_heard, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_signal, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ends_of_children, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_closed_behind_their_streams, set_up, tear_down),
        cmocka_unit_test_setup_teardown(places_in_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(modes_of_streams, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_same_numbers_are_drawn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_same_variables_are_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_same_options_are_found, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("what a task in process has of its own", tests, NULL, NULL);
}
