/* context.c - the context that a task sends and receives in, and what becomes of it when the task enrolls and
 * leaves. The calls are in calls/contexts.c. */
#include "context.h"

#include "process.h"
#include "task.h"

void pvmi_context_set(struct pvm_task *t, int context)
{
    t->contexts.current = context;
    *process_context() = context;
}

void pvmi_context_joined(struct pvm_task *t)
{
    struct pvmi_contexts *c = &t->contexts;
    if (!t->came_back) {
        c->spawned = t->who.parent_tid > 0;
        c->inherited = t->who.context;
    }
    pvmi_context_set(t, !t->came_back || c->spawned ? c->inherited : c->current);
}
