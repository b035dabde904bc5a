/* due.h - what every call that ends or waits looks at: is a signal due, and until when may it wait? */
#ifndef PVMI_DUE_H
#define PVMI_DUE_H

#include "clock.h"
#include "task.h"

/* Could pvmi_signals have anything to do? */
static inline bool pvmi_signals_due(const struct pvm_task *t)
{
    return (*t->who.attention & MACH_ATTENTION_SIGNALS) != 0 ||
           (t->signals.alarm_at != 0 && pvmi_clock_of(t) >= t->signals.alarm_at);
}

/* `when`, or the time of the alarm if that is earlier. */
static inline mach_ns pvmi_or_alarm(const struct pvm_task *t, mach_ns when)
{
    return t->signals.alarm_at != 0 && t->signals.alarm_at < when ? t->signals.alarm_at : when;
}

#endif
