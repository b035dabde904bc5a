/* due.h - every call that ends or waits asks: is a signal due, and until when may the call wait? */
#ifndef PVMI_DUE_H
#define PVMI_DUE_H

#include "clock.h"
#include "task.h"

/* Returns false if pvmi_signals would have nothing to do. */
static inline bool pvmi_signals_due(const struct pvm_task *t)
{
    return (*t->who.attention & MACH_ATTENTION_SIGNALS) != 0 ||
           (t->signals.alarm_at != 0 && pvmi_clock_of(t) >= t->signals.alarm_at);
}

/* Returns `when`, or the time of the alarm if that is earlier. */
static inline mach_ns pvmi_or_next_alarm(const struct pvm_task *t, mach_ns when)
{
    return t->signals.alarm_at != 0 && t->signals.alarm_at < when ? t->signals.alarm_at : when;
}

#endif
