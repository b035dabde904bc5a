/* signals.c - signals that come at simulated times.
 *
 * The task itself raises the signals of other tasks (pvm_sendsig) and the alarm of ITIMER_REAL here, between two calls
 * or inside one that waits. So the program's handler may make PVM calls, and may leave by longjmp. Signals from outside
 * the machine (from the terminal, from children of the process) come in real time, as usual.
 */
#include "signals.h"

#include <signal.h>

#include "due.h"
#include "process.h"

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
