/* self.c - who a task is, and how it leaves: pvm_mytid, pvm_parent, pvm_siblings, pvm_tidtohost, pvm_exit. */
#include <stdlib.h>

#include "call.h"
#include "life.h"
#include "calls_state.h"
#include "control.h"
#include "process.h"
#include "request.h"
#include "tracing.h"
#include "wire.h"

PVM_PUBLIC int pvm_mytid(void)
{
    struct pvm_task *t = pvmi_enter();
    if (t != NULL)
        pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return(t, "pvm_mytid", t != NULL ? t->who.tid : PvmSysErr);
}

/* Waits until the output of every child has ended. After pvm_catchout(NULL) nobody waits for the rest. */
static void wait_for_output(struct pvm_task *t)
{
    struct pvmi_look look = {.call = "pvm_exit", .tid = -1, .tag = PVMI_CATCH_TAG};
    if (t->calls->catching.file == NULL)
        return;
    while (pvmi_match_pull(t, &look) > 0)
        ;
    if (t->options.value[PvmOutputTid] != t->who.tid || pvmi_catch_all_ended(t))
        return;
    fprintf(process_stderr(), "libpvm [t%x]: child task(s) still running.  waiting...\n", (unsigned)t->who.tid);
    look.deadline = MACH_FOREVER;
    while (!pvmi_catch_all_ended(t) && pvmi_match_pull(t, &look) > 0)
        ;
}

/* There is nothing to do for a task that never enrolled. */
PVM_PUBLIC int pvm_exit(void)
{
    struct pvm_task *t = pvmi_self();
    if (t == NULL)
        return 0;
    (void)pvmi_enter();
    pvmi_charge(t, MACH_COST_CALL);
    wait_for_output(t);
    if (t->joined) { /* a handler may have left meanwhile */
        pvmi_hooks.trace.flush(t);
        pvmi_task_leave(t);
    }
    return pvmi_return(t, "pvm_exit", 0);
}

PVM_PUBLIC int pvm_parent(void)
{
    struct pvm_task *t = pvmi_enter();
    if (t == NULL)
        return pvmi_return(NULL, "pvm_parent", PvmSysErr);
    pvmi_charge(t, MACH_COST_CALL);
    return pvmi_return_answer(t, t->who.parent_tid == 0 ? PvmNoParent : t->who.parent_tid);
}

static int siblings(struct pvm_task *t, int **tids)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    int n = pvmi_control(t, CONTROL_SIBLINGS, &body, &answer);
    bool alone = n == PvmNoParent; /* it is its own only sibling, as in PVM */
    if (n < 0 && !alone)
        return n;
    n = alone ? 1 : n;
    int *list = calloc((size_t)n + 1, sizeof *list);
    for (int i = 0; i < n && list != NULL; i++)
        list[i] = alone ? t->who.tid : wire_get_int(&answer.in);
    pvmi_answer_drop(t, &answer);
    if (list == NULL)
        return PvmNoMem;
    PVMI_EXIT(t, list, n);
    if (tids != NULL)
        *tids = pvmi_list_keep(&t->calls->lists.siblings, list);
    else
        free(list);
    return n;
}

PVM_PUBLIC int pvm_siblings(int **tids)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_siblings", t == NULL ? PvmSysErr : siblings(t, tids));
}

PVM_PUBLIC int pvm_tidtohost(int tid)
{
    struct pvm_task *t = pvmi_enter();
    struct wire_out body = {NULL, 0, 0, 0};
    if (t != NULL && tid == t->who.tid) {
        pvmi_charge(t, MACH_COST_CALL);
        return pvmi_return(t, "pvm_tidtohost", t->who.node_tid);
    }
    control_tid_put(&body, &(struct control_tid){tid});
    int code = PvmSysErr;
    if (t != NULL)
        code = pvmi_control_code(t, CONTROL_TIDTOHOST, &body);
    else
        free(body.bytes);
    return pvmi_return(t, "pvm_tidtohost", code);
}
