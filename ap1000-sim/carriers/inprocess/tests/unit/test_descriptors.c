/* test_descriptors.c - streams and the numbers below them in a task in process (descriptors.c, files.c): what
 * is inherited, and what is left where there is no memory. */

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

#include "testing.h"

/* ---- in a task --------------------------------------------------------------------------------------------------- */

/* Without memory for the stream its number is free again. */
TEST_WITH(number_0_without_memory, lone_set_up, lone_tear_down)
{
    assert_int_equal(task_close(0), 0);
    for (int n = 1; n <= 2; n++) {
        fail_at(n);
        assert_null(task_fopen("/dev/stdout", "w"));
        fail_at(0);
        assert_int_equal(failed(), ENOMEM);
        assert_int_equal(task_open("/dev/stdout", O_WRONLY), 0);
        assert_int_equal(task_close(0), 0);
    }
}

TEST_WITH(links_that_just_fit, lone_set_up, lone_tear_down)
{
    char to[14] = "............."; /* /usr/bin/lone */
    assert_int_equal(task_readlink("/proc/self/exe", to, 4), 4);
    assert_string_equal(to, "/usr.........");
    assert_int_equal(task_readlink("/proc/self/exe", to, 13), 13);
    assert_string_equal(to, "/usr/bin/lone");
    assert_int_equal(task_readlink("/proc/self/exe", to, 14), 13);
}

/* ---- what is inherited ------------------------------------------------------------------------------------------- */

enum { FIRST = 9, SECOND = 70, NOT = 11, MOST = 80 };

/* In a process that has these open; returns its exit code. */
static int inherits(void)
{
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
        if (task_write(FIRST, "x", 1) != 1 || task_close(FIRST) != 0 || task_write(FIRST, "x", 1) != -1)
            return 3;
        lone_task_end(&lone);
    }
    return write(FIRST, "x", 1) == 1 ? 0 : 4; /* a task has not closed the simulator's */
}

static int of_inheritor;

TEST(what_is_inherited)
{
    assert_int_equal(of_inheritor, 0);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) != STDIN_FILENO)
        return 77;
    lone_task_inherits_nothing();
    const pid_t pid = fork();
    if (pid == 0)
        _exit(inherits());
    if (waitpid(pid, &of_inheritor, 0) != pid)
        return 77;
    return run_all_tests(NULL, NULL);
}
