/* test_own.c - what a process has of its own, in tasks in process: time zones, ends, signals, streams whose numbers are
 * closed behind them; and the same calls of libc made by a task and by this test, which is a process: both get the
 * same. */

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/stream_calls.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

#include "testing.h"

static struct lone_task one, two;

static int set_up(void **state)
{
    static const struct lone_task_wishes wishes;
    return lone_task_begin(&two, &wishes) && lone_task_begin(&one, &wishes) ? 0 : -1;
}

static int tear_down(void **state)
{
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

TEST_WITH(each_task_has_its_zone, set_up, tear_down)
{
    struct tm day = {.tm_year = 100, .tm_mday = 5, .tm_hour = 3};
    char text[64];
    char seconds[] = "%S";
    const time_t t = 1000000000;
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

TEST_WITH(dates_that_are_none, set_up, tear_down)
{
    const struct tm odd = {.tm_year = 1, .tm_mon = 12, .tm_wday = -1, .tm_mday = 7};
    struct tm late = {.tm_year = INT32_MAX - 1899}, last = {.tm_year = INT32_MAX - 1900};
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

static void with_argument(void *argument)
{
    say(argument);
}

static void ends_in_order(void)
{
    static char argument[] = "argument ", object[] = "object ", thread[] = "thread ";
    task_atexit(first);
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
    setbuf(inprocess_stream(VARIABLE_STDERR), room);
    fails_an_assertion();
}

static void smashes(void)
{
    task_stack_chk_fail();
}

static void closes_twice(void)
{
    FILE *f = task_tmpfile();
    (void)task_fclose(f);
    (void)task_fclose(f);
}

static void prints_to_none(void)
{
    static char zeros[500];
    (void)task_fputs("lost", (FILE *)(void *)zeros);
}

static void closes_what_is_none(void)
{
    char zeros[500] = "";
    (void)task_fclose((FILE *)(void *)zeros);
}

static void reads_what_is_another_s(void)
{
    (void)task_fgetc(stdin); /* the simulator's */
}

static void prints_to_what_was_closed(void)
{
    FILE *f = task_tmpfile();
    (void)task_fclose(f);
    (void)task_fprintf(f, "%d", 1);
}

static void frees_what_is_none(void)
{
    _Alignas(16) char pool[100] = "";
    task_free(pool + 16);
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

TEST_WITH(each_end, set_up, tear_down)
{
    static const struct {
        void (*program)(void);
        int status;
        const char *said;
    } rows[] = {{ends_in_order, 3 << 8, "object thread argument first written at the end"},
                {ends_at_once, 0xff << 8, ""},
                {aborts, SIGABRT, ""},
                {aborts_ignored, SIGABRT, ""},
                {aborts_handled_and_blocked, SIGABRT, "handled "},
                {fails_an_assertion, SIGABRT, "lone: file.c:7: function: Assertion `x > 0' failed.\n"},
                {fails_an_assertion_nowhere, SIGABRT, "lone: file.c:7: Assertion `x > 0' failed.\n"},
                {fails_an_assertion_that_waits, SIGABRT, "lone: file.c:7: function: Assertion `x > 0' failed.\n"},
                {smashes, SIGABRT, "*** stack smashing detected ***: terminated\n"},
                {closes_twice, SIGABRT, "free(): double free detected in tcache 2\n"},
                {prints_to_none, SIGABRT, "Fatal error: glibc detected an invalid stdio handle\n"},
                {closes_what_is_none, SIGABRT, "free(): double free detected in tcache 2\n"},
                {reads_what_is_another_s, SIGABRT, "Fatal error: glibc detected an invalid stdio handle\n"},
                {prints_to_what_was_closed, SIGABRT, "Fatal error: glibc detected an invalid stdio handle\n"},
                {frees_what_is_none, SIGABRT, "free(): invalid pointer\n"},
                {fails, 5 << 8, "lone: file: No such file or directory\n"},
                {fails_without_reason, 6 << 8, "lone: 12\n"},
                {fails_without_words, 7 << 8, "lone: Permission denied\n"},
                {is_killed, SIGTERM, ""}};
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

TEST_WITH(signals_wait_and_are_heard, set_up, tear_down)
{
    const sigset_t both = set_of(SIGUSR1, SIGHUP), usr2 = set_of(SIGUSR2, SIGUSR2);
    sigset_t now;
    struct sigaction a = {.sa_handler = hear, .sa_mask = usr2}, before;
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

TEST_WITH(what_is_no_signal, set_up, tear_down)
{
    static const int none[] = {-1, 0, 32, 33, 65, 1000, SIGKILL, SIGSTOP};
    const struct sigaction a = {.sa_handler = hear};
    struct sigaction before;
    sigset_t all;
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

/* ---- streams and their numbers ----------------------------------------------------------------------------------- */

TEST_WITH(places_in_files, set_up, tear_down)
{
    turn_to(&one);
    FILE *f = task_tmpfile();
    const int n = task_fileno(f);
    assert_int_equal(task_write(n, "0123456789", 10), 10);
    assert_int_equal(task_ftruncate(n, 5), 0);
    assert_int_equal(task_lseek(n, 0, SEEK_END), 5);
    assert_int_equal(task_ftruncate(n, -1), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(task_fclose(f), 0);
    assert_int_equal(task_lseek(n, 0, SEEK_END), -1);
    assert_int_equal(errno, EBADF);
}

/* ---- the same as in a process ------------------------------------------------------------------------------------ */

static uint32_t drawn = 7;

static uint32_t draw(uint32_t below)
{
    drawn = drawn * 1664525 + 1013904223;
    return (drawn >> 8) % below;
}

TEST_WITH(the_same_numbers_are_drawn, set_up, tear_down)
{
    unsigned short a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
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
        }
    }
}

TEST_WITH(the_same_variables_are_there, set_up, tear_down)
{
    static const char *const names[] = {"A", "AB", "B", "C", "LONGER_NAME", "", "X=Y"};
    static char pairs[][12] = {"A=put", "AB=put", "NEW=1", "B", "C=", "NEW"};
    extern char **environ;
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

/* All words of a line. Both change the order of the words. */
static void ask(int n, char **ours, char **theirs, const char *letters)
{
    int *const *own = (int *const *)one.task->variable;
    for (int i = 0; i < 30; i++) {
        const int a = task_getopt(n, ours, letters), b = getopt(n, theirs, letters);
        const char *x = *(char **)one.task->variable[VARIABLE_OPTARG];
        assert_int_equal(a, b);
        assert_int_equal(*own[VARIABLE_OPTIND], optind);
        assert_int_equal(*own[VARIABLE_OPTOPT], optopt);
        assert_true((x == NULL) == (optarg == NULL) && (x == NULL || strcmp(x, optarg) == 0));
        for (int k = 0; k < n; k++)
            assert_string_equal(ours[k], theirs[k]);
        if (a == -1 && i > 2)
            return;
    }
}

TEST_WITH(the_same_options_are_found, set_up, tear_down)
{
    static char words[][16] = {"-a",        "-bx",    "-b",        "-cab",     "word",       "--",
                               "-",         "--verb", "--verbose", "--output", "--output=5", "--col=1",
                               "--colour",  "-W",     "output=3",  "-verbose", "-x",         "-q",
                               "--nothing", "-vo",    "--ver",     "--col",    "--colo"};
    static const char *const letters[] = {"ab:c::vo:", "+ab:c:", "-ab:vx", ":ab:c::o:W;", "", "+:b:", "-:ab:", "b:W;x"};
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
        ask(n, ours, theirs, letters[draw(8)]);
    }
}

int main(void)
{
    for (int n = 3; n < 1024; n++)
        (void)fcntl(n, F_SETFD, FD_CLOEXEC); /* a task has what a program would inherit */
    return run_all_tests(NULL, NULL);
}
