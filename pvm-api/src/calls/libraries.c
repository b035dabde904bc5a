/* libraries.c - what libgpvm3 and libfpvm3 use of libpvm3 beside its public calls (pvmi_group.h, pvmi_fortran.h). */
#include "call.h"
#include "calls_state.h"
#include "life.h"
#include "process.h"
#include "pvmi_fortran.h"
#include "pvmi_group.h"
#include "tracing.h"

PVM_PUBLIC void **pvmi_group_slot(void)
{
    struct pvm_task *t = pvmi_enrolled();
    if (t == NULL) {
        pvmi_return(NULL, "pvm_mytid", PvmSysErr);
        return NULL;
    }
    return &t->layers.group.state;
}

PVM_PUBLIC int pvmi_group_enrolled(void)
{
    const struct pvm_task *t = pvmi_self();
    return t != NULL ? t->who.tid : 0;
}

PVM_PUBLIC void pvmi_group_restore(int context, int (*match)(int, int, int))
{
    struct pvm_task *t = *mach_task_slot();
    pvmi_context_set(t, context);
    pvmi_match_by(t, match);
}

PVM_PUBLIC void pvmi_group_at_exit(void (*end)(void *state), void (*forget)(void *state))
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL)
        return;
    t->layers.group.end = end;
    t->layers.group.forget = forget;
}

PVM_PUBLIC void **pvmi_fortran_slot(void (*end)(void *state))
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL)
        return NULL;
    t->layers.fortran.end = end;
    return &t->layers.fortran.state;
}

PVM_PUBLIC void pvmi_fortran_calls(const void *from)
{
    struct pvm_task *t = pvmi_self();
    if (t != NULL)
        t->layers.fortran_from = from;
}

PVM_PUBLIC int pvmi_barrier_algorithm(void)
{
    const struct pvm_task *t = pvmi_self();
    return t != NULL ? t->who.barrier : 0;
}

PVM_PUBLIC void pvmi_set_errno(int code)
{
    *process_errno() = code;
}

PVM_PUBLIC void pvmi_spend(enum mach_cost what)
{
    struct pvm_task *t = pvmi_self();
    if (t != NULL)
        pvmi_charge(t, what);
}

PVM_PUBLIC int pvmi_meet(const int *tids, int n)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL || t->who.hardware == 0 || !t->ops->covers(t->m, tids, n))
        return 1;
    mach_ns began = t->ops->now(t->m);
    int code, me = t->who.tid;
    while ((code = t->ops->meet(t->m, tids, n)) == MACH_SIGNALLED) {
        (void)pvmi_signals(t);
        if (pvmi_group_enrolled() != me)
            return PvmSysErr;
    }
    t->clock.waited_ns += t->ops->now(t->m) - began;
    return code;
}

PVM_PUBLIC void pvmi_group_waits(const struct pvmi_group_wait *w)
{
    struct pvm_task *t = pvmi_self();
    if (t != NULL)
        t->layers.group_wait = w != NULL ? *w : (struct pvmi_group_wait){0};
}

PVM_PUBLIC void pvmi_group_call(const char *call, const char *group, int number, const void *from)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL || t->watched == 0 || t->layers.in_group_call)
        return;
    t->from = from;
    if (pvmi_call_is_shown(t))
        pvmi_mark_call(t, call);
    if ((t->watched & PVMI_TRACED) != 0)
        pvmi_hooks.trace.group_call(t, call, group, number);
    t->layers.in_group_call = true;
}

PVM_PUBLIC void pvmi_group_return(int code, const int *tids, int n)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL || !t->layers.in_group_call)
        return;
    t->layers.in_group_call = false;
    if ((t->watched & PVMI_TRACED) != 0)
        pvmi_hooks.trace.group_return(t, code, tids, n);
    if (pvmi_call_is_shown(t))
        t->ops->mark(t->m, MACH_MARK_RETURN, NULL, NULL, NULL);
}
