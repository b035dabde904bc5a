/* libc.c - what libpvm3 puts before libc's calls that wait for time, and before those that tell the host's name. See
 * clock.c for the rules. alarm, timers and whatever waits inside libc keep to real time.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pvmi.h"

#define NS_PER_S 1000000000

/* Too long to count is as long as can be. */
static mach_ns span_ns(int64_t s, int64_t ns)
{
    return s > INT64_MAX / (2 * (int64_t)NS_PER_S) ? INT64_MAX / 2 : s * NS_PER_S + ns;
}

static int real_nanosleep(mach_ns span)
{
    struct timespec ts = {span / NS_PER_S, span % NS_PER_S};
    return (int)syscall(SYS_nanosleep, &ts, NULL);
}

/* ---- sleeping ---------------------------------------------------------------------------------------------------- */

PVM_PUBLIC unsigned sleep(unsigned seconds)
{
    struct timespec ts = {seconds, 0};
    if (pvmi_clock_simulated()) {
        mach_ns left = pvmi_clock_idle(span_ns(seconds, 0));
        return (unsigned)((left + NS_PER_S - 1) / NS_PER_S);
    }
    return syscall(SYS_nanosleep, &ts, &ts) == 0 ? 0 : (unsigned)ts.tv_sec;
}

/* Was a wait cut short by a signal? Then errno says so, and *out what was left. */
static bool cut_short(mach_ns left, struct timespec *out)
{
    if (left == 0)
        return false;
    if (out != NULL)
        *out = (struct timespec){left / NS_PER_S, left % NS_PER_S};
    errno = EINTR;
    return true;
}

PVM_PUBLIC int usleep(useconds_t us)
{
    if (!pvmi_clock_simulated())
        return real_nanosleep((mach_ns)us * 1000);
    return cut_short(pvmi_clock_idle((mach_ns)us * 1000), NULL) ? -1 : 0;
}

/* Could anything but another task's signal end a pause? A timer and the end of a child come in real time, and so may any
 * signal to a program that somebody started by hand. */
static bool wakes_in_real_time(const struct pvm_task *t)
{
    struct itimerval timer = {{0, 0}, {0, 0}};
    siginfo_t info;
    if (t == NULL || t->who.parent_tid < 0 || (getitimer(ITIMER_REAL, &timer) == 0 && timerisset(&timer.it_value)))
        return true;
    int before = errno;
    bool no_child = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0;
    errno = before;
    return !no_child;
}

PVM_PUBLIC int pause(void)
{
    if (!pvmi_clock_simulated() || wakes_in_real_time(pvmi_self()))
        return (int)syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
    (void)cut_short(pvmi_clock_idle(INT64_MAX / 2), NULL);
    return -1;
}

static bool bad_timespec(const struct timespec *ts)
{
    return ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec >= NS_PER_S;
}

PVM_PUBLIC int nanosleep(const struct timespec *span, struct timespec *left)
{
    if (!pvmi_clock_simulated())
        return (int)syscall(SYS_nanosleep, span, left);
    if (bad_timespec(span)) {
        errno = EINVAL;
        return -1;
    }
    return cut_short(pvmi_clock_idle(span_ns(span->tv_sec, span->tv_nsec)), left) ? -1 : 0;
}

/* Gives the error code itself, as POSIX wants it. */
static int real_clock_nanosleep(clockid_t id, int flags, const struct timespec *when, struct timespec *left)
{
    int before = errno;
    int code = syscall(SYS_clock_nanosleep, id, flags, when, left) == 0 ? 0 : errno;
    errno = before;
    return code;
}

PVM_PUBLIC int clock_nanosleep(clockid_t id, int flags, const struct timespec *when, struct timespec *left)
{
    struct timespec now = {0, 0};
    bool ours = id == CLOCK_REALTIME || id == CLOCK_MONOTONIC || id == CLOCK_BOOTTIME || id == CLOCK_TAI;
    if (!ours || !pvmi_clock_simulated())
        return real_clock_nanosleep(id, flags, when, left);
    if (bad_timespec(when))
        return EINVAL;
    if (flags & TIMER_ABSTIME)
        clock_gettime(id, &now);
    mach_ns span = span_ns(when->tv_sec - now.tv_sec, when->tv_nsec - now.tv_nsec);
    int before = errno;
    bool cut = span > 0 && cut_short(pvmi_clock_idle(span), flags & TIMER_ABSTIME ? NULL : left);
    errno = before;
    return cut ? EINTR : 0;
}

/* ---- waiting for descriptors --------------------------------------------------------------------------------------
 */

/* A look at descriptors costs simulated time, as a loop that polls must come to an end. */
static void charge_look(void)
{
    struct pvm_task *t = pvmi_self();
    if (t != NULL)
        pvmi_charge(t, MACH_COST_CLOCK);
}

/* Descriptors are the real ones: they are looked at now and when the simulated time is over. Without an end the process
 * waits for real. */
PVM_PUBLIC int poll(struct pollfd *fds, nfds_t n, int timeout_ms)
{
    if (timeout_ms < 0 || !pvmi_clock_simulated())
        return (int)syscall(SYS_poll, fds, n, timeout_ms);
    charge_look();
    int ready = n > 0 ? (int)syscall(SYS_poll, fds, n, 0) : 0;
    if (ready != 0 || timeout_ms == 0)
        return ready;
    if (cut_short(pvmi_clock_idle((mach_ns)timeout_ms * 1000000), NULL))
        return -1;
    return n > 0 ? (int)syscall(SYS_poll, fds, n, 0) : 0;
}

struct sets {
    fd_set set[3];
};

/* One real look that leaves *asked as it was. */
static int look(int n, const struct sets *asked, fd_set *const out[3])
{
    struct sets s = *asked;
    struct timeval none = {0, 0};
    fd_set *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = out[i] != NULL ? &s.set[i] : NULL;
    int ready = (int)syscall(SYS_select, n, p[0], p[1], p[2], &none);
    for (int i = 0; i < 3 && ready >= 0; i++)
        if (out[i] != NULL)
            memcpy(out[i], &s.set[i], (size_t)(n + 63) / 64 * 8);
    return ready;
}

PVM_PUBLIC int select(int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e, struct timeval *restrict span)
{
    struct sets asked;
    fd_set *out[3] = {r, w, e};
    if (span == NULL || n < 0 || n > FD_SETSIZE || !pvmi_clock_simulated())
        return (int)syscall(SYS_select, n, r, w, e, span);
    if (span->tv_sec < 0 || span->tv_usec < 0) {
        errno = EINVAL;
        return -1;
    }
    for (int i = 0; i < 3; i++)
        if (out[i] != NULL)
            memcpy(&asked.set[i], out[i], (size_t)(n + 63) / 64 * 8);
    charge_look();
    int ready = look(n, &asked, out);
    mach_ns ns = span_ns(span->tv_sec, (int64_t)span->tv_usec * 1000);
    if (ready != 0 || ns == 0)
        return ready;
    struct timespec left = {0, 0};
    bool cut = cut_short(pvmi_clock_idle(ns), &left);
    *span = (struct timeval){left.tv_sec, left.tv_nsec / 1000}; /* as Linux does */
    if (cut)
        return -1;
    return look(n, &asked, out);
}

/* ---- names --------------------------------------------------------------------------------------------------------
 */

/* A task is on its node; a process that is no task keeps the real name. */
static const char *node_name(void)
{
    const struct pvm_task *t = pvmi_self();
    return t != NULL ? t->who.node_name : NULL;
}

PVM_PUBLIC int uname(struct utsname *u)
{
    int code = (int)syscall(SYS_uname, u);
    const char *name = node_name();
    if (code == 0 && name != NULL) {
        memset(u->nodename, 0, sizeof u->nodename);
        strncpy(u->nodename, name, sizeof u->nodename - 1);
    }
    return code;
}

PVM_PUBLIC int gethostname(char *name, size_t room)
{
    struct utsname u;
    if (uname(&u) != 0)
        return -1;
    size_t len = strlen(u.nodename) + 1;
    memcpy(name, u.nodename, len < room ? len : room);
    if (len <= room)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}
