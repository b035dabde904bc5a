/* libc.c - libpvm3's replacements of the libc calls that wait for time.
 *
 * See clocks.c for the rules, descriptors.c for select and poll, alarms.c for what waits for signals, names.c for
 * hosts. Functions that wait inside libc keep to real time. */
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "call.h"
#include "spans.h"

#define NS_PER_S 1000000000

mach_ns pvmi_span_ns(int64_t s, int64_t ns)
{
    return s > INT64_MAX / (2 * (int64_t)NS_PER_S) ? INT64_MAX / 2 : s * NS_PER_S + ns;
}

long pvmi_wait_in_system(long number, long a, long b, long c, long d, long e, long f)
{
    const struct pvm_task *t = *mach_task_slot();
    unsigned looks, handled;
    long result;
    do {
        looks = t != NULL ? t->signals.looks : 0;
        handled = t != NULL ? t->signals.handled : 0;
        result = syscall(number, a, b, c, d, e, f);
    } while (result < 0 && errno == EINTR && t != NULL && t == *mach_task_slot() && t->signals.looks != looks &&
             t->signals.handled == handled);
    return result;
}

/* ---- sleeping ---------------------------------------------------------------------------------------------------- */

PVM_PUBLIC unsigned sleep(unsigned seconds)
{
    struct timespec ts = {seconds, 0};
    if (pvmi_clock_simulated()) {
        mach_ns left = pvmi_clock_idle(pvmi_span_ns(seconds, 0));
        return (unsigned)(left / NS_PER_S); /* rounded down, as libc does */
    }
    return syscall(SYS_nanosleep, &ts, &ts) == 0 ? 0 : (unsigned)ts.tv_sec;
}

bool pvmi_cut_short(mach_ns left, struct timespec *out)
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
    struct timespec ts = {us / 1000000, us % 1000000 * 1000};
    if (!pvmi_clock_simulated())
        return (int)syscall(SYS_nanosleep, &ts, NULL);
    return pvmi_cut_short(pvmi_clock_idle((mach_ns)us * 1000), NULL) ? -1 : 0;
}

static bool bad_timespec(const struct timespec *ts)
{
    return ts->tv_sec < 0 || ts->tv_nsec < 0 || ts->tv_nsec >= NS_PER_S;
}

PVM_PUBLIC int nanosleep(const struct timespec *span, struct timespec *left)
{
    if (!pvmi_clock_simulated() || span == NULL)
        return (int)syscall(SYS_nanosleep, span, left);
    if (bad_timespec(span)) {
        errno = EINVAL;
        return -1;
    }
    return pvmi_cut_short(pvmi_clock_idle(pvmi_span_ns(span->tv_sec, span->tv_nsec)), left) ? -1 : 0;
}

/* clock_nanosleep returns the error code itself, as POSIX wants. */
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
    if (!ours || !pvmi_clock_simulated() || when == NULL)
        return real_clock_nanosleep(id, flags, when, left);
    if (bad_timespec(when))
        return EINVAL;
    if (flags & TIMER_ABSTIME)
        clock_gettime(id, &now);
    mach_ns span = pvmi_span_ns(when->tv_sec - now.tv_sec, when->tv_nsec - now.tv_nsec);
    int before = errno;
    bool cut = span > 0 && pvmi_cut_short(pvmi_clock_idle(span), flags & TIMER_ABSTIME ? NULL : left);
    errno = before;
    return cut ? EINTR : 0;
}
