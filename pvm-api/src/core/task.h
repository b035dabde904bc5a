/* task.h - the state of a task: one part for each concept, declared in that concept's header.
 *
 * Users see nothing of it. All state hangs off struct pvm_task; there is no mutable file-scope variable.
 */
#ifndef PVMI_TASK_H
#define PVMI_TASK_H

#include <stdbool.h>

#include "buffer.h"
#include "catchout.h"
#include "clock.h"
#include "context.h"
#include "getfds.h"
#include "handler.h"
#include "layers.h"
#include "lists.h"
#include "machine.h"
#include "match.h"
#include "options.h"
#include "roles.h"
#include "signals.h"
#include "tracing.h"

struct pvm_task {
    const struct mach_ops *ops;
    void *m;
    struct mach_identity who;
    bool joined;
    bool came_back; /* it has left before, so what its first enrollment set is the user's now */
    int depth;      /* of public calls inside public calls; only the outermost one reports errors */
    int watched;    /* PVMI_MARKED, PVMI_TRACED, PVMI_REAL; almost always 0 */
    struct pvmi_options options;
    struct pvmi_contexts contexts;
    struct pvmi_buffers buffers;
    struct pvmi_matching matching;
    struct pvmi_handlers handlers;
    struct pvmi_catching catching;
    struct pvmi_lists lists;
    struct pvmi_descriptor descriptor;
    struct pvmi_roles roles;
    struct pvmi_manager manager;
    struct pvmi_clock clock;
    struct pvmi_signals signals;
    struct pvmi_tracing tracing;
    struct pvmi_layers layers;
    char tag_name[16]; /* the text that pvmnametag gave out */
};

/* Why the frame of public calls looks closer, in watched. */
#define PVMI_MARKED 1 /* somebody watches the run */
#define PVMI_TRACED 2 /* the task sends trace events */
#define PVMI_REAL 4   /* the program sees real time, and the task's own clock follows it */
#define PVMI_POLLS 8  /* it polls in simulated time: does it wait by other means until its next call? */

/* The bits that the machine asks for. */
int pvmi_watched_bits(const struct mach_identity *who);

/* Returns the calling task if it is enrolled now, else NULL. Never enrolls it. */
struct pvm_task *pvmi_self(void);

/* Returns the state of the calling task, enrolled or not, which is made if need be; NULL if there is no memory. */
struct pvm_task *pvmi_task_state(void);

/* Returns the calling task, which is enrolled if it was not; NULL if that failed. */
struct pvm_task *pvmi_enrolled(void);

/* Leaves the machine, and frees all that belongs to this enrollment. The context, the matching function and the user's
 * own options stay. */
void pvmi_task_leave(struct pvm_task *t);

/* Leaves the machine and frees everything, if there is anything, as the process or its thread ends. May be called at
 * any time. */
void pvmi_task_end(void);

/* Frees everything, and tells nobody: the task was killed, in a process that goes on without it. mach_task_slot is its
 * own. */
void pvmi_task_forget(void);

#endif
