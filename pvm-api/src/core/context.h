/* context.h - message contexts: the one that a task uses now, and those that it owns. */
#ifndef PVMI_CONTEXT_H
#define PVMI_CONTEXT_H

#include <stdbool.h>

struct pvm_task;

struct pvmi_contexts {
    int current;      /* the context of messages that are sent and received now */
    int inherited;    /* the context in which the task's first enrollment began */
    bool spawned;     /* the task had a parent then */
    int *own;         /* given by pvm_newcontext and not yet freed by pvm_freecontext; malloc'ed */
    int nown, newest; /* newest: the number given last */
};

/* Sets the context of a task that enrolls. A spawned task gets its parent's, whenever it enrolls, even if the parent is
 * gone by then. Other tasks keep what they have set. */
void pvmi_context_joined(struct pvm_task *t);
/* Makes another context the current one. */
void pvmi_context_set(struct pvm_task *t, int context);
/* Frees the contexts that the task owns. The current one stays. */
void pvmi_contexts_free(struct pvm_task *t);

#endif
