/* context.c - message contexts: a message is only seen by a receive call in the context it was sent in. A context is a
 * number that no other task of the machine is ever given; children start in their parent's. */
#include <stdlib.h>

#include "trace.h"

/* The task's own number in the upper bits: no question to the machine is needed. */
#define CONTEXTS_PER_TASK 4096
#define CONTEXTS_MAX 4091 /* the last ones would be those of the system (PVMI_CATCH_CONTEXT, groups) for one task */

static int owned_at(const struct pvm_task *t, int context)
{
    for (int i = 0; i < t->ncontexts; i++)
        if (t->contexts[i] == context)
            return i;
    return -1;
}

static int new_context(struct pvm_task *t)
{
    if (t->ncontexts == CONTEXTS_MAX)
        return PvmOutOfRes;
    int *more = realloc(t->contexts, ((size_t)t->ncontexts + 1) * sizeof *more);
    if (more == NULL)
        return PvmNoMem;
    t->contexts = more;
    int made;
    do {
        t->context_last = t->context_last % CONTEXTS_MAX + 1;
        made = tid_local(t->who.tid) * CONTEXTS_PER_TASK + t->context_last;
    } while (owned_at(t, made) >= 0);
    t->contexts[t->ncontexts++] = made;
    return made;
}

PVM_PUBLIC int pvm_newcontext(void)
{
    struct pvm_task *t = pvmi_enter();
    if (t != NULL)
        pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_newcontext", t != NULL ? new_context(t) : PvmSysErr);
}

/* It may go on being the current one: only its number is given back. */
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
    t->contexts[at] = t->contexts[--t->ncontexts];
    return pvmi_return(t, "pvm_freecontext", 0);
}

/* Any number may be set, as in PVM: contexts also reach a task in messages. */
PVM_PUBLIC int pvm_setcontext(int context)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, context);
    if (t == NULL)
        return pvmi_return(NULL, "pvm_setcontext", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    int old = t->context;
    t->context = context;
    pvmi_abi_context(t);
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
    PVMI_EXIT(t, t->context);
    pvmi_return(t, "pvm_getcontext", 0);
    return t->context;
}
