/* unix_process.c - process.h for a task that is a Unix process of its own, and that task's orderly end. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "extra.h"
#include "pvm3.h"
#include "process.h"
#include "public.h"
#include "life.h"

/* The variables that programs know by name. They are part of PVM's binary interface, so a process has one of each. The
 * library never writes the last two: pvmdebmask is for debugging output that this library does not have, and pvmctrc
 * says how children are traced (not at all). */
PVM_PUBLIC int pvm_errno = 0;
PVM_PUBLIC int pvmmyctx = 0;
PVM_PUBLIC int pvmdebmask = 0;
PVM_PUBLIC struct pvmi_tracer pvmctrc = {0, 0, 0, 0, 0, 0, 0, 0, "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"};

int *process_errno(void)
{
    return &pvm_errno;
}

int *process_context(void)
{
    return &pvmmyctx;
}

int process_id(void)
{
    return (int)getpid();
}

void process_exit(int code)
{
    exit(code);
}

void process_abort(void)
{
    abort();
}

/* exit(3) without pvm_exit is an orderly end, too. */
__attribute__((destructor)) static void process_ends(void)
{
    pvmi_task_end();
}

/* ---- signals ----------------------------------------------------------------------------------------------------- */

/* Returns true if the signal would run a function of the program now. */
static bool has_handler(int number)
{
    struct sigaction now;
    sigset_t blocked;
    if (sigaction(number, NULL, &now) != 0 || sigprocmask(SIG_BLOCK, NULL, &blocked) != 0)
        return false;
    return now.sa_handler != SIG_IGN && now.sa_handler != SIG_DFL && sigismember(&blocked, number) == 0;
}

bool process_raise(int number)
{
    bool handled = has_handler(number);
    if (handled)
        (void)raise(number); /* it runs in this thread, before this returns */
    else
        (void)kill(getpid(), number); /* another thread may wait for it */
    return handled;
}

/* A signal of our own, for the thread that asks: two of real time, and none that glibc uses. */
#define RING_SIGNAL (SIGRTMAX - 3)

static void rings(int number, siginfo_t *why, void *context)
{
    (void)number;
    (void)context;
    int before = errno;
    pvmi_alarm_looks((enum process_ring)why->si_value.sival_int);
    errno = before;
}

int process_ring_signal(void)
{
    return RING_SIGNAL;
}

/* Another signal can come meanwhile, and its handler may jump. */
static bool may_ring(bool cuts)
{
    struct sigaction now, alarm, ring = {.sa_sigaction = rings};
    if (sigaction(RING_SIGNAL, NULL, &now) != 0 || sigaction(SIGALRM, NULL, &alarm) != 0)
        return false;
    ring.sa_flags = SA_SIGINFO | SA_NODEFER | (cuts ? alarm.sa_flags & SA_RESTART : SA_RESTART);
    return (now.sa_handler == SIG_DFL || now.sa_sigaction == rings) && sigaction(RING_SIGNAL, &ring, NULL) == 0;
}

void process_ring_after(int *timer, enum process_ring which, int64_t ns, bool cuts)
{
    const clockid_t clock = which == PROCESS_RING_REAL ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    struct sigevent how = {
        .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = RING_SIGNAL, .sigev_value = {.sival_int = which}};
    struct itimerspec once = {.it_value = {ns / 1000000000, ns % 1000000000}};
    int id;
    if (*timer == 0 && ns == 0)
        return;
    if (*timer == 0) {
        how._sigev_un._tid = (int)syscall(SYS_gettid);
        if (!may_ring(cuts) || syscall(SYS_timer_create, clock, &how, &id) != 0)
            return;
        *timer = id + 1;
    }
    if (which == PROCESS_RING_REAL && ns != 0)
        (void)may_ring(cuts);
    (void)syscall(SYS_timer_settime, *timer - 1, 0, &once, NULL);
}

/* ---- streams, environment, folders ------------------------------------------------------------------------------- */

FILE *process_stdout(void)
{
    return stdout;
}

FILE *process_stderr(void)
{
    return stderr;
}

char *process_variable(const char *name)
{
    return getenv(name);
}

int process_set_variable(const char *name, const char *value)
{
    return setenv(name, value, 1);
}

int process_put_variable(char *pair)
{
    return putenv(pair);
}

void process_folder(char *path, size_t room)
{
    if (getcwd(path, room) == NULL)
        path[0] = 0;
}

void process_program_folder(char *path, size_t room)
{
    ssize_t n = readlink("/proc/self/exe", path, room - 1);
    path[n > 0 ? n : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        slash[slash == path] = 0;
}
