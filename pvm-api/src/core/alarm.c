/* alarm.c - the alarm of ITIMER_REAL while the program computes, or waits in the system, and makes no call of the
 * library.
 *
 * Where computing is charged the alarm rings when that much has been computed: looks at the task's clock come closer
 * and closer to the time. Where it costs nothing, and while the program waits for what is outside the machine, the
 * alarm rings after as much real time as it was set to, but not in less than a second: so a program is only interrupted
 * where it would wait for ever. Its clock is then at the time of the alarm. */
#include <stdio.h>
#include <unistd.h>

#include "due.h"
#include "process.h"
#include "report.h"

/* No stream is used: the program may be in the middle of a call that holds one. */
static void say(struct pvm_task *t, mach_ns after)
{
    char line[256], who[PVMI_WHO_BYTES];
    if (t->signals.said_alone)
        return;
    t->signals.said_alone = true;
    int n = snprintf(
        line, sizeof line,
        "libpvm [%s]: its alarm rings while it computes or waits outside PVM, which takes no simulated time here "
        "(--cpu): after %.1f s of real time its clock goes on to that of the alarm\n",
        pvmi_who(t, who), (double)after / 1e9);
    if (n > 0 && write(STDERR_FILENO, line, (size_t)n) < 0)
        return;
}

/* The program may wait in the system: the next look, soon, is one that cuts that short. This one does not, as the alarm
 * might not have rung after all. */
#define CUT_NS INT64_C(50000000)
static void cut_next(struct pvm_task *t)
{
    t->signals.cuts = true;
    process_ring_after(&t->signals.timers[PROCESS_RING_REAL], PROCESS_RING_REAL, CUT_NS, true);
}

/* Is computing charged, the clock has gone on since the last look: at that rate it comes to the alarm. */
static void look_at_clock(struct pvm_task *t, mach_ns now)
{
    mach_ns gone = now - t->signals.look_ns, left = t->signals.alarm_at - now;
    t->signals.look_ns = now;
    const double after = (double)t->signals.look_after * ((double)left / (double)(gone > 0 ? gone : 1));
    if (gone > 0)
        pvmi_alarm_look_after(t, after < 1e18 ? (mach_ns)after : INT64_C(1000000000000000000));
}

void pvmi_alarm_looks(enum process_ring which)
{
    struct pvm_task *t = *mach_task_slot();
    if (t == NULL || t->signals.alarm_at == 0)
        return;
    t->signals.looks++;
    if (t->depth > 0 || t->signals.busy) { /* in a call of the library, which knows the alarm itself */
        t->signals.cuts = false;
        if (which == PROCESS_RING_PROCESSOR)
            pvmi_alarm_look_after(t, PVMI_FIRST_LOOK_NS);
        else
            process_ring_after(&t->signals.timers[which], which, PVMI_LEAST_REAL_NS, false);
        return;
    }
    t->signals.busy = true;
    mach_ns now = pvmi_clock_of(t), left = t->signals.alarm_at - now;
    const bool waits = which == PROCESS_RING_REAL && now - t->signals.real_ns <= PVMI_FIRST_LOOK_NS;
    const bool rings = left > 0 && waits && t->signals.cuts;
    if (left > 0 && which == PROCESS_RING_PROCESSOR)
        look_at_clock(t, now);
    else if (rings)
        say(t, left < PVMI_LEAST_REAL_NS ? PVMI_LEAST_REAL_NS : left);
    else if (left > 0 && waits)
        cut_next(t);
    else if (left > 0)
        pvmi_alarm_in_real_time(t, now);
    t->signals.busy = false;
    if (left <= 0 && t->joined)
        pvmi_signals_of_work(t);
    if (rings)
        (void)pvmi_clock_idle(left);
    else if (pvmi_signals_due(t))
        (void)pvmi_signals(t);
}
