/* test_signals.c - signals of a task in process: actions, masks, what waits, jumps out of handlers, and the calls of
 * BSD and System V. The same calls are made by a process, which must get the same (same_calls.h).
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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "carriers/inprocess/library/answers.h"
#include "carriers/inprocess/library/task.h"
#include "same_calls.h"

struct calls {
    void (*(*signal)(int number, void (*handler)(int)))(int);
    int (*raise)(int number);
    int (*sigaction)(int number, const struct sigaction *action, struct sigaction *before);
    int (*sigprocmask)(int how, const sigset_t *set, sigset_t *before);
    int (*sigpending)(sigset_t *set);
    void (*longjmp)(struct __jmp_buf_tag *to, int value);
    pid_t (*getpid)(void);
    void (*abort)(void);
    int (*becomes)(int number);
    int (*open)(const char *path, int flags, ...);
    ssize_t (*write)(int number, const void *bytes, size_t n);
};

inprocess_library_function ap1000_task_library;

/* ---- both sides -------------------------------------------------------------------------------------------------- */

enum { NOTHING, ENDED, HANDLED };

/* What a signal would do now: a child tries it. One that stops it does nothing to a task. */
static int becomes_of_process(int number)
{
    int status = 0;
    const pid_t pid = fork();
    if (pid == 0) {
        (void)raise(number);
        _exit(NOTHING);
    }
    waitpid(pid, &status, WUNTRACED);
    if (WIFSTOPPED(status)) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        return NOTHING;
    }
    return WIFSIGNALED(status) ? ENDED : WEXITSTATUS(status);
}

static int becomes_of_task(int number)
{
    const struct inprocess_library *library = ap1000_task_library();
    return library->ends_by(inprocess_current, number)   ? ENDED
           : library->handles(inprocess_current, number) ? HANDLED
                                                         : NOTHING;
}

static const struct calls of_task = {task_signal,     task_raise,   task_sigaction, task_sigprocmask,
                                     task_sigpending, task_longjmp, task_getpid,    task_abort,
                                     becomes_of_task, task_open,    task_write};
static const struct calls of_process = {signal, raise, sigaction,          sigprocmask, sigpending, longjmp,
                                        getpid, abort, becomes_of_process, open,        write};

/* ---- what is looked at ------------------------------------------------------------------------------------------- */

static const struct calls *now; /* of the side that runs, for handlers */

static void say_mask(const char *what, const sigset_t *set)
{
    same_calls_say("%s", what);
    for (int n = 1; n < NSIG; n++)
        if (sigismember(set, n) == 1)
            same_calls_say(" %d", n);
    same_calls_say("\n");
}

static void say_masks(const struct calls *c)
{
    sigset_t set;
    R(c->sigprocmask(SIG_BLOCK, NULL, &set));
    say_mask("blocked:", &set);
    R(c->sigpending(&set));
    say_mask("waiting:", &set);
}

static void hear(int number)
{
    same_calls_say("heard %d\n", number);
    say_masks(now);
}

static void hear_more(int number, siginfo_t *why, void *context)
{
    same_calls_say("heard %d: %d %d %d %d %d\n", number, why->si_signo, why->si_code, why->si_pid == now->getpid(),
                   why->si_uid == getuid(), context != NULL);
    say_masks(now);
}

static void raise_another(int number)
{
    same_calls_say("in %d\n", number);
    now->raise(number);
    now->raise(SIGUSR2);
    same_calls_say("out %d\n", number);
}

static const char *name_of(void (*handler)(int))
{
    return handler == SIG_DFL            ? "default"
           : handler == SIG_IGN          ? "ignored"
           : handler == SIG_ERR          ? "error"
           : handler == hear             ? "hear"
           : handler == (void (*)(int))2 ? "held"
                                         : "another";
}

#define H(CALL) \
    same_calls_say("%s: %s\n", #CALL, (errno = 0, name_of(CALL))), same_calls_say("%s\n", strerrorname_np(errno))

static sigset_t set_of(int a, int b)
{
    sigset_t s;
    sigemptyset(&s);
    sigaddset(&s, a);
    sigaddset(&s, b);
    return s;
}

static void say_action(const struct calls *c, int number)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    R(c->sigaction(number, NULL, &a));
    same_calls_say("%d: %s %x", number, name_of(a.sa_handler), (unsigned)a.sa_flags & ~0x04000000u /* SA_RESTORER */);
    say_mask("", &a.sa_mask);
}

/* ---- actions ----------------------------------------------------------------------------------------------------- */

static void actions(const struct calls *c)
{
    static const int numbers[] = {-1, 0, 1, SIGKILL, SIGUSR1, SIGCHLD, SIGSTOP, 31, 32, 33, 34, 64, 65, 1000};
    const struct sigaction plain = {.sa_handler = SIG_DFL};
    now = c;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const int n = numbers[i];
        struct sigaction a = {.sa_handler = hear, .sa_flags = SA_RESTART | SA_NODEFER}, before;
        sigfillset(&a.sa_mask);
        H(c->signal(n, hear));
        H(c->signal(n, SIG_IGN));
        H(c->signal(n, SIG_ERR));
        say_action(c, n);
        H(c->signal(n, hear));
        say_action(c, n);
        R(c->sigaction(n, &a, &before));
        say_action(c, n);
        R(c->sigaction(n, &plain, NULL));
        R(c->sigaction(n, NULL, NULL));
    }
}

static void handlers(const struct calls *c)
{
    struct sigaction a = {.sa_sigaction = hear_more, .sa_flags = SA_SIGINFO, .sa_mask = set_of(SIGUSR2, SIGKILL)};
    now = c;
    R(c->raise(0));
    R(c->raise(-1));
    R(c->raise(65));
    R(c->sigaction(SIGUSR1, &a, NULL));
    R(c->raise(SIGUSR1));
    a.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
    R(c->sigaction(SIGUSR1, &a, NULL));
    R(c->raise(SIGUSR1));
    say_action(c, SIGUSR1);
    H(c->signal(SIGHUP, hear));
    R(c->raise(SIGHUP));
    say_action(c, SIGHUP);
    H(c->signal(64, hear));
    R(c->raise(64));
    H(c->signal(34, hear));
    R(c->raise(34));
    say_masks(c);
}

/* Who is not the superuser: that is told with the signal. */
static void handlers_of_nobody(const struct calls *c)
{
    const struct sigaction a = {.sa_sigaction = hear_more, .sa_flags = SA_SIGINFO};
    now = c;
    if (getuid() == 0 && setuid(65534) != 0)
        return;
    R(c->sigaction(SIGUSR1, &a, NULL));
    R(c->raise(SIGUSR1));
}

static void handlers_in_handlers(const struct calls *c)
{
    struct sigaction a = {.sa_handler = raise_another, .sa_mask = set_of(SIGUSR2, SIGUSR2)};
    now = c;
    R(c->sigaction(SIGWINCH, &a, NULL));
    H(c->signal(SIGUSR2, hear));
    sigset_t both = set_of(SIGWINCH, SIGUSR2);
    R(c->sigprocmask(SIG_BLOCK, &both, NULL));
    R(c->raise(SIGUSR2));
    say_masks(c);
    R(c->sigprocmask(SIG_UNBLOCK, &both, NULL));
    a.sa_handler = hear;
    sigfillset(&a.sa_mask);
    R(c->sigaction(SIGURG, &a, NULL));
    R(c->sigprocmask(SIG_BLOCK, &a.sa_mask, NULL));
    for (int n = 1; n < NSIG; n++)
        if (n != 32 && n != 33 && n != SIGKILL && n != SIGSTOP && n != SIGUSR2)
            c->signal(n, hear);
    for (int n = NSIG - 1; n > 0; n -= 7)
        if (n != 32 && n != 33 && n != SIGKILL && n != SIGSTOP)
            R(c->raise(n));
    say_masks(c);
    R(c->sigprocmask(SIG_UNBLOCK, &a.sa_mask, NULL));
    say_masks(c);
}

/* ---- masks ------------------------------------------------------------------------------------------------------- */

static void masks(const struct calls *c)
{
    const sigset_t some = set_of(SIGUSR1, 40), other = set_of(SIGHUP, 64);
    sigset_t before, all;
    now = c;
    say_masks(c);
    R(c->sigprocmask(SIG_BLOCK, &some, &before));
    say_mask("before:", &before);
    R(c->sigprocmask(SIG_BLOCK, &other, &before));
    say_mask("before:", &before);
    R(c->sigprocmask(SIG_UNBLOCK, &some, NULL));
    say_masks(c);
    R(c->sigprocmask(SIG_SETMASK, &some, NULL));
    R(c->sigprocmask(77, &some, &before));
    R(c->sigprocmask(77, NULL, &before));
    say_mask("before:", &before);
    sigfillset(&all);
    memset(&all, 0xff, sizeof all);
    R(c->sigprocmask(SIG_SETMASK, &all, NULL));
    say_masks(c);
    R(c->raise(SIGUSR1));
    R(c->raise(SIGCHLD));
    R(c->raise(SIGTERM));
    R(c->raise(64));
    say_masks(c);
    H(c->signal(SIGTERM, SIG_IGN));
    H(c->signal(SIGCHLD, SIG_DFL));
    H(c->signal(64, hear));
    say_masks(c);
    H(c->signal(SIGUSR1, hear));
    R(c->sigprocmask(SIG_UNBLOCK, &all, NULL));
    say_masks(c);
}

static void waits_and_ends(const struct calls *c)
{
    const sigset_t some = set_of(SIGTERM, SIGHUP);
    now = c;
    R(c->sigprocmask(SIG_BLOCK, &some, NULL));
    R(c->raise(SIGTERM));
    H(c->signal(SIGHUP, hear));
    R(c->raise(SIGHUP));
    R(c->sigprocmask(SIG_UNBLOCK, &some, NULL));
    same_calls_say("not here\n");
}

static void aborts(const struct calls *c)
{
    sigset_t all;
    now = c;
    sigfillset(&all);
    R(c->sigprocmask(SIG_BLOCK, &all, NULL));
    H(c->signal(SIGABRT, hear));
    c->abort();
}

/* ---- jumps ------------------------------------------------------------------------------------------------------- */

static sigjmp_buf back;

static void jump(int number)
{
    same_calls_say("jump from %d\n", number);
    now->longjmp(back, number);
}

/* Before it jumps back, what was blocked at sigsetjmp is so again: if that was kept. The place is made by libc's own,
 * in which a task notes the mask: a program in process calls task_sigsetjmp. */
static void jumps(const struct calls *c)
{
    const sigset_t some = set_of(SIGUSR2, SIGWINCH), first[] = {set_of(SIGHUP, 40), set_of(SIGTERM, 41)};
    now = c;
    H(c->signal(SIGUSR1, jump));
    H(c->signal(SIGWINCH, hear));
    for (volatile int keeps = 0; keeps < 2; keeps++) {
        R(c->sigprocmask(SIG_SETMASK, &first[keeps], NULL));
        volatile int came = c == &of_task ? task_sigsetjmp(back, keeps) : __sigsetjmp(back, keeps);
        same_calls_say("came with %d\n", came);
        say_masks(c);
        if (came == 0) {
            R(c->sigprocmask(SIG_BLOCK, &some, NULL));
            R(c->raise(SIGWINCH));
            R(c->raise(SIGUSR1));
        }
    }
    if (c == &of_task ? task_sigsetjmp(back, 0) : __sigsetjmp(back, 0))
        return;
    c->longjmp(back, 0);
}

/* ---- a pipe that nobody reads ---- */

static void change_errno(int number)
{
    same_calls_say("heard %d\n", number);
    errno = EDOM;
}

static void broken_pipes(const struct calls *c)
{
    same_calls_clean();
    R(mkfifo("f", 0600));
    const int reads = open("f", O_RDONLY | O_NONBLOCK), number = c->open("f", O_WRONLY);
    same_calls_say("%d\n", number >= 0);
    close(reads);
    (void)c->signal(SIGPIPE, change_errno);
    R(c->write(number, "a", 1));
    (void)c->signal(SIGPIPE, SIG_IGN);
    R(c->write(number, "a", 1));
    (void)c->signal(SIGPIPE, SIG_DFL);
    R(c->write(number, "a", 1)); /* its end */
}

/* ---- what would become of it ------------------------------------------------------------------------------------- */

static void leave(int number)
{
    _exit(HANDLED);
}

static void what_becomes(const struct calls *c)
{
    now = c;
    for (int n = 0; n <= NSIG; n++) {
        if (n == 32 || n == 33 || n == SIGCHLD)
            continue; /* libc's own; the child's own */
        const bool may = n > 0 && n < NSIG && n != SIGKILL && n != SIGSTOP;
        const sigset_t one = set_of(may ? n : SIGHUP, SIGHUP);
        same_calls_say("%d: %d", n, c->becomes(n));
        (void)c->signal(n, SIG_IGN);
        same_calls_say(" %d", c->becomes(n));
        (void)c->signal(n, leave);
        same_calls_say(" %d", c->becomes(n));
        (void)c->sigprocmask(SIG_BLOCK, &one, NULL);
        same_calls_say(" %d", c->becomes(n));
        (void)c->signal(n, SIG_DFL);
        same_calls_say(" %d\n", c->becomes(n));
        (void)c->sigprocmask(SIG_UNBLOCK, &one, NULL);
    }
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

int main(void)
{
    static const struct same_calls_row rows[] = {SAME_CALLS_ROW(actions),
                                                 SAME_CALLS_ROW(handlers),
                                                 SAME_CALLS_ROW(handlers_in_handlers),
                                                 SAME_CALLS_ROW(masks),
                                                 SAME_CALLS_ROW(waits_and_ends),
                                                 SAME_CALLS_ROW(aborts),
                                                 SAME_CALLS_ROW(what_becomes),
                                                 SAME_CALLS_ROW(jumps),
                                                 SAME_CALLS_ROW(broken_pipes),
                                                 {"handlers of nobody", handlers_of_nobody, SAME_CALLS_PIPE, ""}};
    return same_calls_expect_all(rows, sizeof rows / sizeof rows[0], &of_task, &of_process);
}
