/* life.h - how a task enrolls, how it leaves, and when its state is made and freed. */
#pragma once

#include "task.h"

/* The bits that the machine asks for. */
int pvmi_watched_bits(const struct mach_identity *who);

/* Returns the state of the calling task, enrolled or not, which is made if need be; NULL if there is no memory. */
struct pvm_task *pvmi_task_state(void);

/* Enrolls the calling task, which is not enrolled. Returns it; NULL if that failed. */
struct pvm_task *pvmi_enroll(void);

/* Returns the calling task, which is enrolled if it was not; NULL if that failed. */
static inline struct pvm_task *pvmi_enrolled(void)
{
    struct pvm_task *t = pvmi_self();
    return t != NULL ? t : pvmi_enroll();
}

/* Leaves the machine, and frees all that belongs to this enrollment. The context, the matching function and the user's
 * own options stay. */
void pvmi_task_leave(struct pvm_task *t);

/* Leaves the machine and frees everything, if there is anything, as the process or its thread ends. May be called at
 * any time. */
void pvmi_task_end(void);

/* Frees everything, and tells nobody: the task was killed, in a process that goes on without it. mach_task_slot is its
 * own. */
void pvmi_task_forget(void);
