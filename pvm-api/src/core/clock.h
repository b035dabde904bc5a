/* clock.h - simulated time as a process sees it. libc/ has the calls of libc that give it to programs. */
#pragma once

#include <stdbool.h>

#include "machine.h"

struct mach_beside;
struct pvm_task;

struct pvmi_clock {
    mach_ns waited_ns;              /* how much of the task's clock passed without using the processor */
    mach_ns left_ns, left_early_ns; /* the task's clock and that of the process when the task last left; 0 before
                                       that */
    mach_ns real_ns, own_ns;        /* for AP1000_TIME=real: both clocks at the end of the last call */
    long waits;                     /* PVMI_POLLS: how often the process had waited in the system then */
    unsigned polls, naps;           /* polls that gave nothing; how many looks in a row have seen it wait between two */
};

/* Returns whether the process sees simulated time. */
bool pvmi_clock_simulated(void);
/* Asks the machine as another thread of a task's process (machines.h). Returns false in its own. */
bool pvmi_clock_beside(const struct pvm_task *t, struct mach_beside *b);
/* This process's simulated time and processor time [ns]. Reading them costs a task MACH_COST_CLOCK. They never enroll
 * it. */
mach_ns pvmi_clock_now(void);
mach_ns pvmi_clock_cpu(void);
/* Lets simulated time pass. Returns 0, or what was left [ns] if a handler of the program's has interrupted it. */
mach_ns pvmi_clock_idle(mach_ns span);
/* The same, but not beyond the first signal, which may be a blocked one. Returns true if a handler has run. */
bool pvmi_clock_idle_to_signal(mach_ns span);
/* For AP1000_TIME=real: since pvmi_clock_leaves_call, the task's own clock must have moved at least as far as the real
 * one, even if the program slept by other means than libc's calls. What is missing passes now, as idle time. */
void pvmi_clock_leaves_call(struct pvm_task *t);
void pvmi_clock_follows(struct pvm_task *t);
/* In simulated time such a program polls a message nearer by a few microseconds each time, however long it sleeps in
 * between. A poll has given nothing: some of them are followed by a look at the next call. After some looks that have
 * all seen it wait, pvmi_clock_naps. */
void pvmi_clock_polled(struct pvm_task *t);
void pvmi_clock_looks(struct pvm_task *t);
bool pvmi_clock_naps(const struct pvm_task *t);
/* What a program sees of this time (mach_identity.clock_percent) [ns]. */
mach_ns pvmi_clock_seen(const struct pvm_task *t, mach_ns ns);
/* How much of the task's clock, which has just been read, passed without using the processor. */
mach_ns pvmi_clock_waited(const struct pvm_task *t);
