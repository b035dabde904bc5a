/* signals.h - signals that come at simulated times: those of other tasks, and the alarm clock's. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "machine.h"

struct pvm_task;

struct pvmi_signals {
    uint32_t no_attention;         /* who.attention points here if the machine has none */
    uint64_t pending;              /* taken from the machine but not yet raised; bit n - 1 is signal n */
    mach_ns alarm_at, alarm_every; /* of ITIMER_REAL, own clock. alarm_at 0: not set; alarm_every 0: rings once */
    int timers[2];                 /* process_ring_after's */
    mach_ns look_ns,
        look_after;          /* of the processor: own clock at the last look, and how long after it comes the next */
    mach_ns real_ns;         /* own clock when the timer of real time was set */
    unsigned looks, handled; /* of alarm.c, each of which may interrupt what the program waits in; handlers run */
    bool cuts;               /* that timer's next look cuts short what the program waits in */
    bool busy;               /* in the machine, though not in a call that `depth` counts */
    bool said_alone;         /* that the alarm has rung during computing that costs nothing */
};

/* Raises the signals that are due: those of other tasks, and the alarm clock's. Handlers run inside; they may make any
 * call, leave the machine, or not return. Returns true if a handler has run. */
bool pvmi_signals(struct pvm_task *t);

/* The same for the alarms that were due while the program computed, if that was counted: each handler runs at its time,
 * and the computing goes on after it. For the begin of whatever takes time. */
void pvmi_signals_of_work(struct pvm_task *t);

/* ---- the alarm of ITIMER_REAL ------------------------------------------------------------------------------------ */

#define PVMI_LEAST_REAL_NS INT64_C(1000000000)
#define PVMI_FIRST_LOOK_NS INT64_C(1000000) /* of processor time */

/* It rings at this time of the task's clock; 0: never. Counted computing is charged up to there first. */
void pvmi_set_alarm_at(struct pvm_task *t, mach_ns at);

/* While the program makes no call of the library, alarm.c looks at it: after so much processor time [ns], or less or
 * more if that is no good time; */
void pvmi_alarm_look_after(struct pvm_task *t, mach_ns ns);
/* and after as much real time as there is from `now` to the alarm. */
void pvmi_alarm_in_real_time(struct pvm_task *t, mach_ns now);
