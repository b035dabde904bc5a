/* contexts.c - pvm_newcontext, pvm_freecontext, pvm_setcontext, pvm_getcontext. A receive call only sees messages that
 * were sent in its own context.
 *
 * A context is a number that no other task of the machine is given. Children start in the context of their parent.
 */
#include <stdlib.h>

#include "call.h"
#include "tracing.h"

/* The upper bits of a context are the task's own number, so the machine need not be asked. */
#define CONTEXTS_PER_TASK 4096
#define CONTEXTS_MAX 4091 /* for one task, the last ones would be contexts of the system (PVMI_CATCH_CONTEXT, groups) */

static int owned_at(const struct pvm_task *t, int context)
{
    for (int i = 0; i < t->contexts.nown; i++)
        if (t->contexts.own[i] == context)
            return i;
    return -1;
}

static int new_context(struct pvm_task *t)
{
    if (t->contexts.nown == CONTEXTS_MAX)
        return PvmOutOfRes;
    int *more = realloc(t->contexts.own, ((size_t)t->contexts.nown + 1) * sizeof *more);
    if (more == NULL)
        return PvmNoMem;
    t->contexts.own = more;
    int made;
    do {
        t->contexts.newest = t->contexts.newest % CONTEXTS_MAX + 1;
        made = tid_local(t->who.tid) * CONTEXTS_PER_TASK + t->contexts.newest;
    } while (owned_at(t, made) >= 0);
    t->contexts.own[t->contexts.nown++] = made;
    return made;
}

PVM_PUBLIC int pvm_newcontext(void)
{
    struct pvm_task *t = pvmi_enter();
    if (t != NULL)
        pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_newcontext", t != NULL ? new_context(t) : PvmSysErr);
}

/* The context may stay the current one: only its number is given back. */
PVM_PUBLIC int pvm_freecontext(int context)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, context);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_freecontext", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    int at = owned_at(t, context);
    if (at < 0)
        return pvmi_return(t, "pvm_freecontext", PvmNotFound);
    t->contexts.own[at] = t->contexts.own[--t->contexts.nown];
    return pvmi_return(t, "pvm_freecontext", 0);
}

/* Any number may be set, as in PVM, because tasks also send each other contexts in messages. */
PVM_PUBLIC int pvm_setcontext(int context)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, context);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_setcontext", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    int old = t->contexts.current;
    pvmi_context_set(t, context);
    PVMI_EXIT(t, old);
    pvmi_return(t, "pvm_setcontext", 0);
    return old;
}

PVM_PUBLIC int pvm_getcontext(void)
{
    struct pvm_task *t = pvmi_enter();
    if (t == NULL)
        return pvmi_return(NULL, "pvm_getcontext", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    PVMI_EXIT(t, t->contexts.current);
    pvmi_return(t, "pvm_getcontext", 0);
    return t->contexts.current;
}
