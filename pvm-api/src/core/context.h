/* context.h - message contexts: the one that a task's calls use now, and those that it owns. */
#ifndef PVMI_CONTEXT_H
#define PVMI_CONTEXT_H

#include <stdbool.h>

struct pvm_task;

struct pvmi_contexts {
    int current;      /* of messages sent and received now */
    int inherited;    /* the one that the task's first enrollment began in */
    bool spawned;     /* it had a parent then */
    int *own;         /* what pvm_newcontext gave and pvm_freecontext has not taken back; malloc'ed */
    int nown, newest; /* newest: number of the last one given */
};

/* The context of a task that enrolls: the parent's if it was spawned, whenever it enrolls and with or without a
 * parent by then. Others keep what they have set. */
void pvmi_context_joined(struct pvm_task *t);
/* Make another context the current one. */
void pvmi_context_set(struct pvm_task *t, int context);
/* Give up those that the task owns. The current one stays. */
void pvmi_contexts_free(struct pvm_task *t);

#endif
