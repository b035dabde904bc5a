/* alarm.c - see alarm.h: when the system is to ring, so that the alarm is looked at (alarm_looks.c). */
#include "alarm.h"

#include "due.h"
#include "process.h"

#define LEAST_LOOK_NS INT64_C(50000)
#define MOST_LOOK_NS INT64_C(1000000000)

void pvmi_alarm_look_after(struct pvm_task *t, mach_ns ns)
{
    t->signals.look_after = ns < LEAST_LOOK_NS ? LEAST_LOOK_NS : ns > MOST_LOOK_NS ? MOST_LOOK_NS : ns;
    process_ring_after(&t->signals.timers[PROCESS_RING_PROCESSOR], PROCESS_RING_PROCESSOR, t->signals.look_after);
}

void pvmi_alarm_in_real_time(struct pvm_task *t, mach_ns now)
{
    mach_ns left = t->signals.alarm_at - now;
    t->signals.real_ns = now;
    process_ring_after(&t->signals.timers[PROCESS_RING_REAL], PROCESS_RING_REAL,
                       left < PVMI_LEAST_REAL_NS ? PVMI_LEAST_REAL_NS : left);
}

void pvmi_set_alarm_at(struct pvm_task *t, mach_ns at)
{
    mach_ns now = at != 0 ? pvmi_clock_of(t) : 0; /* what has been computed is charged up to the alarm before at most */
    t->signals.alarm_at = at;
    mach_work()->until_ns = at;
    if (at == 0) {
        for (int which = 0; which < 2; which++)
            process_ring_after(&t->signals.timers[which], (enum process_ring)which, 0);
        return;
    }
    t->signals.look_ns = now;
    pvmi_alarm_in_real_time(t, now);
    pvmi_alarm_look_after(t, PVMI_FIRST_LOOK_NS);
}
