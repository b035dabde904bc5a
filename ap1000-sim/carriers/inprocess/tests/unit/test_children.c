/* test_children.c - programs that a task in process runs in a shell: system, popen, pclose. What they print, how they
 * end, what they have of their parent: files, environment, signals. The same calls are made by a process, which must
 * get the same (same_calls.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "same_calls.h"

struct calls {
    int (*system)(const char *command);
    FILE *(*popen)(const char *command, const char *mode);
    int (*pclose)(FILE *stream);
    int (*fclose)(FILE *stream);
    int (*fflush)(FILE *stream);
    int (*fileno)(FILE *stream);
    FILE *(*fopen)(const char *path, const char *mode);
    int (*open)(const char *path, int flags, ...);
    int (*close)(int number);
    int (*dup2)(int number, int as);
    ssize_t (*read)(int number, void *to, size_t n);
    ssize_t (*write)(int number, const void *bytes, size_t n);
    off_t (*lseek)(int number, off_t offset, int from);
    int (*fcntl)(int number, int what, ...);
    int (*printf)(const char *format, ...);
    int (*setenv)(const char *name, const char *value, int overwrite);
    int (*sigaction)(int number, const struct sigaction *action, struct sigaction *before);
    int (*sigprocmask)(int how, const sigset_t *set, sigset_t *before);
    int (*sigpending)(sigset_t *set);
};

static const struct calls of_task = {task_system, task_popen,     task_pclose,      task_fclose,    task_fflush,
                                     task_fileno, task_fopen,     task_open,        task_close,     task_dup2,
                                     task_read,   task_write,     task_lseek,       task_fcntl,     task_printf,
                                     task_setenv, task_sigaction, task_sigprocmask, task_sigpending};
static const struct calls of_process = {system, popen,  pclose,    fclose,      fflush,    fileno, fopen,
                                        open,   close,  dup2,      read,        write,     lseek,  fcntl,
                                        printf, setenv, sigaction, sigprocmask, sigpending};

static void say_lines(FILE *f)
{
    char line[200];
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        same_calls_say("<%s>", line);
    same_calls_say("\n");
}

/* ---- what they print, and how they end --------------------------------------------------------------------------- */

static void runs_programs(const struct calls *c)
{
    char many[] = "i=0; while [ $i -lt 3000 ]; do echo a line of many $i; i=$((i+1)); done";
    R(c->system(NULL));
    R(c->system("exit 3"));
    R(c->system("exit 0"));
    R(c->system("kill -TERM $$"));
    R(c->system("no-such-program-anywhere 2>&1"));
    R(c->system(""));
    R(c->printf("waits, "));
    R(c->system("echo of the shell; echo its error >&2"));
    R(c->write(1, "then, ", 6));
    R(c->fflush(NULL));
    R(c->system(many));
    R(c->system("cat; echo $# $0"));
    errno = ENOTTY;
    (void)c->system("true");
    same_calls_say("%s\n", strerrorname_np(errno));
}

static void runs_programs_with_files(const struct calls *c)
{
    same_calls_clean();
    R(c->open("f", O_RDWR | O_CREAT, 0600));
    R(c->open("f", O_RDWR | O_CLOEXEC));
    R(c->dup2(3, 40));
    R(c->dup2(1, 50));
    R(c->dup2(0, 63));
    R(c->system("for n in 0 1 2 3 4 5 6 7 8 9 10 39 40 41 50 62 63; do [ -e /dev/fd/$n ] && echo $n; done"));
    R(c->system("echo to the file >&3; echo more > /proc/self/fd/40; echo printed > /proc/self/fd/50"));
    R(c->lseek(3, 0, SEEK_CUR)); /* they are at one place of one file */
    R(c->lseek(3, 2, SEEK_SET));
    R(c->system("head -c 4 <&3; echo"));
    R(c->lseek(40, 0, SEEK_CUR));
    R(c->dup2(40, 1));
    R(c->system("echo what is printed is the file"));
    R(c->lseek(3, 0, SEEK_CUR));
    R(c->dup2(50, 1));
    R(c->close(0));
    R(c->system("[ -e /dev/fd/0 ] || echo nothing to read"));
    R(c->close(1));
    R(c->system("echo lost; echo not lost >&2"));
    R(c->close(2));
    R(c->system("echo lost; echo lost >&2; exit 4"));
}

/* What the task has, and nothing of what the simulator has: neither for itself, nor for the task's streams. */
static void runs_programs_without_other_files(const struct calls *c)
{
    char to[4];
    same_calls_clean();
    FILE *f = c->fopen("f", "w+"), *g = c->fopen("/dev/stdout", "we"), *h = c->popen("cat", "w");
    R(c->write(1, "printed\n", 8));
    R(c->read(0, to, 4));
    R(c->open("g", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    R(c->dup2(c->fileno(f), 20));
    R(c->system("for n in /proc/$$/fd/*; do echo ${n##*/}; done"));
    R(c->dup2(1, c->fileno(f)));
    R(c->system("for n in /proc/$$/fd/*; do echo ${n##*/}; done"));
    R(c->pclose(h));
    R(c->fclose(g));
    R(c->fclose(f));
}

static void runs_programs_with_an_environment(const struct calls *c)
{
    R(c->setenv("OWN", "a value", 1));
    R(c->system("echo [$OWN] [$OTHER]; ulimit -n"));
    R(c->setenv("OTHER", "another", 1));
    FILE *f = c->popen("echo [$OWN] [$OTHER]", "r");
    say_lines(f);
    R(c->pclose(f));
}

/* ---- streams from and to them ------------------------------------------------------------------------------------ */

static void reads_from_programs(const struct calls *c)
{
    static const char *const modes[] = {"r", "re", "er", "rer", "ree", "", "e", "x", "rw", "wr", "r+", "rb", "rwe"};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        FILE *f;
        R((f = c->popen("echo a line; echo more; exit 5", modes[i])) != NULL ? 0 : -1);
        if (f == NULL)
            continue;
        R(c->fileno(f));
        R(c->fcntl(c->fileno(f), F_GETFD));
        R(c->fcntl(4, F_GETFD));
        say_lines(f);
        R(fputs("not to be written", f));
        R(c->pclose(f));
        R(c->fcntl(3, F_GETFD));
    }
    FILE *f = c->popen("echo a line; kill -KILL $$", "r");
    say_lines(f);
    R(c->fclose(f)); /* as pclose */
    f = c->popen("exec 1>&-; exit 6", "r");
    say_lines(f);
    R(c->pclose(f));
}

static void writes_to_programs(const struct calls *c)
{
    char *large = malloc(200001);
    memset(large, 'x', 200000);
    large[200000] = 0;
    FILE *f = c->popen("cat; echo the end; exit 7", "w");
    R(c->fileno(f));
    R(c->fcntl(3, F_GETFD));
    R(c->fcntl(4, F_GETFD));
    R(c->printf("printed before\n"));
    R(c->fflush(NULL));
    R(fputs("a line\n", f));
    R(c->write(1, "at once\n", 8));
    R(fgetc(f));
    R(c->pclose(f));
    f = c->popen("wc -c", "we");
    R(c->fcntl(c->fileno(f), F_GETFD));
    R(fputs(large, f) >= 0 ? 0 : -1);
    R(c->fflush(f));
    R(c->write(c->fileno(f), large, 100000));
    R(c->pclose(f));
    f = c->popen("cat > /dev/null; exit 8", "w");
    R(c->close(c->fileno(f)));
    R(fputs("lost", f));
    R(c->pclose(f));
    free(large);
}

/* Who reads the end of one of popen sees it although others of popen live. */
static void several_at_once(const struct calls *c)
{
    FILE *a = c->popen("cat; echo a", "w"),
         *b = c->popen("for n in 3 4 5 6; do [ -e /dev/fd/$n ] && echo $n; done", "r");
    R(c->fileno(a));
    R(c->fileno(b));
    say_lines(b);
    R(c->system("for n in 3 4 5 6; do [ -e /dev/fd/$n ] && echo $n; done"));
    R(c->pclose(c->popen("for n in 3 4 5 6; do [ -e /dev/fd/$n ] && echo $n; done; cat", "w")));
    R(fputs("to a\n", a));
    R(c->pclose(b));
    R(c->pclose(a));
    R(c->close(0));
    R(c->close(1));
    a = c->popen("cat >&2; echo b >&2", "w");
    R(c->fileno(a));
    R(fputs("to the first number\n", a));
    R(c->pclose(a));
    a = c->popen("echo through the first number", "r");
    R(c->fileno(a));
    say_lines(a);
    R(c->pclose(a));
}

static void a_reader_that_is_gone(const struct calls *c)
{
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    char *large = malloc(200000);
    memset(large, 'x', 200000);
    R(c->sigaction(SIGPIPE, &ignored, NULL));
    FILE *f = c->popen("exec 0<&-; echo closed; exit 9", "w");
    while (c->write(c->fileno(f), large, 200000) >= 0)
        ;
    same_calls_say("%s\n", strerrorname_np(errno));
    R(c->pclose(f));
    free(large);
}

/* Its environment is longer than the system takes. */
static void programs_that_do_not_begin(const struct calls *c)
{
    char *large = malloc(300000);
    memset(large, 'x', 299999);
    large[299999] = 0;
    R(c->setenv("LARGE", large, 1));
    R(c->system("exit 3"));
    R(c->setenv("LARGE", "", 1));
    R(c->system("exit 3"));
    free(large);
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

static void hear(int number, siginfo_t *why, void *context)
{
    (void)context;
    same_calls_say("signal %d: %d %d %d %d %d\n", number, why->si_signo, why->si_code, why->si_status, why->si_pid > 1,
                   why->si_uid == getuid());
}

static void hears_of_their_ends(const struct calls *c)
{
    struct sigaction a = {.sa_sigaction = hear, .sa_flags = SA_SIGINFO};
    const struct sigaction ignored = {.sa_handler = SIG_IGN}, plain = {.sa_handler = SIG_DFL};
    sigset_t child, pending;
    R(c->sigaction(SIGCHLD, &a, NULL));
    R(c->system("exit 3"));
    R(c->system("kill -KILL $$"));
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    R(c->sigprocmask(SIG_BLOCK, &child, NULL));
    R(c->system("exit 4"));
    R(c->sigpending(&pending));
    same_calls_say("%d\n", sigismember(&pending, SIGCHLD));
    R(c->sigprocmask(SIG_UNBLOCK, &child, NULL));
    R(c->sigaction(SIGCHLD, &ignored, NULL));
    R(c->system("exit 5"));
    FILE *f = c->popen("echo a word", "r");
    say_lines(f);
    R(c->pclose(f));
    a.sa_flags |= SA_NOCLDWAIT;
    a.sa_handler = SIG_DFL;
    R(c->sigaction(SIGCHLD, &a, NULL));
    R(c->system("exit 6"));
    R(c->sigaction(SIGCHLD, &plain, NULL));
    R(c->system("exit 7"));
}

/* Who is not the superuser: that is told with the signal. */
static void hears_of_ends_as_nobody(const struct calls *c)
{
    const struct sigaction a = {.sa_sigaction = hear, .sa_flags = SA_SIGINFO};
    if (getuid() == 0 && setuid(65534) != 0)
        return;
    R(c->sigaction(SIGCHLD, &a, NULL));
    R(c->system("exit 3"));
}

/* A new program says what it ignores, what is blocked, what it handles; but for libc's own two. */
static void say_signals(const struct calls *c)
{
    char line[200];
    FILE *f = c->popen("exec grep -E '^Sig(Ign|Blk|Cgt)' /proc/self/status", "r");
    while (fgets(line, sizeof line, f) != NULL)
        same_calls_say("%.6s %llx\n", line, strtoull(line + 7, NULL, 16) & ~(3ull << 31));
    R(c->pclose(f));
}

/* What is ignored, and what is blocked, is so for them, too; what is handled is not. */
static void gives_its_signals(const struct calls *c)
{
    const struct sigaction a = {.sa_sigaction = hear, .sa_flags = SA_SIGINFO}, ignored = {.sa_handler = SIG_IGN};
    sigset_t some;
    say_signals(c);
    R(c->sigaction(SIGUSR1, &a, NULL));
    R(c->sigaction(SIGUSR2, &ignored, NULL));
    R(c->sigaction(64, &ignored, NULL));
    R(c->sigaction(SIGHUP, &ignored, NULL));
    sigemptyset(&some);
    sigaddset(&some, SIGWINCH);
    sigaddset(&some, 40);
    R(c->sigprocmask(SIG_BLOCK, &some, NULL));
    say_signals(c);
    R(c->sigaction(SIGPIPE, &ignored, NULL));
    say_signals(c);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const struct same_calls_row rows[] = {
        SAME_CALLS_ROW(runs_programs),
        SAME_CALLS_ROW(runs_programs_with_files),
        SAME_CALLS_ROW(runs_programs_without_other_files),
        SAME_CALLS_ROW(runs_programs_with_an_environment),
        SAME_CALLS_ROW(reads_from_programs),
        SAME_CALLS_ROW(writes_to_programs),
        SAME_CALLS_ROW(several_at_once),
        SAME_CALLS_ROW(programs_that_do_not_begin),
        {"hears of ends as nobody", hears_of_ends_as_nobody, SAME_CALLS_PIPE, ""},
        SAME_CALLS_ROW(a_reader_that_is_gone),
        SAME_CALLS_ROW(hears_of_their_ends),
        SAME_CALLS_ROW(gives_its_signals)};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &of_task, &of_process);
}
