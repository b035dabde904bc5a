/* test_descriptors.c - streams and the numbers below them in a task in process (descriptors.c, files.c): one closed or
 * changed behind the other, what is inherited, and what a stream of a number keeps. Where it can be, the same calls are
 * made by a process, which must get the same (same_calls.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"
#include "same_calls.h"

struct calls {
    int (*open)(const char *path, int flags, ...);
    int (*close)(int number);
    int (*dup)(int number);
    int (*dup2)(int number, int as);
    ssize_t (*write)(int number, const void *bytes, size_t n);
    FILE *(*fopen)(const char *path, const char *mode);
    FILE *(*fdopen)(int number, const char *mode);
    FILE *(*freopen)(const char *path, const char *mode, FILE *stream);
    int (*fclose)(FILE *stream);
    int (*fflush)(FILE *stream);
    int (*fileno)(FILE *stream);
};

static const struct calls of_task = {task_open,   task_close,   task_dup,    task_dup2,   task_write, task_fopen,
                                     task_fdopen, task_freopen, task_fclose, task_fflush, task_fileno};
static const struct calls of_process = {open, close, dup, dup2, write, fopen, fdopen, freopen, fclose, fflush, fileno};

/* ---- as a process ------------------------------------------------------------------------------------------------ */

/* Nothing is to be written, and the number is gone. */
static void closes_the_number_first(const struct calls *c)
{
    for (int number = 2; number >= 1; number--) {
        FILE *f = c->fdopen(number, "w");
        R(c->fileno(f));
        R(c->close(number));
        R(c->fclose(f));
        R(c->fdopen(number, "w") != NULL);
    }
}

/* The first stream that appends goes to the end, for each opening. */
static void appends_to_what_is_printed(const struct calls *c)
{
    static const char *const names[] = {"/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/stdout"};
    for (int i = 0; i < 8; i++) {
        errno = 0;
        FILE *f = i % 2 == 0 ? c->fdopen(c->dup(1 + i / 2 % 2), "a") : c->fopen(names[i / 2], "a");
        same_calls_say("%s ", strerrorname_np(errno));
        R(c->fileno(f));
        fprintf(f, "line %d\n", i);
        R(c->fclose(f));
    }
}

/* Expectation: it is written whenever a byte more comes than the buffer has room for. */
static void fills_its_buffer(const struct calls *c)
{
    FILE *f = c->fdopen(1, "w");
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4095; k++)
            putc('x', f);
        for (int k = 0; k < 3; k++) {
            R(c->write(2, "<", 1));
            putc('a' + k, f);
            R(c->write(2, ">\n", 2));
        }
    }
    R(c->fclose(f));
}

/* One number, two streams: both are of what the number is. */
static void reopens_one_of_two(const struct calls *c)
{
    same_calls_clean();
    FILE *f = c->fopen("f", "w+"), *g = c->fdopen(c->fileno(f), "r+");
    R(c->fileno(g));
    fputs("first ", g);
    R(c->fflush(g));
    f = c->freopen("g", "w", f);
    R(c->fileno(f));
    fputs("second ", g);
    R(c->fflush(g));
    fputs("third", f);
    R(c->fflush(f));
    same_calls_say_file("f");
    same_calls_say_file("g");
    R(c->fclose(f));
    R(c->fclose(g));
}

/* 0 is a number like others. */
static void has_a_stream_of_number_0(const struct calls *c)
{
    same_calls_clean();
    R(c->close(0));
    FILE *f = c->fopen("f", "w");
    R(c->fileno(f));
    fputs("zero", f);
    R(c->fclose(f));
    f = c->fopen("/dev/stdout", "w");
    R(c->fileno(f));
    fputs("printed", f);
    R(c->fclose(f));
    R(c->fopen("/dev/stdout", "x") != NULL);
    R(c->open("f", O_RDONLY));
    f = c->fdopen(0, "r");
    R(c->fileno(f));
    R(getc(f));
    R(c->fclose(f));
    same_calls_say_file("f");
}

#define SAME(PROGRAM)                                      \
    static void same_##PROGRAM(void **state)               \
    {                                                      \
        (void)state;                                       \
        same_calls_expect(PROGRAM, &of_task, &of_process); \
    }
SAME(closes_the_number_first)
SAME(appends_to_what_is_printed)
SAME(fills_its_buffer)
SAME(reopens_one_of_two)
SAME(has_a_stream_of_number_0)

/* ---- in a task --------------------------------------------------------------------------------------------------- */

static struct lone_task lone;

static int set_up(void **state)
{
    static const struct lone_task_wishes wishes;
    (void)state;
    return lone_task_begin(&lone, &wishes) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    lone_task_end(&lone);
    return 0;
}

static void expect_lost(FILE *f)
{
    fputs("lost", f);
    errno = 0;
    assert_int_equal(task_fflush(f), EOF);
    assert_int_equal(errno, EBADF);
    (void)task_fclose(f);
}

/* What the simulator has as its number 0 may be written, too. */
static void streams_without_a_file(void **state)
{
    const struct mach_ops *ops;
    void *machine;
    (void)state;
    FILE *f = task_tmpfile(), *g = task_tmpfile(), *h = task_tmpfile();
    const int of_f = task_fileno(f), of_g = task_fileno(g), of_h = task_fileno(h);
    FILE *also_h = task_fdopen(of_h, "r+");
    assert_int_equal(task_close(of_f), 0);
    expect_lost(f);
    assert_int_equal(mach_open(&ops, &machine), 0); /* which takes that number */
    assert_int_equal(task_dup2(of_f, of_g), of_g);
    expect_lost(g);
    lone.task->opened = false;
    (void)task_fclose(h);
    expect_lost(also_h);
}

static void a_stream_of_a_file_that_was_reopened(void **state)
{
    (void)state;
    FILE *f = task_fopen("/dev/null", "w");
    const struct in_use before = in_use();
    for (int i = 0; i < 3; i++) {
        assert_ptr_equal(task_freopen("/dev/null", i == 0 ? "r" : "w", f), f);
        assert_int_equal(in_use().files, before.files);
    }
    assert_int_equal(task_fclose(f), 0);
}

/* Without memory for the stream its number is free again. */
static void number_0_without_memory(void **state)
{
    (void)state;
    assert_int_equal(task_close(0), 0);
    for (int n = 1; n <= 3; n++) {
        fail_at(n);
        assert_null(task_fopen("/dev/stdout", "w"));
        fail_at(0);
        assert_int_equal(failed(), ENOMEM);
        assert_int_equal(task_dup(1), 0);
        assert_int_equal(task_close(0), 0);
    }
}

static void links_that_just_fit(void **state)
{
    char to[14] = "............."; /* /usr/bin/lone */
    (void)state;
    assert_int_equal(task_readlink_chk("/proc/self/exe", to, 4, 4), 4);
    assert_string_equal(to, "/usr.........");
    assert_int_equal(task_readlink("/proc/self/exe", to, 13), 13);
    assert_string_equal(to, "/usr/bin/lone");
    assert_int_equal(task_readlink("/proc/self/exe", to, 14), 13);
}

static void folders_and_their_numbers(void **state)
{
    DIR *const of_somebody = opendir("/");
    (void)state;
    assert_int_equal(task_close(0), 0);
    DIR *const first = task_opendir("/");
    assert_non_null(first);
    assert_int_equal(task_dirfd(first), 0);
    assert_int_equal(task_closedir(first), 0);
    assert_int_equal(task_dirfd(of_somebody), -1);
    errno = 0;
    assert_int_equal(task_closedir(of_somebody), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(closedir(of_somebody), 0);
}

/* ---- what is inherited ------------------------------------------------------------------------------------------- */

enum { FIRST = 9, SECOND = 70, NOT = 11, MOST = 80 };

/* Expectation: who started the simulator ignores these (nohup); SIGPIPE is ignored by the simulator itself. */
static bool ignores(void)
{
    static const int none[] = {SIGTERM, SIGPIPE, SIGUSR2, 63};
    bool as_expected = task_signal(SIGHUP, SIG_DFL) == SIG_IGN && task_signal(64, SIG_DFL) == SIG_IGN &&
                       task_signal(SIGUSR1, SIG_DFL) == SIG_IGN && task_signal(SIGUSR1, SIG_DFL) == SIG_DFL;
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        as_expected = as_expected && task_signal(none[i], SIG_IGN) == SIG_DFL;
    return as_expected;
}

/* In a process that has these open; returns its exit code. */
static int inherits(void)
{
    for (int number = 1; number < NSIG; number++)
        (void)signal(number,
                     number == SIGHUP || number == SIGUSR1 || number == SIGPIPE || number == 64 ? SIG_IGN : SIG_DFL);
    static const struct lone_task_wishes wishes = {.most_files = MOST};
    const int file = open("/dev/null", O_RDWR);
    const bool opened = dup2(file, FIRST) == FIRST && dup2(file, SECOND) == SECOND && dup3(file, NOT, O_CLOEXEC) == NOT;
    (void)fcntl(file, F_SETFD, FD_CLOEXEC);
    for (int i = 0; i < 2; i++) { /* the second one, too */
        if (!opened || !lone_task_begin(&lone, &wishes))
            return 1;
        for (int number = 3; number < MOST; number++)
            if (task_fcntl(number, F_GETFD) != (number == FIRST || number == SECOND ? 0 : -1))
                return 2;
        if (!ignores())
            return 5;
        if (task_write(FIRST, "x", 1) != 1 || task_close(FIRST) != 0 || task_write(FIRST, "x", 1) != -1)
            return 3;
        lone_task_end(&lone);
    }
    return write(FIRST, "x", 1) == 1 ? 0 : 4; /* a task has not closed the simulator's */
}

static int of_inheritor;

static void what_is_inherited(void **state)
{
    (void)state;
    assert_int_equal(of_inheritor, 0);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static char folder[PATH_MAX];

static int make_folder(void **state)
{
    (void)state;
    return same_calls_enter_folder(folder, sizeof folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return same_calls_leave_folder(folder) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_closes_the_number_first),
        cmocka_unit_test(same_appends_to_what_is_printed),
        cmocka_unit_test(same_fills_its_buffer),
        cmocka_unit_test(same_reopens_one_of_two),
        cmocka_unit_test(same_has_a_stream_of_number_0),
        cmocka_unit_test_setup_teardown(streams_without_a_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stream_of_a_file_that_was_reopened, set_up, tear_down),
        cmocka_unit_test_setup_teardown(number_0_without_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_that_just_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folders_and_their_numbers, set_up, tear_down),
        cmocka_unit_test(what_is_inherited),
    };
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) != STDIN_FILENO)
        return 77;
    same_calls_begin();
    const pid_t pid = fork();
    if (pid == 0)
        _exit(inherits());
    if (waitpid(pid, &of_inheritor, 0) != pid)
        return 77;
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
