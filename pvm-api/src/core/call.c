/* call.c - the begin and end of every public call: see call.h. */
#include "call.h"

#include "due.h"
#include "hooks.h"
#include "life.h"
#include "process.h"
#include "report.h"

/* These are functions of their own, so that a run that nobody watches pays only one branch. */

/* Returns the task; NULL: it has left the machine meanwhile, and cannot enroll again. */
static __attribute__((noinline, cold)) struct pvm_task *report_begin(struct pvm_task *t, const char *call)
{
    if (t->signals.alarm_at != 0 && t->depth == 0) {
        pvmi_signals_of_work(t);
        t = pvmi_enrolled();
        if (t == NULL)
            return NULL;
    }
    if ((t->watched & PVMI_REAL) != 0 && t->depth == 0 && !t->layers.in_group_call) {
        pvmi_clock_follows(t);
        t = pvmi_enrolled(); /* a signal may have come, and its handler may have left the machine */
        if (t == NULL)
            return NULL;
    }
    if ((t->watched & PVMI_POLLS) != 0 && t->depth == 0)
        pvmi_clock_looks(t);
    if (pvmi_call_is_shown(t))
        pvmi_mark_call(t, call);
    if ((t->watched & PVMI_TRACED) != 0 && !t->layers.in_group_call)
        pvmi_hooks.trace.call(t, call);
    return t;
}

static __attribute__((noinline, cold)) void report_end(struct pvm_task *t, int code)
{
    if (t->tracing.call != NULL && !t->layers.in_group_call)
        pvmi_hooks.trace.returned(t, code);
    if (pvmi_call_is_shown(t))
        t->ops->mark(t->m, MACH_MARK_RETURN, NULL, NULL, NULL);
    if ((t->watched & (PVMI_REAL | PVMI_POLLS)) != 0 && t->depth == 0 && !t->layers.in_group_call)
        pvmi_clock_leaves_call(t);
}

/* What the end of a call rarely has to do: raise signals, say what a negative code means. */

static __attribute__((noinline, cold)) void raise_due(struct pvm_task *t)
{
    if (pvmi_signals_due(t))
        (void)pvmi_signals(t);
}

static __attribute__((noinline, cold)) int fail(struct pvm_task *t, const char *call, int code)
{
    struct pvm_task *here = t != NULL ? t : pvmi_task_state();
    *process_errno() = code;
    if (here == NULL || here->depth <= here->tracing.depth) /* that is above 0 inside a message handler */
        pvmi_report(here, call, code);
    return code;
}

struct pvm_task *pvmi_enter_call(const char *call, const void *from)
{
    struct pvm_task *t = pvmi_enrolled();
    if (t == NULL)
        return NULL;
    pvmi_comes_in(t);
    if (t->depth == 0)
        t->from = from;
    if (t->watched != 0 || t->signals.alarm_at != 0) {
        t = report_begin(t, call);
        if (t == NULL)
            return NULL;
    }
    t->depth++;
    return t;
}

static inline void leave_call(struct pvm_task *t, int code)
{
    if (t->depth > 0)
        t->depth--;
    if (t->watched != 0 && t->joined)
        report_end(t, code);
    if (t->depth == 0 && t->joined && pvmi_signals_may_be_due(t))
        raise_due(t);
}

int pvmi_return(struct pvm_task *t, const char *call, int code)
{
    if (t != NULL)
        leave_call(t, code);
    return code >= 0 ? code : fail(t, call, code);
}

int pvmi_return_quiet(struct pvm_task *t, int code)
{
    leave_call(t, code);
    if (code < 0)
        *process_errno() = code;
    return code;
}

int pvmi_return_answer(struct pvm_task *t, int code)
{
    leave_call(t, code);
    return code;
}
