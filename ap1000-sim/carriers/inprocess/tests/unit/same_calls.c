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

/* What stands for standard input. kept: stays open until the program has ended; -1: nothing. */
struct input {
    int file, kept;
};

static struct input open_input(enum same_calls_input kind, const char *words)
{
    struct input in = {-1, -1};
    int ends[2];
    if (kind == SAME_CALLS_NOTHING) {
        in.file = open("/dev/null", O_RDONLY);
    } else if (kind == SAME_CALLS_PIPE && pipe(ends) == 0) {
        in.file = ends[0];
        if (write(ends[1], words, strlen(words)) < 0)
            abort();
        close(ends[1]);
    } else if (kind == SAME_CALLS_FILE) {
        same_calls_make_file("h", words);
        in = (struct input){open("h", O_RDWR), -1};
    } else if (kind == SAME_CALLS_TERMINAL && (in.kept = posix_openpt(O_RDWR | O_NOCTTY)) >= 0) {
        in.file = grantpt(in.kept) == 0 && unlockpt(in.kept) == 0 ? open(ptsname(in.kept), O_RDWR | O_NOCTTY) : -1;
        if (in.file >= 0 && write(in.kept, words, strlen(words)) < 0)
            abort();
    }
    return in;
}

static void begin_child(bool task, int in, int out)
{
    const struct rlimit files = {MAY_HAVE, MAY_HAVE}, no_core = {0, 0};
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < MOST_FILES; fd++)
        close(fd);
    if (!task) /* the simulator has more */
        setrlimit(RLIMIT_NOFILE, &files);
    setrlimit(RLIMIT_CORE, &no_core);
    clearenv();
}

static void (*the_program)(const struct calls *c);
static const struct calls *the_calls;

static void run(void)
{
    the_program(the_calls);
}

static void run_lone(const struct lone_task_wishes *w, struct lone_task *lone)
{
    if (!lone_task_begin(lone, w))
        abort();
    const int status = lone_task_run(lone, run);
    if (status == -1)
        same_calls_say("%s", back);
    else
        say_end(status);
}

static void do_nothing(int number)
{
}

/* In a child of ours: as a process, or as a task with the terminal. */
__attribute__((noreturn)) static void be(bool task)
{
    static struct lone_task lone;
    static const struct lone_task_wishes wishes = {.own_terminal = true};
    if (task) {
        signal(SIGPIPE, do_nothing); /* as the simulator does */
        run_lone(&wishes, &lone);
        lone_task_end(&lone);
    } else {
        run();
        same_calls_say("%s", back);
    }
    _exit(0);
}

/* Its output is a pipe, as that of a task's process. */
static void run_child(bool task, struct input in, char *printed, size_t room)
{
    int ends[2], status = -1;
    if (pipe(ends) != 0)
        abort();
    const pid_t pid = fork();
    if (pid == 0) {
        begin_child(task, in.file, ends[1]);
        be(task);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t more; (more = read(ends[0], printed + n, room - 1 - n)) > 0;)
        n += (size_t)more;
    printed[n] = 0;
    close(ends[0]);
    while (waitpid(pid, &status, 0) != pid)
        ;
    const size_t said = strlen(text);
    if (status != 0 || (!task && (said < sizeof back - 1 || strcmp(text + said - (sizeof back - 1), back) != 0)))
        say_end(status);
}

static struct outcome by_child(const struct same_calls_row *row, const struct calls *c, bool task)
{
    const struct outcome o = {row->program, text = new_text(), new_text()};
    const struct input in = open_input(row->input, row->text);
    the_program = row->program;
    the_calls = c;
    if (in.file >= 0) { /* there are terminals */
        run_child(task, in, o.printed, LOG_BYTES);
        same_calls_say("read to %ld\n", row->input == SAME_CALLS_FILE ? (long)lseek(in.file, 0, SEEK_CUR) : 0);
        close(in.file);
    }
    if (in.kept >= 0)
        close(in.kept);
    return o;
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
    run_lone(&wishes, &lone);
    same_calls_say("read to 0\n");
    expect_same(by_task, o->said);
    assert_string_equal(lone.printed, o->printed);
    lone_task_end(&lone);
    munmap(by_task, LOG_BYTES);
}

/* Once more where the first file that the task opens is the simulator's 0: that is a number as any other. */
static void expect_by_task_without_0(const struct outcome *o, const struct calls *of_task)
{
    const int kept = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(STDIN_FILENO);
    expect_by_task(o, of_task);
    if (kept >= 0)
        dup2(kept, STDIN_FILENO);
    close(kept);
}

static void forget(const struct outcome *o)
{
    munmap(o->said, LOG_BYTES);
    munmap(o->printed, LOG_BYTES);
}

void same_calls_expect(void (*program)(const struct calls *c), const struct calls *of_task,
                       const struct calls *of_process)
{
    const struct same_calls_row row = {NULL, program, SAME_CALLS_NOTHING, NULL};
    (void)fflush(stdout);
    const struct outcome o = by_child(&row, of_process, false);
    expect_by_task(&o, of_task);
    expect_by_task_without_0(&o, of_task);
    forget(&o);
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

struct both {
    const struct same_calls_row *row;
    struct outcome process, terminal; /* terminal: of the task that has it */
};

static void expect_row(void **state)
{
    const struct both *b = *state;
    if (b->row->input == SAME_CALLS_NOTHING) {
        expect_by_task(&b->process, calls_of_task);
        expect_by_task_without_0(&b->process, calls_of_task);
    }
    expect_same(b->terminal.said, b->process.said);
    assert_string_equal(b->terminal.printed, b->process.printed);
    forget(&b->process);
    forget(&b->terminal);
}

bool same_calls_enter_folder(char *path, size_t room)
{
    const char *at = getenv("TMPDIR");
    (void)snprintf(path, room, "%.200s/test-same-XXXXXX", at != NULL && *at != 0 ? at : P_tmpdir);
    return mkdtemp(path) != NULL && chdir(path) == 0;
}

bool same_calls_leave_folder(const char *path)
{
    same_calls_clean();
    return chdir("/") == 0 && rmdir(path) == 0;
}

/* Each side has an empty folder. False: it cannot be made. */
static bool run_side(struct both *all, size_t n, const struct calls *c, bool task)
{
    char folder[256];
    if (!same_calls_enter_folder(folder, sizeof folder))
        return false;
    for (size_t i = 0; i < n; i++)
        *(task ? &all[i].terminal : &all[i].process) = by_child(all[i].row, c, task);
    return same_calls_leave_folder(folder);
}

int same_calls_expect_all(const struct same_calls_row *rows, size_t n, const struct calls *of_task,
                          const struct calls *of_process)
{
    char folder[256];
    struct both *all = calloc(n, sizeof *all);
    struct CMUnitTest *tests = calloc(n, sizeof *tests);
    same_calls_begin();
    for (size_t i = 0; i < n && all != NULL && tests != NULL; i++) {
        all[i].row = &rows[i];
        tests[i] = (struct CMUnitTest){rows[i].name, expect_row, NULL, NULL, &all[i]};
    }
    if (all == NULL || tests == NULL || !run_side(all, n, of_process, false) || !run_side(all, n, of_task, true) ||
        !same_calls_enter_folder(folder, sizeof folder))
        return 2;
    calls_of_task = of_task;
    signal(SIGPIPE, do_nothing); /* as the simulator does */
    const int failed = _cmocka_run_group_tests("the same calls", tests, n, NULL, NULL);
    free(tests);
    free(all);
    return failed != 0 || !same_calls_leave_folder(folder);
}
