/* clock.c - libpvm3's replacements of the libc calls that read clocks. They give simulated time, so that a program's
 * own timing shows the machine's figures. The calls that wait are in libc.c.
 *
 * They are exported, so that an executable linked with -lpvm3 uses them. They work before main and in a child of fork,
 * and enroll nobody. Where they need the real clock, they use syscall() and not libc, so that they cannot call
 * themselves. pthread_cond_timedwait and other functions inside libc still see real time.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "call.h"
#include "due.h"

#define NS_PER_S 1000000000
#define TICKS_PER_S 100 /* the unit of times(): sysconf(_SC_CLK_TCK) */

bool pvmi_clock_simulated(void)
{
    const struct pvm_task *t = pvmi_self();
    return t != NULL ? t->who.real_time == 0 : mach_early_real() == 0;
}

/* When a task has left, its clock goes on together with that of the process. */
mach_ns pvmi_clock_of(const struct pvm_task *t)
{
    if (t == NULL)
        return mach_early_now();
    return t->joined ? t->ops->now(t->m) : t->clock.left_ns + mach_early_now() - t->clock.left_early_ns;
}

static struct pvm_task *charged_task(void)
{
    struct pvm_task *t = *mach_task_slot();
    if (t != NULL && t->joined)
        pvmi_charge(t, MACH_COST_CLOCK);
    if (t != NULL && t->joined && pvmi_signals_due(t))
        (void)pvmi_signals(t); /* so that a loop that only reads clocks is interrupted, too */
    return t;
}

mach_ns pvmi_clock_now(void)
{
    return pvmi_clock_of(charged_task());
}

/* Of the task's clock, what passed without using the processor; its clock has just been read. */
static mach_ns waited(const struct pvm_task *t)
{
    return t->clock.waited_ns + (t->joined && t->who.late_wait != NULL ? *t->who.late_wait : 0);
}

mach_ns pvmi_clock_cpu(void)
{
    struct pvm_task *t = charged_task();
    if (t == NULL)
        return 0;
    mach_ns now = t->joined ? t->ops->now(t->m) : t->clock.left_ns;
    return now - waited(t);
}

mach_ns pvmi_clock_idle(mach_ns span)
{
    struct pvm_task *t = *mach_task_slot();
    do {
        mach_ns step = span, left = 0;
        if (t != NULL && t->signals.alarm_at != 0) {
            mach_ns rest = t->signals.alarm_at - pvmi_clock_of(t);
            step = rest <= 0 ? 0 : rest < span ? rest : span;
        }
        if (t != NULL && t->joined)
            left = t->ops->idle(t->m, step);
        else
            mach_early_idle(step);
        if (t != NULL && t->joined)
            t->clock.waited_ns += step - left;
        span -= step - left;
        if (t != NULL && pvmi_signals(t))
            return span;
    } while (span > 0);
    return 0;
}

/* ---- the real clock ---------------------------------------------------------------------------------------------- */

static mach_ns real_now(void)
{
    struct timespec ts = {0, 0};
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &ts);
    return (mach_ns)ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

/* How often this thread has given up the processor because it had to wait: not for want of a processor. */
static long waits_so_far(void)
{
    struct rusage r = {0};
    (void)syscall(SYS_getrusage, RUSAGE_THREAD, &r);
    return r.ru_nvcsw;
}

void pvmi_clock_leaves_call(struct pvm_task *t)
{
    if ((t->watched & PVMI_POLLS) != 0)
        t->clock.waits = waits_so_far();
    if ((t->watched & (PVMI_REAL | PVMI_POLLS)) == 0)
        return;
    t->clock.real_ns = real_now();
    t->clock.own_ns = t->ops->now(t->m);
}

void pvmi_clock_follows(struct pvm_task *t)
{
    mach_ns missing = real_now() - t->clock.real_ns - (t->ops->now(t->m) - t->clock.own_ns);
    if (missing > 0)
        (void)pvmi_clock_idle(missing);
}

#define POLLS_A_LOOK 16
#define LOOKS_TO_TELL 3
#define NAP_NS 2000000

void pvmi_clock_polled(struct pvm_task *t)
{
    if (++t->clock.polls % POLLS_A_LOOK == 0 && (t->watched & PVMI_REAL) == 0 && t->clock.naps < LOOKS_TO_TELL)
        t->watched |= PVMI_POLLS;
}

void pvmi_clock_looks(struct pvm_task *t)
{
    bool waited = waits_so_far() > t->clock.waits && real_now() - t->clock.real_ns >= NAP_NS;
    t->watched &= ~PVMI_POLLS;
    t->clock.naps = waited ? t->clock.naps + 1 : 0;
}

bool pvmi_clock_naps(const struct pvm_task *t)
{
    return t->clock.naps >= LOOKS_TO_TELL;
}

/* ---- wall clocks ------------------------------------------------------------------------------------------------- */

PVM_PUBLIC int gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
    if (!pvmi_clock_simulated())
        return (int)syscall(SYS_gettimeofday, tv, tz);
    mach_ns now = pvmi_clock_now();
    tv->tv_sec = MACH_EPOCH_S + now / NS_PER_S;
    tv->tv_usec = now % NS_PER_S / 1000;
    if (tz != NULL)
        memset(tz, 0, sizeof(struct timezone));
    return 0;
}

PVM_PUBLIC time_t time(time_t *out)
{
    time_t s;
    if (pvmi_clock_simulated()) {
        s = MACH_EPOCH_S + pvmi_clock_now() / NS_PER_S;
    } else {
        struct timeval tv = {0, 0};
        syscall(SYS_gettimeofday, &tv, NULL);
        s = tv.tv_sec;
    }
    if (out != NULL)
        *out = s;
    return s;
}

int ftime(struct timeb *tb); /* newer headers do not declare it */
PVM_PUBLIC int ftime(struct timeb *tb)
{
    struct timeval tv;
    gettimeofday(&tv, NULL);
    *tb = (struct timeb){.time = tv.tv_sec, .millitm = (unsigned short)(tv.tv_usec / 1000)};
    return 0;
}

/* ---- clocks by number -------------------------------------------------------------------------------------------- */

enum clock_kind { WALL, SINCE_START, PROCESSOR, NOT_OURS };

static enum clock_kind kind_of(clockid_t id)
{
    switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        return WALL;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        return SINCE_START;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID:
        return PROCESSOR;
    default:
        return NOT_OURS;
    }
}

PVM_PUBLIC int clock_gettime(clockid_t id, struct timespec *ts)
{
    enum clock_kind kind = kind_of(id);
    if (kind == NOT_OURS || !pvmi_clock_simulated())
        return (int)syscall(SYS_clock_gettime, id, ts);
    mach_ns now = kind == PROCESSOR ? pvmi_clock_cpu() : pvmi_clock_now();
    ts->tv_sec = now / NS_PER_S + (kind == WALL ? MACH_EPOCH_S : 0);
    ts->tv_nsec = now % NS_PER_S;
    return 0;
}

PVM_PUBLIC int clock_getres(clockid_t id, struct timespec *ts)
{
    if (kind_of(id) == NOT_OURS || !pvmi_clock_simulated())
        return (int)syscall(SYS_clock_getres, id, ts);
    if (ts != NULL)
        *ts = (struct timespec){0, 1};
    return 0;
}

/* ---- processor time ---------------------------------------------------------------------------------------------- */

/* All of it counts as user time, as the machine has no kernel that a task calls. */
PVM_PUBLIC clock_t times(struct tms *buf)
{
    if (!pvmi_clock_simulated())
        return (clock_t)syscall(SYS_times, buf);
    mach_ns now = pvmi_clock_now();
    struct pvm_task *t = *mach_task_slot();
    mach_ns cpu = t != NULL && t->joined ? now - waited(t) : 0;
    if (buf != NULL)
        *buf = (struct tms){.tms_utime = (clock_t)(cpu / (NS_PER_S / TICKS_PER_S))};
    return (clock_t)(now / (NS_PER_S / TICKS_PER_S));
}

PVM_PUBLIC clock_t clock(void)
{
    struct timespec ts;
    if (pvmi_clock_simulated())
        return (clock_t)(pvmi_clock_cpu() / (NS_PER_S / CLOCKS_PER_SEC));
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (clock_t)(ts.tv_sec * CLOCKS_PER_SEC + ts.tv_nsec / (NS_PER_S / CLOCKS_PER_SEC));
}

PVM_PUBLIC int getrusage(__rusage_who_t who, struct rusage *usage)
{
    int code = (int)syscall(SYS_getrusage, who, usage);
    if (code != 0 || who == RUSAGE_CHILDREN || !pvmi_clock_simulated())
        return code;
    mach_ns cpu = pvmi_clock_cpu();
    usage->ru_utime = (struct timeval){cpu / NS_PER_S, cpu % NS_PER_S / 1000};
    usage->ru_stime = (struct timeval){0, 0};
    return 0;
}
