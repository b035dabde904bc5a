/* hooks.h - what core calls in the rooms that stand on it: the parts of a task's state and life that they have, and
 * trace events. There is one table, ../hooks.c, and no other way from a room to one that stands on it. */
#pragma once

#include <stddef.h>

struct pvm_task;
struct mach_want_values;

/* What one concept does in a task's life. NULL: nothing. */
struct pvmi_life {
    void (*made)(struct pvm_task *t);                                  /* the state has just been made, all zero */
    void (*joined)(struct pvm_task *t);                                /* the task has enrolled */
    void (*leaves)(struct pvm_task *t, struct mach_want_values *left); /* adds what nobody has read */
    void (*left)(struct pvm_task *t);  /* the task leaves or has been killed: free what belongs to this enrollment */
    void (*ended)(struct pvm_task *t); /* the state goes: free the rest */
};

/* Trace events (trace/trace.h has the contracts). */
struct pvmi_trace_hooks {
    void (*call)(struct pvm_task *t, const char *call);
    void (*returned)(struct pvm_task *t, int code);
    void (*entry)(struct pvm_task *t, ...);
    void (*exit)(struct pvm_task *t, ...);
    void (*event)(struct pvm_task *t, int event, int which, ...);
    void (*group_call)(struct pvm_task *t, const char *call, const char *group, int number);
    void (*group_return)(struct pvm_task *t, int code, const int *tids, int n);
    void (*update)(struct pvm_task *t);
    void (*flush)(struct pvm_task *t);
};

struct pvmi_hooks {
    struct pvm_task *(*new_task)(void); /* one block with the state of all rooms, all zero; NULL: no memory */
    const struct pvmi_life *lives;      /* in the order in which they are called */
    size_t nlives;
    struct pvmi_trace_hooks trace;
};
extern const struct pvmi_hooks pvmi_hooks;
