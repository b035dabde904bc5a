/* contexts.c - pvm_newcontext, pvm_freecontext, pvm_setcontext, pvm_getcontext. A receive call only sees messages that
 * were sent in its own context.
 *
 * A context is a number that no other task of the machine has; the machine deals them out. Children start in the
 * context of their parent. */
#include "call.h"
#include "control.h"
#include "request.h"
#include "tracing.h"

/* context: one that is given back; 0: asks for a new one. */
static int ask(struct pvm_task *t, int context)
{
    struct wire_out body = {NULL, 0, 0, 0};
    pvmi_charge(t, MACH_COST_CALL);
    control_context_put(&body, &(struct control_context){context});
    return pvmi_control_code(t, CONTROL_CONTEXT, &body);
}

PVM_PUBLIC int pvm_newcontext(void)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_newcontext", t != NULL ? ask(t, 0) : PvmSysErr);
}

/* The context may stay the current one: only its number is given back. */
PVM_PUBLIC int pvm_freecontext(int context)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, context);
    return pvmi_return(t, "pvm_freecontext", t == NULL ? PvmSysErr : context == 0 ? PvmNotFound : ask(t, context));
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
