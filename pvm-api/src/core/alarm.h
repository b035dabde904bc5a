/* alarm.h - the alarm of ITIMER_REAL while the program makes no call of the library: when to look at it. */
#ifndef PVMI_ALARM_H
#define PVMI_ALARM_H

#include "machine.h"

struct pvm_task;

#define PVMI_LEAST_REAL_NS INT64_C(1000000000)
#define PVMI_FIRST_LOOK_NS INT64_C(1000000) /* of processor time */

/* A look at it after so much processor time [ns], or less or more if that is no good time. */
void pvmi_alarm_look_after(struct pvm_task *t, mach_ns ns);
/* A look at it after as much real time as there is from `now` to the alarm. */
void pvmi_alarm_in_real_time(struct pvm_task *t, mach_ns now);

#endif
