/* alarms.c - libpvm3's replacements of the libc calls that set the alarm clock or wait for a signal. core/signals.c
 * raises the signals. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "call.h"
#include "life.h"
#include "calls_state.h"
#include "due.h"
#include "process.h"
#include "spans.h"

#define NS_PER_S 1000000000
#define FOREVER_NS (INT64_MAX / 2)

/* ---- the alarm clock --------------------------------------------------------------------------------------------- */

/* Microseconds that are out of range, and times that are too long to count, are refused, as the system does. */
static bool read_timeval(const struct timeval *tv, mach_ns *out)
{
    if (tv->tv_sec < 0 || tv->tv_usec < 0 || tv->tv_usec >= 1000000)
        return false;
    *out =
        tv->tv_sec > FOREVER_NS / NS_PER_S ? FOREVER_NS : tv->tv_sec * (mach_ns)NS_PER_S + tv->tv_usec * (mach_ns)1000;
    return true;
}

static struct timeval timeval_of(mach_ns ns)
{
    return (struct timeval){ns / NS_PER_S, ns % NS_PER_S / 1000};
}

/* Whose alarm it is; NULL: the system's own timer is meant. */
static struct pvm_task *task_of_timer(__itimer_which_t which)
{
    struct pvm_task *t = which == ITIMER_REAL && pvmi_clock_simulated() ? pvmi_task_state() : NULL;
    pvmi_comes_in(t);
    return t;
}

/* What is left is never 0 as long as the alarm is set, since it has not rung yet. */
static struct itimerval alarm_left(const struct pvm_task *t)
{
    if (t->signals.alarm_at == 0)
        return (struct itimerval){{0, 0}, {0, 0}};
    mach_ns left = t->signals.alarm_at - pvmi_clock_of(t);
    return (struct itimerval){timeval_of(t->signals.alarm_every), timeval_of(left < 1000 ? 1000 : left)};
}

static void set_alarm(struct pvm_task *t, mach_ns first, mach_ns every)
{
    mach_ns now = pvmi_clock_of(t);
    pvmi_set_alarm_at(t, first > 0 ? now + (first < FOREVER_NS - now ? first : FOREVER_NS - now) : 0);
    t->signals.alarm_every = first > 0 ? every : 0;
}

PVM_PUBLIC int getitimer(__itimer_which_t which, struct itimerval *now)
{
    const struct pvm_task *t = task_of_timer(which);
    if (t == NULL || now == NULL)
        return (int)syscall(SYS_getitimer, which, now);
    *now = alarm_left(t);
    return 0;
}

PVM_PUBLIC int setitimer(__itimer_which_t which, const struct itimerval *restrict wanted,
                         struct itimerval *restrict old)
{
    static const struct itimerval none = {{0, 0}, {0, 0}};
    mach_ns first, every;
    struct pvm_task *t = task_of_timer(which);
    if (t == NULL)
        return (int)syscall(SYS_setitimer, which, wanted, old);
    if (wanted == NULL)
        wanted = &none; /* Linux takes it so */
    if (!read_timeval(&wanted->it_value, &first) || !read_timeval(&wanted->it_interval, &every)) {
        errno = EINVAL;
        return -1;
    }
    if (old != NULL)
        *old = alarm_left(t);
    set_alarm(t, first, every);
    return 0;
}

/* Returns the seconds that were left of the alarm before, rounded to the nearest, but never to 0. */
PVM_PUBLIC unsigned alarm(unsigned seconds)
{
    struct itimerval wanted = {{0, 0}, {seconds, 0}}, old = {{0, 0}, {0, 0}};
    (void)setitimer(ITIMER_REAL, &wanted, &old);
    bool up = old.it_value.tv_usec >= 500000 || (old.it_value.tv_sec == 0 && old.it_value.tv_usec > 0);
    return (unsigned)old.it_value.tv_sec + up;
}

PVM_PUBLIC useconds_t ualarm(useconds_t first, useconds_t every)
{
    struct itimerval wanted = {timeval_of((mach_ns)every * 1000), timeval_of((mach_ns)first * 1000)};
    struct itimerval old = {{0, 0}, {0, 0}};
    if (setitimer(ITIMER_REAL, &wanted, &old) != 0)
        return (useconds_t)-1;
    return (useconds_t)(old.it_value.tv_sec * 1000000 + old.it_value.tv_usec);
}

/* ---- waiting for a signal ---------------------------------------------------------------------------------------- */

/* Returns true if others than tasks can send a signal. The end of a child comes in real time, and so may any signal to
 * a program that was started by hand. */
static bool others_may_wake(const struct pvm_task *t)
{
    siginfo_t info;
    if (t == NULL || !t->joined || t->who.parent_tid == PvmNoParent)
        return true;
    int before = errno;
    bool no_child = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0;
    errno = before;
    return !no_child;
}

/* Returns true if something other than a task's signal or the alarm can end a wait. */
static bool may_wake_in_real_time(const struct pvm_task *t)
{
    struct mach_beside b = {0};
    return ((t == NULL || t->signals.alarm_at == 0) && others_may_wake(t)) || pvmi_clock_beside(t, &b);
}

/* Others may be the task while this thread waits. */
static bool has_one_thread(void)
{
    struct stat threads;
    return stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
}

/* Lets simulated time pass until a handler has run. Returns false if what is awaited may come in real time. */
static bool idle_until_signal(void)
{
    while (pvmi_clock_simulated() && !may_wake_in_real_time(*mach_task_slot()))
        if (pvmi_clock_idle(FOREVER_NS) > 0) {
            errno = EINTR;
            return true;
        }
    return false;
}

PVM_PUBLIC int pause(void)
{
    return idle_until_signal() ? -1 : (int)pvmi_wait_in_system(SYS_ppoll, 0, 0, 0, 0, 0, 0);
}

#define KERNEL_SET_BYTES 8 /* the size of a signal set in system calls: 64 signals */

/* Does the system find a set there? If not, errno is what its calls give. It copies the set before it sees that there
 * is nothing to do with it. The header lets the compiler believe that programs give no NULL; volatile does not. */
static bool is_set(const sigset_t *volatile set)
{
    const int before = errno;
    if (set == NULL || (syscall(SYS_rt_sigprocmask, -1, set, NULL, KERNEL_SET_BYTES) < 0 && errno == EFAULT)) {
        errno = EFAULT;
        return false;
    }
    errno = before;
    return true;
}

/* Returns true if a signal is pending because it is blocked now, and `mask` does not block it. */
static bool is_pending_behind(const sigset_t *mask)
{
    sigset_t pending, now;
    bool is = false;
    (void)sigpending(&pending);
    (void)sigprocmask(SIG_SETMASK, NULL, &now);
    for (int number = 1; number < NSIG; number++)
        is |= sigismember(&pending, number) == 1 && sigismember(&now, number) == 1 && sigismember(mask, number) == 0;
    return is;
}

/* Lets through what is pending and what this mask does not block. Returns true, with errno, if that ends the wait: a
 * handler has run, or it is no mask. */
static bool pending_has_run(const sigset_t *mask)
{
    struct timespec none = {0, 0};
    return !is_set(mask) || (is_pending_behind(mask) && syscall(SYS_ppoll, NULL, 0, &none, mask, KERNEL_SET_BYTES) < 0);
}

/* A signal in real time must not be let through before the system waits for it, or it would be lost. */
PVM_PUBLIC int sigsuspend(const sigset_t *mask)
{
    sigset_t before;
    if (pending_has_run(mask))
        return -1;
    if (!pvmi_clock_simulated() || may_wake_in_real_time(*mach_task_slot()))
        return (int)pvmi_wait_in_system(SYS_rt_sigsuspend, (long)mask, KERNEL_SET_BYTES, 0, 0, 0, 0);
    (void)sigprocmask(SIG_SETMASK, mask, &before);
    bool came = idle_until_signal();
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return came ? -1 : (int)pvmi_wait_in_system(SYS_rt_sigsuspend, (long)mask, KERNEL_SET_BYTES, 0, 0, 0, 0);
}

/* Of the program's signals, not of the library's own: where the alarm is awaited, it is looked at when that one comes.
 * In a task that only the machine can wake, simulated time passes. */
static int take_signal(const sigset_t *wanted, siginfo_t *info, const struct timespec *limit)
{
    const int ring = process_ring_signal();
    sigset_t set;
    siginfo_t own, *came = info != NULL ? info : &own;
    int number;
    const struct timespec none = {0, 0};
    const bool idles =
        limit == NULL && pvmi_clock_simulated() && !others_may_wake(*mach_task_slot()) && has_one_thread();
    if (!is_set(wanted))
        return -1;
    set = *wanted;
    if (sigismember(wanted, SIGALRM) == 1)
        (void)sigaddset(&set, ring);
    else
        (void)sigdelset(&set, ring);
    for (;;) {
        number = (int)syscall(SYS_rt_sigtimedwait, &set, came, idles ? &none : limit, KERNEL_SET_BYTES);
        if (number == ring) {
            pvmi_alarm_looks((enum process_ring)came->si_value.sival_int);
        } else if (number > 0 || errno != EAGAIN || !idles) {
            break;
        } else if (pvmi_clock_idle_to_signal(FOREVER_NS)) {
            errno = EINTR;
            break;
        }
    }
    if (number > 0 && came->si_code == SI_TKILL) /* by raise(): glibc hides it too */
        came->si_code = SI_USER;
    return number;
}

PVM_PUBLIC int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                            const struct timespec *restrict limit)
{
    return take_signal(set, info, limit);
}

PVM_PUBLIC int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
    return take_signal(set, info, NULL);
}

PVM_PUBLIC int sigwait(const sigset_t *restrict set, int *restrict number)
{
    const int before = errno;
    int n;
    while ((n = take_signal(set, NULL, NULL)) < 0 && errno == EINTR)
        ;
    const int why = errno;
    errno = before;
    if (n > 0)
        *number = n;
    return n > 0 ? 0 : why;
}

/* ---- ... or for descriptors, with other signals let through meanwhile -------------------------------------------- */

/* Without a time limit the process waits in real time, as in select and poll; but it does not wait for messages. */
static bool waits_simulated(const struct timespec *span)
{
    bool good = span == NULL || (span->tv_sec >= 0 && span->tv_nsec >= 0 && span->tv_nsec < NS_PER_S);
    return pvmi_clock_simulated() && good && (span != NULL || pvmi_message_fd(pvmi_self()) >= 0);
}

PVM_PUBLIC int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *span, const sigset_t *mask)
{
    sigset_t before;
    if (!waits_simulated(span))
        return (int)pvmi_wait_in_system(SYS_ppoll, (long)fds, (long)n, (long)span, (long)mask, KERNEL_SET_BYTES, 0);
    if (mask != NULL && pending_has_run(mask))
        return -1;
    (void)sigprocmask(SIG_SETMASK, mask, &before); /* NULL: changes nothing */
    mach_ns ms = span == NULL ? -1 : (pvmi_span_ns(span->tv_sec, span->tv_nsec) + 999999) / 1000000;
    int ready = poll(fds, n, ms < INT_MAX ? (int)ms : INT_MAX);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}

PVM_PUBLIC int pselect(int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e,
                       const struct timespec *restrict span, const sigset_t *restrict mask)
{
    sigset_t before;
    if (!waits_simulated(span)) {
        struct timespec copy = span != NULL ? *span : (struct timespec){0, 0}; /* the system stores what was left */
        struct {
            const sigset_t *set;
            size_t bytes;
        } argument = {mask, KERNEL_SET_BYTES};
        return (int)pvmi_wait_in_system(SYS_pselect6, n, (long)r, (long)w, (long)e, span != NULL ? (long)&copy : 0,
                                        (long)&argument);
    }
    if (mask != NULL && pending_has_run(mask))
        return -1;
    (void)sigprocmask(SIG_SETMASK, mask, &before); /* NULL: changes nothing */
    struct timeval limit = {0, 0};
    if (span != NULL)
        limit = (struct timeval){span->tv_sec, (span->tv_nsec + 999) / 1000};
    int ready = select(n, r, w, e, span != NULL ? &limit : NULL);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}
