/* same_calls.c - see same_calls.h. */
#include "same_calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lone_task.h"

enum { LOG_BYTES = 1 << 16, MOST_FILES = 256 };

static char *text; /* of the side that runs now; shared with the process */

void same_calls_say(const char *format, ...)
{
    va_list args;
    const size_t n = strlen(text);
    va_start(args, format);
    (void)vsnprintf(text + n, LOG_BYTES - n, format, args);
    va_end(args);
}

long same_calls_note(const char *call, long result)
{
    const int why = errno;
    same_calls_say(result < 0 ? "%s = %ld, %s\n" : "%s = %ld\n", call, result, strerrorname_np(why));
    errno = why;
    return result;
}

static char *new_text(void)
{
    return mmap(NULL, LOG_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

/* Its standard input is empty, its output a pipe, as those of a task's process. */
static void run_process(void (*program)(const struct calls *c), const struct calls *c, char *printed, size_t room)
{
    int ends[2], status = -1;
    assert_int_equal(pipe(ends), 0);
    (void)fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++)
            close(fd);
        program(c);
        _exit(0);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t more; (more = read(ends[0], printed + n, room - 1 - n)) > 0;)
        n += (size_t)more;
    printed[n] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

static void (*the_program)(const struct calls *c);
static const struct calls *the_calls;

static void run(void)
{
    the_program(the_calls);
}

/* The first line that differs is named. */
static void expect_same(const char *task, const char *process)
{
    while (*process != 0 || *task != 0) {
        const size_t n = strcspn(process, "\n"), m = strcspn(task, "\n");
        if (n != m || memcmp(process, task, n) != 0)
            fail_msg("process: %.*s\n   task: %.*s", (int)n, process, (int)m, task);
        process += n + (process[n] != 0);
        task += m + (task[m] != 0);
    }
}

void same_calls_expect(void (*program)(const struct calls *c), const struct calls *of_task,
                       const struct calls *of_process)
{
    static struct lone_task lone;
    static const struct lone_task_wishes wishes;
    static char printed[sizeof lone.printed];
    char *const by_process = text = new_text();
    run_process(program, of_process, printed, sizeof printed);
    char *const by_task = text = new_text();
    the_program = program;
    the_calls = of_task;
    assert_true(lone_task_begin(&lone, &wishes));
    assert_int_equal(lone_task_run(&lone, run), -1);
    expect_same(by_task, by_process);
    assert_string_equal(lone.printed, printed);
    lone_task_end(&lone);
    munmap(by_process, LOG_BYTES);
    munmap(by_task, LOG_BYTES);
}

void same_calls_begin(void)
{
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}
