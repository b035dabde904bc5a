/* clocks.c - libpvm3's replacements of the libc calls that read clocks. They give simulated time, so that a program's
 * own timing shows the machine's figures. The calls that wait are in libc.c.
 *
 * They are exported, so that an executable linked with -lpvm3 uses them. They work before main and in a child of fork,
 * and enroll nobody. Where they need the real clock, they use syscall() and not libc, so that they cannot call
 * themselves. pthread_cond_timedwait and other functions inside libc still see real time. */
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "call.h"

#define NS_PER_S 1000000000
#define TICKS_PER_S 100 /* the unit of times(): sysconf(_SC_CLK_TCK) */

/* ---- wall clocks ------------------------------------------------------------------------------------------------- */

PVM_PUBLIC int gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
    if (!pvmi_clock_simulated())
        return (int)syscall(SYS_gettimeofday, tv, tz);
    struct timeval *volatile wanted = tv; /* the header says that it is never NULL; the system allows it */
    mach_ns now = pvmi_clock_now();
    if (wanted != NULL)
        *wanted = (struct timeval){MACH_EPOCH_S + now / NS_PER_S, now % NS_PER_S / 1000};
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
    mach_ns cpu = t != NULL && t->joined ? now - pvmi_clock_seen(t, pvmi_clock_waited(t)) : 0;
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
