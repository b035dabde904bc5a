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
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/task.h"
#include "lone_task.h"

enum { LOG_BYTES = 1 << 16, MOST_FILES = 256, MAY_HAVE = 64 /* files, as a lone task */, DUMPED = 0x80 };

/* What a program has done. */
struct outcome {
    void (*program)(const struct calls *c);
    char *said, *printed;
};

static const char back[] = "it came back\n";
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

static void say_end(int status)
{
    same_calls_say("ended: %d\n", status & ~DUMPED);
}

__attribute__((noreturn)) static void be_process(void (*program)(const struct calls *c), const struct calls *c, int out)
{
    const struct rlimit files = {MAY_HAVE, MAY_HAVE}, no_core = {0, 0};
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++)
        close(fd);
    setrlimit(RLIMIT_NOFILE, &files);
    setrlimit(RLIMIT_CORE, &no_core);
    clearenv();
    program(c);
    same_calls_say("%s", back);
    _exit(0);
}

/* Its standard input is empty, its output a pipe, as those of a task's process. */
static void run_process(void (*program)(const struct calls *c), const struct calls *c, char *printed, size_t room)
{
    int ends[2], status = -1;
    if (pipe(ends) != 0)
        abort();
    const pid_t pid = fork();
    if (pid == 0)
        be_process(program, c, ends[1]);
    close(ends[1]);
    size_t n = 0;
    for (ssize_t more; (more = read(ends[0], printed + n, room - 1 - n)) > 0;)
        n += (size_t)more;
    printed[n] = 0;
    close(ends[0]);
    while (waitpid(pid, &status, 0) != pid)
        ;
    const size_t said = strlen(text);
    if (said < sizeof back - 1 || strcmp(text + said - (sizeof back - 1), back) != 0)
        say_end(status);
}

static struct outcome by_process(void (*program)(const struct calls *c), const struct calls *of_process)
{
    const struct outcome o = {program, text = new_text(), new_text()};
    run_process(program, of_process, o.printed, LOG_BYTES);
    return o;
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

static void expect_by_task(const struct outcome *o, const struct calls *of_task)
{
    static struct lone_task lone;
    static const struct lone_task_wishes wishes;
    char *const by_task = text = new_text();
    the_program = o->program;
    the_calls = of_task;
    assert_true(lone_task_begin(&lone, &wishes));
    const int status = lone_task_run(&lone, run);
    if (status == -1)
        same_calls_say("%s", back);
    else
        say_end(status);
    expect_same(by_task, o->said);
    assert_string_equal(lone.printed, o->printed);
    lone_task_end(&lone);
    munmap(by_task, LOG_BYTES);
    munmap(o->said, LOG_BYTES);
    munmap(o->printed, LOG_BYTES);
}

void same_calls_expect(void (*program)(const struct calls *c), const struct calls *of_task,
                       const struct calls *of_process)
{
    (void)fflush(stdout);
    const struct outcome o = by_process(program, of_process);
    expect_by_task(&o, of_task);
}

void same_calls_begin(void)
{
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* ---- what they look at ------------------------------------------------------------------------------------------- */

void same_calls_clean(void)
{
    unlink("f");
    unlink("g");
    unlink("h");
}

void same_calls_make_file(const char *path, const char *words)
{
    const int n = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (n < 0 || write(n, words, strlen(words)) < 0)
        abort();
    close(n);
}

void same_calls_say_file(const char *path)
{
    char words[400] = "";
    const int n = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t bytes = n >= 0 ? read(n, words, sizeof words - 1) : -1;
    same_calls_say("%s: %d <%s>\n", path, (int)bytes, words);
    if (n >= 0)
        close(n);
}

FILE *same_calls_stream_of_task(int number)
{
    static const enum inprocess_variable which[] = {VARIABLE_STDIN, VARIABLE_STDOUT, VARIABLE_STDERR};
    return inprocess_stream(which[number]);
}

FILE *same_calls_stream_of_process(int number)
{
    return number == 0 ? stdin : number == 1 ? stdout : stderr;
}

/* ---- many -------------------------------------------------------------------------------------------------------- */

static const struct calls *calls_of_task;

static void expect_row(void **state)
{
    expect_by_task(*state, calls_of_task);
}

static bool enter_folder(char *path, size_t room)
{
    const char *at = getenv("TMPDIR");
    (void)snprintf(path, room, "%.200s/test-same-XXXXXX", at != NULL && *at != 0 ? at : P_tmpdir);
    return mkdtemp(path) != NULL && chdir(path) == 0;
}

static bool leave_folder(const char *path)
{
    same_calls_clean();
    return chdir("/") == 0 && rmdir(path) == 0;
}

int same_calls_expect_all(const struct same_calls_row *rows, size_t n, const struct calls *of_task,
                          const struct calls *of_process)
{
    char folder[256];
    struct outcome *outcomes = calloc(n, sizeof *outcomes);
    struct CMUnitTest *tests = calloc(n, sizeof *tests);
    same_calls_begin();
    if (outcomes == NULL || tests == NULL || !enter_folder(folder, sizeof folder))
        return 2;
    for (size_t i = 0; i < n; i++) {
        outcomes[i] = by_process(rows[i].program, of_process);
        tests[i] = (struct CMUnitTest){rows[i].name, expect_row, NULL, NULL, &outcomes[i]};
    }
    (void)leave_folder(folder);
    if (!enter_folder(folder, sizeof folder))
        return 2;
    calls_of_task = of_task;
    signal(SIGPIPE, SIG_IGN); /* as the simulator does */
    const int failed = _cmocka_run_group_tests("the same calls", tests, n, NULL, NULL);
    free(tests);
    free(outcomes);
    return failed != 0 || !leave_folder(folder);
}
