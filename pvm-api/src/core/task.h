/* task.h - the state of a task: one part for each concept of core, declared in that concept's header, and a pointer to
 * what each room that stands on core keeps.
 *
 * Users see nothing of it. All state hangs off struct pvm_task; there is no mutable file-scope variable. */
#pragma once

#include <stdbool.h>

#include "clock.h"
#include "context.h"
#include "machine.h"
#include "pvmi_group.h"
#include "signals.h"

/* The values of pvm_setopt, which calls/options.c sets. */
#define PVMI_NOPTS 26 /* options 1..25 of pvm_setopt */

struct pvmi_options {
    int value[PVMI_NOPTS]; /* by their number */
    int noreset_index;     /* the mailbox entry of this task, as long as PvmNoReset is set */
};

/* The state that libgpvm3 (pvmi_group.h), libfpvm3 (pvmi_fortran.h) and other layers (pvmsim.h) keep in a task: a
 * library's own state, the function that frees it while the task is still enrolled, and the one that does so if the
 * task has been killed (NULL: it stays). */
struct pvmi_layer {
    void *state;
    void (*end)(void *state), (*forget)(void *state);
};

struct pvmi_layers {
    struct pvmi_layer group, fortran;
    struct pvmi_group_wait group_wait; /* of the group call under way */
    const void *fortran_from;          /* the call of Fortran under way was made there; NULL: there is none */
    bool in_group_call; /* a group call has been told as a mark or event: the calls that it makes inside are not told */
    int named;          /* pvmsim_enter without its pvmsim_leave */
    bool any;           /* there has been one: messages that nobody reads are the layer's own */
    /* What the outermost of these is called: a wait inside it bears that name, unless it is in a group call. NULL:
     * there is none. */
    const char *name;
    char shown_name[24]; /* the part of it that traces and reports show */
    bool shown;          /* the outermost of these has been told as a mark: the calls inside it are not */
};

/* Frees the state of all layers. */
void pvmi_layers_end(struct pvm_task *t);

/* The same for a task that has been killed: nothing is sent. */
void pvmi_layers_forget(struct pvm_task *t);

struct pvmi_calls;       /* calls_state.h */
struct pvmi_data;        /* data_state.h */
struct pvmi_trace;       /* trace_message.h */
struct pvmi_trace_event; /* trace_tables.h */

/* What a task keeps about being traced. tracing.h has how calls tell of themselves. */
struct pvmi_tracing {
    char mask[2][40];                    /* which events are sent: for the task's own calls, and for its children's */
    struct pvmi_trace *kept;             /* what has not been sent yet; NULL: never traced */
    const struct pvmi_trace_event *call; /* the event of the call that the program is in; NULL: none is sent */
    int depth;                           /* the depth at which the program's own calls begin: above 0 inside a
                                            message handler */
};

struct pvm_task {
    const struct mach_ops *ops;
    void *m;
    struct mach_identity who;
    bool joined;
    bool came_back;   /* it has left before, so what its first enrollment set is the user's now */
    int depth;        /* of public calls inside public calls; only the outermost one reports errors */
    const void *from; /* where the program has made its last call */
    int watched;      /* bits PVMI_*, as below; almost always 0 */
    char fault[88];   /* the program's first fault that no code of PVM has a name for, without its subject; "": none */
    struct pvmi_options options;
    struct pvmi_contexts contexts;
    struct pvmi_clock clock;
    struct pvmi_signals signals;
    struct pvmi_tracing tracing;
    struct pvmi_layers layers;
    struct pvmi_data *data;   /* the state of the room data */
    struct pvmi_calls *calls; /* and of the room calls */
};

/* Why the frame of public calls looks closer, in watched. */
#define PVMI_MARKED 1 /* somebody watches the run */
#define PVMI_TRACED 2 /* the task sends trace events */
#define PVMI_REAL 4   /* the program sees real time, and the task's own clock follows it */
#define PVMI_POLLS 8  /* it polls in simulated time: does it wait by other means until its next call? */

/* Returns the calling task if it is enrolled now, else NULL. Never enrolls it. */
static inline struct pvm_task *pvmi_self(void)
{
    struct pvm_task *t = *mach_task_slot();
    return t != NULL && t->joined ? t : NULL;
}

/* Charges one library cost of this node. */
static inline void pvmi_charge(struct pvm_task *t, enum mach_cost what)
{
    mach_spend(t->ops, t->m, &t->who, what);
}
