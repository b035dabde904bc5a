/* context.h - the message context that a task uses now. The machine knows which contexts it owns. */
#pragma once

#include <stdbool.h>

struct pvm_task;

struct pvmi_contexts {
    int current;   /* the context of messages that are sent and received now */
    int inherited; /* the context in which the task's first enrollment began */
    bool spawned;  /* the task had a parent then */
};

/* Sets the context of a task that enrolls. A spawned task gets its parent's, whenever it enrolls, even if the parent is
 * gone by then. Other tasks keep what they have set. */
void pvmi_context_joined(struct pvm_task *t);
/* Makes another context the current one. */
void pvmi_context_set(struct pvm_task *t, int context);
