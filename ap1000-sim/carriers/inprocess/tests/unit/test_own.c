/* test_own.c - the end of a task in process, in each way; and a stream whose number is closed behind it. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/stream_calls.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

#include "testing.h"

static struct lone_task one;

static int set_up(void **state)
{
    static const struct lone_task_wishes wishes;
    return lone_task_begin(&one, &wishes) ? 0 : -1;
}

static int tear_down(void **state)
{
    lone_task_end(&one);
    return 0;
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
        assert_int_equal(lone_task_run(&one, rows[i].program), rows[i].status);
        assert_string_equal(one.printed, rows[i].said);
        assert_int_equal(one.printed_bytes, strlen(rows[i].said));
        tear_down(NULL);
        set_up(NULL);
    }
}

/* ---- streams and their numbers ----------------------------------------------------------------------------------- */

TEST_WITH(places_in_files, set_up, tear_down)
{
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

int main(void)
{
    for (int n = 3; n < 1024; n++)
        (void)fcntl(n, F_SETFD, FD_CLOEXEC); /* a task has what a program would inherit */
    return run_all_tests(NULL, NULL);
}
