/* test_outside.c - what a task in process waits for outside of its machine: what is typed or comes through a pipe.
 * The simulator looks around meanwhile, and must be told for what. */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

#include "testing.h"

static int ends[2]; /* of a pipe */

static int set_up(void **state)
{
    static const struct lone_task_wishes wishes;
    return pipe2(ends, O_CLOEXEC) == 0 && lone_task_begin(&lone, &wishes) ? 0 : -1;
}

static int tear_down(void **state)
{
    lone_task_end(&lone);
    close(ends[0]);
    close(ends[1]);
    return 0;
}

/* A task that has the terminal, for which this file stands. */
static void begin_with(int input)
{
    static const struct lone_task_wishes wishes = {.own_terminal = true};
    const int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    lone_task_end(&lone);
    assert_int_equal(dup2(input, STDIN_FILENO), STDIN_FILENO);
    const bool begun = lone_task_begin(&lone, &wishes);
    if (kept >= 0)
        dup2(kept, STDIN_FILENO);
    close(kept);
    assert_true(begun);
}

/* What the task reads as `number`, or has from the simulator. */
static int real_of(int number)
{
    return inprocess_descriptor_of(number)->real;
}

/* The first time that the task waits, some bytes come; it waits for them. */
static int typed_to, waits_as;
static const char *typed;

static void type(const struct pollfd *files, unsigned n)
{
    assert_int_equal(n, 1);
    assert_int_equal(files[0].fd, real_of(waits_as));
    assert_int_equal(files[0].events, POLLIN);
    assert_int_equal(files[0].revents, 0);
    if (typed != NULL)
        assert_int_equal(write(typed_to, typed, strlen(typed)), strlen(typed));
    typed = NULL;
    errno = ERANGE; /* which is not the task's */
}

static void expect_typing(int to, int as, const char *text)
{
    typed_to = to;
    waits_as = as;
    typed = text;
    lone.waits = 0;
    lone.while_it_waits = type;
}

/* ---- what is typed ----------------------------------------------------------------------------------------------- */

/* Expectation: stdin of a pipe is read in pieces of 4096 bytes, as libc does it; errno stays. */
TEST_WITH(an_input_that_is_a_pipe, set_up, tear_down)
{
    char text[5000];
    struct stat s;
    int left = -1;
    begin_with(ends[0]);
    FILE *in = inprocess_stream(VARIABLE_STDIN);
    expect_typing(ends[1], STDIN_FILENO, "ab\n");
    errno = EDOM;
    assert_int_equal(fgetc(in), 'a');
    assert_int_equal(errno, EDOM);
    assert_true(lone.waits >= 1 && typed == NULL);
    assert_int_equal(__flbf(in), 0);
    assert_int_equal(fstat(ends[0], &s), 0);
    assert_int_equal(__fbufsize(in), s.st_blksize);
    assert_int_equal(fgetc(in), 'b');
    assert_int_equal(fgetc(in), '\n');
    memset(text, 'x', sizeof text);
    assert_int_equal(write(ends[1], text, sizeof text), sizeof text);
    assert_int_equal(fgetc(in), 'x');
    assert_int_equal(ioctl(ends[0], FIONREAD, &left), 0);
    assert_int_equal(left, (int)sizeof text - (int)s.st_blksize);
}

TEST_WITH(an_input_that_is_a_terminal, set_up, tear_down)
{
    const int above = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (above < 0 || grantpt(above) != 0 || unlockpt(above) != 0) {
        close(above);
        return; /* there are no terminals */
    }
    const int input = open(ptsname(above), O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(input >= 0);
    begin_with(input);
    FILE *in = inprocess_stream(VARIABLE_STDIN);
    expect_typing(above, STDIN_FILENO, "a line\nanother\n");
    assert_int_equal(fgetc(in), 'a');
    assert_true(lone.waits >= 1 && typed == NULL);
    assert_int_equal(__flbf(in) != 0, 1);
    close(input);
    close(above);
}

TEST_WITH(an_input_that_is_a_file, set_up, tear_down)
{
    const int file = open("/dev/null", O_RDWR | O_CLOEXEC);
    begin_with(file);
    assert_int_equal(fgetc(inprocess_stream(VARIABLE_STDIN)), EOF);
    close(file);
}

TEST_WITH(no_input, set_up, tear_down)
{
    static const struct lone_task_wishes wishes = {.own_terminal = true};
    const int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    lone_task_end(&lone);
    close(STDIN_FILENO);
    const bool begun = lone_task_begin(&lone, &wishes);
    dup2(kept, STDIN_FILENO);
    close(kept);
    assert_true(begun);
    errno = 0;
    assert_int_equal(fgetc(inprocess_stream(VARIABLE_STDIN)), EOF);
    assert_int_equal(errno, EBADF);
}

/* ---- by number --------------------------------------------------------------------------------------------------- */

static int number_of_pipe(void)
{
    char name[40];
    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", ends[0]);
    return inprocess_descriptor_add_file(open(name, O_RDONLY | O_CLOEXEC));
}

static void expect_reading(void)
{
    char to[8] = "";
    const int number = number_of_pipe();
    expect_typing(ends[1], number, "read");
    errno = EDOM;
    assert_int_equal(task_read(number, to, sizeof to), 4);
    assert_int_equal(errno, EDOM);
    assert_string_equal(to, "read");
    assert_true(lone.waits >= 1 && typed == NULL);
}

/* Also where the file is the simulator's 0. */
TEST_WITH(reads_by_number, set_up, tear_down)
{
    expect_reading();
    const int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    close(STDIN_FILENO);
    expect_reading();
    assert_int_equal(real_of(4), STDIN_FILENO);
    assert_int_equal(task_close(4), 0);
    dup2(kept, STDIN_FILENO);
    close(kept);
}

/* Who does not want to wait does not. */
TEST_WITH(reads_without_waiting, set_up, tear_down)
{
    char to[8];
    const int number = number_of_pipe();
    assert_int_equal(fcntl(real_of(number), F_SETFL, O_NONBLOCK), 0);
    lone.waits = 0;
    assert_int_equal(task_read(number, to, sizeof to), -1);
    assert_int_equal(errno, EAGAIN);
    assert_int_equal(task_read(77, to, sizeof to), -1);
    assert_int_equal(lone.waits, 0);
}

/* ---- locks ------------------------------------------------------------------------------------------------------- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* As at the end of the run. */
static void end_it(const struct pollfd *files, unsigned n)
{
    assert_null(files);
    assert_int_equal(n, 0);
    if (lone.waits < 3)
        return;
    lone.status = 77;
    longjmp(lone.end, 1);
}

static void locks_twice(void)
{
    (void)task_mutex_lock(&mutex);
    (void)task_mutex_lock(&mutex);
}

/* Nobody else can unlock it. */
TEST_WITH(waits_for_a_lock, set_up, tear_down)
{
    lone.while_it_waits = end_it;
    assert_int_equal(lone_task_run(&lone, locks_twice), 77);
    assert_int_equal(lone.waits, 3);
}

int main(void)
{
    lone_task_inherits_nothing();
    return run_all_tests(NULL, NULL);
}
