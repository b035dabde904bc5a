/* clock.h - simulated time as a process sees it. */
#ifndef PVMI_CLOCK_H
#define PVMI_CLOCK_H

#include <stdbool.h>

#include "machine.h"

struct pvm_task;

struct pvmi_clock {
    mach_ns waited_ns;              /* of the task's clock, what passed without using the processor */
    mach_ns left_ns, left_early_ns; /* the task's clock and that of the process when the task last left; 0 before */
    mach_ns real_ns, own_ns;        /* AP1000_TIME=real: both clocks when the last call ended */
};

/* Whether what the process sees as time is simulated. */
bool pvmi_clock_simulated(void);
/* This process's simulated time and processor time [ns]. Of a task, reading costs MACH_COST_CLOCK. Never enrolls. */
mach_ns pvmi_clock_now(void);
mach_ns pvmi_clock_cpu(void);
/* Let simulated time pass. What was left [ns] when the program's handler of a signal cut it short, else 0. */
mach_ns pvmi_clock_idle(mach_ns span);
/* With AP1000_TIME=real: since pvmi_clock_leaves_call the task's own clock has moved at least as far as the real one,
 * also if the program slept by other means than libc's calls. The time that is missing passes now, idle. */
void pvmi_clock_leaves_call(struct pvm_task *t);
void pvmi_clock_follows(struct pvm_task *t);
/* The clock of a task, enrolled or not (NULL: of a process that never was one), without the cost of reading it. */
mach_ns pvmi_clock_of(const struct pvm_task *t);

/* ---- libc.c: what calls that wait share ---- */

/* Too long to count is as long as can be. */
mach_ns pvmi_span_ns(int64_t s, int64_t ns);
/* Was a wait cut short by a signal, with `left` ns to go? Then errno says so, and *out (may be NULL) what was left. */
struct timespec;
bool pvmi_cut_short(mach_ns left, struct timespec *out);

#endif
