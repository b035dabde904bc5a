/* signals.c - signals that come at simulated times.
 *
 * The task itself raises the signals of other tasks (pvm_sendsig) and the alarm of ITIMER_REAL here, between two calls
 * or inside one that waits. So the program's handler may make PVM calls, and may leave by longjmp. Signals from outside
 * the machine (from the terminal, from children of the process) come in real time, as usual. */
#include "signals.h"

#include <signal.h>

#include "due.h"
#include "process.h"

/* ---- when the alarm rings ---------------------------------------------------------------------------------------- */

#define LEAST_LOOK_NS INT64_C(50000)
#define MOST_LOOK_NS INT64_C(1000000000)

void pvmi_alarm_look_after(struct pvm_task *t, mach_ns ns)
{
    t->signals.look_after = ns < LEAST_LOOK_NS ? LEAST_LOOK_NS : ns > MOST_LOOK_NS ? MOST_LOOK_NS : ns;
    process_ring_after(&t->signals.timers[PROCESS_RING_PROCESSOR], PROCESS_RING_PROCESSOR, t->signals.look_after,
                       false);
}

void pvmi_alarm_in_real_time(struct pvm_task *t, mach_ns now)
{
    mach_ns left = t->signals.alarm_at - now;
    t->signals.real_ns = now;
    t->signals.cuts = false;
    process_ring_after(&t->signals.timers[PROCESS_RING_REAL], PROCESS_RING_REAL,
                       left < PVMI_LEAST_REAL_NS ? PVMI_LEAST_REAL_NS : left, false);
}

void pvmi_set_alarm_at(struct pvm_task *t, mach_ns at)
{
    mach_ns now = at != 0 ? pvmi_clock_of(t) : 0; /* what has been computed is charged up to the alarm before at most */
    t->signals.alarm_at = at;
    mach_work()->until_ns = at;
    if (at == 0) {
        for (int which = 0; which < 2; which++)
            process_ring_after(&t->signals.timers[which], (enum process_ring)which, 0, false);
        return;
    }
    t->signals.look_ns = now;
    pvmi_alarm_in_real_time(t, now);
    pvmi_alarm_look_after(t, PVMI_FIRST_LOOK_NS);
}

/* ---- raising ----------------------------------------------------------------------------------------------------- */

/* Returns true if the alarm is due. It is then set for the next time, or switched off. */
static bool take_alarm(struct pvm_task *t)
{
    mach_ns now;
    if (t->signals.alarm_at == 0 || (now = pvmi_clock_of(t)) < t->signals.alarm_at)
        return false;
    mach_ns late = now - t->signals.alarm_at;
    pvmi_set_alarm_at(t, t->signals.alarm_every > 0 ? now + t->signals.alarm_every - late % t->signals.alarm_every : 0);
    return true;
}

bool pvmi_signals(struct pvm_task *t)
{
    bool handled = false;
    int depth = t->depth;
    if (t->joined)
        t->signals.pending |= t->ops->signals(t->m);
    if (take_alarm(t))
        t->signals.pending |= UINT64_C(1) << (SIGALRM - 1);
    mach_work_sum owed = mach_work()->owed;
    mach_work()->owed = 0; /* computing that comes after the alarm comes after its handler */
    t->depth = 0;          /* the handler's calls are outermost ones, and it may not return */
    while (t->signals.pending != 0) {
        int number = __builtin_ctzll(t->signals.pending) + 1;
        t->signals.pending &= t->signals.pending - 1;
        handled |= process_raise(number);
    }
    t->signals.handled += handled;
    t->depth = depth;
    mach_work()->owed += owed;
    return handled;
}

void pvmi_signals_of_work(struct pvm_task *t)
{
    const struct mach_work *w = mach_work();
    if (!mach_work_is_counted(w))
        return;
    while (t->joined && t->signals.alarm_at != 0 && pvmi_signals_due(t)) {
        mach_work_sum owed = w->owed;
        (void)pvmi_signals(t);
        if (t->joined)
            (void)pvmi_clock_of(t);
        if (w->owed >= owed)
            return; /* its handler takes longer than until the next time, or all has been charged */
    }
}
