/* test_outside.c - what a task in process waits for outside of its machine: what is typed or comes through a pipe, the
 * programs that it runs. The simulator looks around meanwhile, and must be told for what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"
#include "same_calls.h"

static struct lone_task lone;
static int ends[2]; /* of a pipe */

static int set_up(void **state)
{
    static const struct lone_task_wishes wishes;
    (void)state;
    return pipe2(ends, O_CLOEXEC) == 0 && lone_task_begin(&lone, &wishes) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
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

/* The first time that the task waits, some bytes come; it waits for them, and for what its programs print. */
static int typed_to, waits_as;
static const char *typed;

static void type(const struct pollfd *files, unsigned n, int child)
{
    assert_int_equal(n, 2);
    assert_int_equal(files[0].fd, real_of(waits_as));
    assert_int_equal(files[0].events, POLLIN);
    assert_int_equal(files[0].revents, 0);
    assert_int_equal(files[1].fd, lone.task->children.from);
    assert_int_equal(files[1].events, POLLIN);
    assert_int_equal(child, 0);
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
static void an_input_that_is_a_pipe(void **state)
{
    char text[5000];
    struct stat s;
    int left = -1;
    (void)state;
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

static void an_input_that_is_a_terminal(void **state)
{
    (void)state;
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

/* What takes no time is libc's own matter. */
static void an_input_that_is_a_file(void **state)
{
    const int file = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)state;
    begin_with(file);
    lone.waits = 0;
    assert_int_equal(fgetc(inprocess_stream(VARIABLE_STDIN)), EOF);
    assert_int_equal(lone.waits, 0);
    close(file);
}

static void no_input(void **state)
{
    static const struct lone_task_wishes wishes = {.own_terminal = true};
    const int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    (void)state;
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
    return inprocess_descriptor_add_file(open(name, O_RDONLY | O_CLOEXEC), false);
}

static void expect_reading(void)
{
    char to[8] = "", more[8] = "";
    struct iovec pieces[] = {{to, 2}, {more, 8}};
    const int number = number_of_pipe();
    expect_typing(ends[1], number, "read");
    errno = EDOM;
    assert_int_equal(task_read(number, to, sizeof to), 4);
    assert_int_equal(errno, EDOM);
    assert_string_equal(to, "read");
    assert_true(lone.waits >= 1 && typed == NULL);
    expect_typing(ends[1], number, "vector");
    assert_int_equal(task_readv(number, pieces, 2), 6);
    assert_memory_equal(to, "ve", 2);
    assert_string_equal(more, "ctor");
    assert_true(lone.waits >= 1 && typed == NULL);
}

/* Also where the file is the simulator's 0. */
static void reads_by_number(void **state)
{
    (void)state;
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
static void reads_without_waiting(void **state)
{
    char to[8];
    struct iovec piece = {to, sizeof to};
    (void)state;
    const int number = number_of_pipe();
    assert_int_equal(fcntl(real_of(number), F_SETFL, O_NONBLOCK), 0);
    lone.waits = 0;
    assert_int_equal(task_read(number, to, sizeof to), -1);
    assert_int_equal(errno, EAGAIN);
    errno = 0;
    assert_int_equal(task_readv(number, &piece, 1), -1);
    assert_int_equal(errno, EAGAIN);
    assert_int_equal(task_read(77, to, sizeof to), -1);
    assert_int_equal(task_readv(77, &piece, 1), -1);
    assert_int_equal(lone.waits, 0);
}

/* ---- polled ------------------------------------------------------------------------------------------------------ */

static void type_to_two(const struct pollfd *files, unsigned n, int child)
{
    assert_int_equal(n, 2);
    assert_int_equal(files[0].fd, real_of(waits_as));
    assert_int_equal(files[0].events, POLLIN);
    assert_int_equal(files[1].fd, -1);
    assert_int_equal(child, 0);
    if (lone.waits == 3)
        assert_int_equal(write(ends[1], "x", 1), 1);
}

/* Without a bound it waits until something is there, and no longer. */
static void polls_for_ever(void **state)
{
    (void)state;
    waits_as = number_of_pipe();
    struct pollfd files[] = {{waits_as, POLLIN, 0}, {-1, POLLIN, 7}};
    lone.waits = 0;
    lone.while_it_waits = type_to_two;
    assert_int_equal(task_poll(files, 2, -5), 1);
    assert_int_equal(files[0].revents, POLLIN);
    assert_int_equal(files[1].revents, 0);
    assert_int_equal(lone.waits, 3);
    lone.waits = 0;
    assert_int_equal(task_poll(files, 2, -1), 1);
    assert_int_equal(task_poll(files, 2, 0), 1);
    assert_int_equal(lone.waits, 0);
}

/* ---- programs that it runs --------------------------------------------------------------------------------------- */

static int told_child, told_file;

static void note_child(const struct pollfd *files, unsigned n, int child)
{
    assert_int_equal(n, 2);
    assert_int_equal(files[0].events, POLLIN);
    assert_int_equal(files[1].fd, lone.task->children.from);
    assert_int_equal(files[1].events, POLLIN);
    told_child = child;
    told_file = files[0].fd;
    if (child != 0)
        kill(child, SIGCONT);
    errno = ERANGE; /* which is not the task's */
}

/* One that stops goes on when it is told to. Whoever waits for a program says for which; its end is seen in a file,
 * and in no other way. */
static void waits_for_a_program(void **state)
{
    const long files = in_use().files;
    sigset_t before, after;
    (void)state;
    sigemptyset(&before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    told_child = told_file = -1;
    lone.while_it_waits = note_child;
    errno = EDOM;
    assert_int_equal(task_system("kill -STOP $$; echo printed; exit 6"), 6 << 8);
    assert_int_equal(errno, EDOM);
    sigprocmask(SIG_SETMASK, NULL, &after); /* of the simulator, which blocks signals only for a moment */
    assert_int_equal(sigisemptyset(&after), 1);
    assert_string_equal(lone.printed, "printed\n");
    assert_true(lone.waits >= 1 && told_child > 1 && told_file > 2);
    assert_int_equal(in_use().files, files + 2); /* a pipe for what it prints stays */
}

static void take_away(const struct pollfd *files, unsigned n, int child)
{
    int status;
    (void)files;
    (void)n;
    kill(child, SIGKILL);
    while (waitpid(child, &status, 0) != child)
        ;
}

/* How a program has ended that somebody else has waited for cannot be known. */
static void a_program_that_is_taken_away(void **state)
{
    (void)state;
    lone.while_it_waits = take_away;
    errno = 0;
    assert_int_equal(task_system("kill -STOP $$"), -1);
    assert_int_equal(errno, ECHILD);
}

static void write_for_child(const struct pollfd *files, unsigned n, int child)
{
    assert_int_equal(n, 2);
    if (files[0].events == POLLOUT || lone.waits == 1) {
        assert_int_equal(files[0].events, POLLOUT);
        assert_int_equal(files[0].fd, real_of(waits_as));
    }
    assert_true(child > 1);
    told_child = child;
}

/* Who writes to a program waits until there is room, and says who is to make it; and so who reads from one. */
static void writes_to_a_program(void **state)
{
    char line[8];
    (void)state;
    FILE *f = task_popen("cat > /dev/null", "w");
    waits_as = task_fileno(f);
    told_child = -1;
    lone.waits = 0;
    lone.while_it_waits = write_for_child;
    assert_int_equal(task_write(waits_as, "word", 4), 4);
    assert_int_equal(lone.waits, 1);
    assert_true(told_child > 1);
    assert_int_equal(task_pclose(f), 0);
    f = task_popen("echo a word", "r");
    told_child = -1;
    lone.while_it_waits = note_child;
    assert_int_equal(task_read(task_fileno(f), line, 1), 1);
    assert_true(told_child > 1);
    assert_int_equal(told_file, real_of(task_fileno(f)));
    assert_int_equal(task_pclose(f), 0);
}

/* ---- what has become of what it prints --------------------------------------------------------------------------- */

/* A stream that has become what is printed gives that through a pipe: all that fits into it is printed at the end. */
static void prints_a_full_pipe(void)
{
    static char text[1 << 20];
    FILE *f = task_fopen("/dev/null", "w");
    memset(text, 'p', sizeof text);
    (void)task_dup2(1, task_fileno(f));
    (void)fwrite(text, 1, sizeof text, f);
    (void)fflush(f);
    task_exit_at_once(0);
}

static void more_than_a_piece(void **state)
{
    (void)state;
    FILE *f = task_fopen("/dev/null", "w");
    assert_int_equal(task_dup2(1, task_fileno(f)), task_fileno(f));
    const bool is_large = fcntl(lone.task->children.to, F_GETPIPE_SZ) >= 1 << 20;
    assert_int_equal(task_fclose(f), 0);
    if (!is_large)
        return; /* whoever runs this test may have no larger one */
    assert_int_equal(lone_task_run(&lone, prints_a_full_pipe), 0);
    assert_int_equal(lone.printed_in_all, 1 << 20);
}

/* ---- locks ------------------------------------------------------------------------------------------------------- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* As at the end of the run. */
static void end_it(const struct pollfd *files, unsigned n, int child)
{
    assert_null(files);
    assert_int_equal(n, 0);
    assert_int_equal(child, 0);
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
static void waits_for_a_lock(void **state)
{
    pthread_mutexattr_t kind;
    pthread_mutex_t counts, tells;
    (void)state;
    lone.while_it_waits = end_it;
    assert_int_equal(lone_task_run(&lone, locks_twice), 77);
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&counts, &kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&tells, &kind);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(task_mutex_lock(&counts), 0);
        assert_int_equal(task_mutex_lock(&tells), i == 0 ? 0 : EDEADLK);
    }
    assert_int_equal(lone.waits, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(an_input_that_is_a_pipe, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(an_input_that_is_a_terminal, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(an_input_that_is_a_file, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(no_input, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(reads_by_number, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(reads_without_waiting, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(polls_for_ever, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(waits_for_a_program, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(a_program_that_is_taken_away, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(writes_to_a_program, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(more_than_a_piece, set_up, tear_down),
                                       cmocka_unit_test_setup_teardown(waits_for_a_lock, set_up, tear_down)};
    same_calls_begin();
    return cmocka_run_group_tests_name("what a task in process waits for outside", tests, NULL, NULL);
}
