/* due.h - what every call that ends or waits asks: what is the time, is a signal due, until when may the call wait? */
#pragma once

#include "clock.h"
#include "machines.h"
#include "task.h"
#include "work.h"

/* The clock of a task, enrolled or not (NULL: of a process that never was a task), without the cost of reading it.
 * When a task has left, its clock goes on together with that of the process. */
static inline mach_ns pvmi_clock_of(const struct pvm_task *t)
{
    if (t == NULL)
        return mach_early_now();
    return t->joined ? t->ops->now(t->m) : t->clock.left_ns + mach_early_now() - t->clock.left_early_ns;
}

/* Returns false if pvmi_signals would have nothing to do: the first without a look at the clock. */
static inline bool pvmi_signals_may_be_due(const struct pvm_task *t)
{
    return (*t->who.attention & MACH_ATTENTION_SIGNALS) != 0 || t->signals.pending != 0 || t->signals.alarm_at != 0;
}
static inline bool pvmi_signals_due(const struct pvm_task *t)
{
    return (*t->who.attention & MACH_ATTENTION_SIGNALS) != 0 || t->signals.pending != 0 ||
           (t->signals.alarm_at != 0 && pvmi_clock_of(t) >= t->signals.alarm_at);
}

/* The program comes into the library, at whatever call: a handler may have left another one by a jump, or calls from
 * inside it. Its calls are outermost ones. */
static inline void pvmi_comes_in(struct pvm_task *t)
{
    struct mach_beside nothing = {0};
    if (t == NULL || !t->joined || (*t->who.attention & MACH_ATTENTION_INSIDE) == 0 || mach_beside(t->m, &nothing))
        return;
    t->depth = 0;
    t->signals.busy = false;
}

/* Returns `when`, or the time of the alarm if that is earlier. */
static inline mach_ns pvmi_or_next_alarm(const struct pvm_task *t, mach_ns when)
{
    return t->signals.alarm_at != 0 && t->signals.alarm_at < when ? t->signals.alarm_at : when;
}
