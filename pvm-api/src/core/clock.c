/* clock.c - see clock.h. Where it needs the real clock, it uses syscall() and not libc, whose calls libpvm3
 * replaces. */
#include "clock.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "due.h"
#include "machines.h"

#define NS_PER_S 1000000000

bool pvmi_clock_simulated(void)
{
    const struct pvm_task *t = pvmi_self();
    return t != NULL ? t->who.real_time == 0 : mach_early_real() == 0;
}

mach_ns pvmi_clock_seen(const struct pvm_task *t, mach_ns ns)
{
    const int32_t percent = t != NULL ? t->who.clock_percent : 0;
    return percent == 0 ? ns : ns / 100 * percent + ns % 100 * percent / 100;
}

bool pvmi_clock_beside(const struct pvm_task *t, struct mach_beside *b)
{
    b->cost = t != NULL ? t->who.cost_ns[MACH_COST_CLOCK] : 0;
    return t != NULL && t->joined && mach_beside(t->m, b);
}

static struct pvm_task *charged_task(void)
{
    struct pvm_task *t = *mach_task_slot();
    pvmi_comes_in(t);
    if (t != NULL && t->joined)
        pvmi_signals_of_work(t);
    if (t != NULL && t->joined) {
        t->signals.busy = true;
        pvmi_charge(t, MACH_COST_CLOCK);
        t->signals.busy = false;
    }
    if (t != NULL && t->joined && pvmi_signals_due(t))
        (void)pvmi_signals(t); /* so that a loop that only reads clocks is interrupted, too */
    return t;
}

mach_ns pvmi_clock_now(void)
{
    struct mach_beside b = {0};
    const struct pvm_task *t = *mach_task_slot();
    if (pvmi_clock_beside(t, &b))
        return pvmi_clock_seen(t, b.now);
    t = charged_task();
    return pvmi_clock_seen(t, pvmi_clock_of(t));
}

mach_ns pvmi_clock_waited(const struct pvm_task *t)
{
    return t->clock.waited_ns + (t->joined ? t->who.told->late_wait : 0);
}

mach_ns pvmi_clock_cpu(void)
{
    struct mach_beside b = {0};
    struct pvm_task *t = *mach_task_slot();
    if (pvmi_clock_beside(t, &b))
        return pvmi_clock_seen(t, b.now - pvmi_clock_waited(t));
    t = charged_task();
    if (t == NULL)
        return 0;
    mach_ns now = t->joined ? t->ops->now(t->m) : t->clock.left_ns;
    return pvmi_clock_seen(t, now - pvmi_clock_waited(t));
}

/* Until the alarm, or until the machine has a signal. Returns what is left of the span. */
static mach_ns idle_to_signal(struct pvm_task *t, mach_ns span)
{
    mach_ns step = span, left = 0;
    if (t != NULL && t->signals.alarm_at != 0) {
        mach_ns rest = t->signals.alarm_at - pvmi_clock_of(t);
        step = rest <= 0 ? 0 : rest < span ? rest : span;
    }
    if (t != NULL && t->joined) {
        t->signals.busy = true;
        left = t->ops->idle(t->m, step);
        t->signals.busy = false;
        t->clock.waited_ns += step - left;
    } else {
        mach_early_idle(step);
    }
    return span - (step - left);
}

static struct pvm_task *idle_task(void)
{
    struct pvm_task *t = *mach_task_slot();
    pvmi_comes_in(t);
    if (t != NULL && t->joined)
        pvmi_signals_of_work(t);
    return t;
}

mach_ns pvmi_clock_idle(mach_ns span)
{
    struct mach_beside b = {.sleep = span};
    struct pvm_task *t = *mach_task_slot();
    if (pvmi_clock_beside(t, &b)) {
        __atomic_fetch_add(&t->clock.waited_ns, b.idled, __ATOMIC_RELAXED);
        return b.left;
    }
    span = b.sleep; /* or what is left of it: this thread makes the task's calls now */
    t = idle_task();
    do {
        span = idle_to_signal(t, span);
        if (t != NULL && pvmi_signals(t))
            return span;
    } while (span > 0);
    return 0;
}

bool pvmi_clock_idle_to_signal(mach_ns span)
{
    struct pvm_task *t = idle_task();
    (void)idle_to_signal(t, span);
    return t != NULL && pvmi_signals(t);
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
