/* trace_events.c - see trace.h: when an event is due, and with what values. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "process.h"
#include "life.h"
#include "trace_message.h"

/* ---- one event --------------------------------------------------------------------------------------------------- */

/* In PVM 3.4.6, a task whose PvmTraceOptions was never set sends nothing and complains at every event. */
static void complain(struct pvm_task *t)
{
    if (!t->tracing.kept->complained)
        fprintf(
            process_stderr(),
            "libpvm [t%x]: PvmTraceOptions is %d, and no trace events are sent: they would be with PvmTraceFull (%d), "
            "PvmTraceTime (%d) or PvmTraceCount (%d)\n",
            (unsigned)t->who.tid, t->options.value[PvmSelfTraceOptions], PvmTraceFull, PvmTraceTime, PvmTraceCount);
    t->tracing.kept->complained = true;
}

static bool wanted(const struct pvm_task *t, int event)
{
    return (t->watched & PVMI_TRACED) != 0 && TEV_MASK_CHECK(t->tracing.mask[PvmTaskSelf], event) != 0;
}

static void tell(struct pvm_task *t, int event, int which, const struct pvmi_trace_values *what,
                 const struct pvmi_trace_value *values)
{
    struct pvmi_trace *tr = t->tracing.kept;
    switch (t->options.value[PvmSelfTraceOptions]) {
    case PvmTraceFull:
        pvmi_trace_put(t, event, which, what, values);
        break;
    case PvmTraceTime:
        if (which == TEV_EVENT_EXIT)
            tr->total_ns[event] += t->ops->now(t->m) - tr->since;
        tr->count[event]++;
        break;
    case PvmTraceCount:
        tr->count[event]++;
        break;
    default:
        complain(t);
    }
}

static void read_values(const struct pvmi_trace_values *what, va_list list, struct pvmi_trace_value *values)
{
    for (int i = 0; i < what->n; i++) {
        int type = pvmi_trace_type(what->did[i]);
        if ((type & TEV_DATA_ARRAY) != 0) {
            values[i].items = va_arg(list, const void *);
            values[i].n = va_arg(list, int);
        } else if (type == TEV_DATA_STRING) {
            values[i].items = va_arg(list, const char *);
        } else if (type == TEV_DATA_LONG) {
            values[i].number = va_arg(list, long);
        } else {
            values[i].number = va_arg(list, int);
        }
    }
}

static void tell_list(struct pvm_task *t, int event, int which, va_list list)
{
    const struct pvmi_trace_event *e = pvmi_trace_event(event);
    const struct pvmi_trace_values *what = which == TEV_EVENT_EXIT ? &e->exit : &e->entry;
    struct pvmi_trace_value values[PVMI_TRACE_VALUES];
    memset(values, 0, sizeof values);
    read_values(what, list, values);
    tell(t, event, which, what, values);
}

void pvmi_trace_event_of(struct pvm_task *t, int event, int which, ...)
{
    va_list list;
    if (!wanted(t, event))
        return;
    va_start(list, which);
    tell_list(t, event, which, list);
    va_end(list);
}

void pvmi_trace_entry(struct pvm_task *t, ...)
{
    va_list list;
    va_start(list, t);
    tell_list(t, t->tracing.call->event, TEV_EVENT_ENTRY, list);
    va_end(list);
}

void pvmi_trace_exit(struct pvm_task *t, ...)
{
    va_list list;
    va_start(list, t);
    tell_list(t, t->tracing.call->event, TEV_EVENT_EXIT, list);
    va_end(list);
    t->tracing.kept->exit_told = true;
}

/* ---- the frame of a public call ---------------------------------------------------------------------------------- */

static const struct pvmi_trace_event *event_of(const char *call)
{
    for (int i = TEV_FIRST; i <= TEV_MAX; i++) {
        const struct pvmi_trace_event *e = pvmi_trace_event(i);
        if (e->call != NULL && strcmp(e->call, call) == 0)
            return e;
    }
    return NULL;
}

void pvmi_trace_call(struct pvm_task *t, const char *call)
{
    if (t->depth != t->tracing.depth)
        return;
    const struct pvmi_trace_event *e = event_of(call);
    t->tracing.call = e != NULL && wanted(t, e->event) ? e : NULL;
    if (t->tracing.call == NULL)
        return;
    t->tracing.kept->exit_told = false;
    t->tracing.kept->since = t->ops->now(t->m);
    if (e->entry.n == 0)
        tell(t, e->event, TEV_EVENT_ENTRY, &e->entry, NULL);
}

/* The event at the end of a call that has given no values: it has the call's code, for a message the values of none,
 * and otherwise nothing. */
void pvmi_trace_return(struct pvm_task *t, int code)
{
    const struct pvmi_trace_event *e = t->tracing.call;
    if (e == NULL || t->depth != t->tracing.depth)
        return;
    t->tracing.call = NULL;
    if (t->tracing.kept->exit_told || (t->watched & PVMI_TRACED) == 0)
        return;
    struct pvmi_trace_value values[PVMI_TRACE_VALUES];
    memset(values, 0, sizeof values);
    for (int i = 0; i < e->exit.n; i++)
        values[i].number = i == 0 || e->exit.did[i] == TEV_DID_CC ? code : e->exit.did[i] == TEV_DID_MCX ? 0 : -1;
    tell(t, e->event, TEV_EVENT_EXIT, &e->exit, values);
}

/* libpvm3 is called between the begin and the end of a group call, so its event is kept apart from t->tracing.call. */
void pvmi_trace_group_call(struct pvm_task *t, const char *call, const char *group, int number)
{
    const struct pvmi_trace_event *e = event_of(call);
    t->tracing.kept->group = e != NULL && wanted(t, e->event) ? e : NULL;
    t->tracing.kept->since = t->ops->now(t->m);
    if (t->tracing.kept->group != NULL)
        pvmi_trace_event_of(t, e->event, TEV_EVENT_ENTRY, group, number);
}

void pvmi_trace_group_return(struct pvm_task *t, int code, const int *tids, int n)
{
    if (t->tracing.kept->group != NULL)
        pvmi_trace_event_of(t, t->tracing.kept->group->event, TEV_EVENT_EXIT, code, tids, n);
    t->tracing.kept->group = NULL;
}

void pvmi_trace_update(struct pvm_task *t)
{
    int sink = t->options.value[PvmSelfTraceTid];
    bool on = t->joined && sink > 0 && sink != t->who.tid, was_on = (t->watched & PVMI_TRACED) != 0;
    t->watched = pvmi_watched_bits(&t->who) | (was_on ? PVMI_TRACED : 0);
    if (on == was_on)
        return;
    if (t->tracing.kept == NULL && (t->tracing.kept = calloc(1, sizeof *t->tracing.kept)) == NULL)
        return;
    t->watched ^= PVMI_TRACED;
    t->tracing.kept->exit_told = false;
    /* pvm_setopt switches tracing on, so the end of pvm_setopt is the first event. */
    t->tracing.call = on && t->depth > t->tracing.depth && wanted(t, TEV_SETOPT) ? pvmi_trace_event(TEV_SETOPT) : NULL;
}

void pvmi_trace_free(struct pvm_task *t)
{
    if (t->tracing.kept != NULL)
        free(t->tracing.kept->buf.own);
    free(t->tracing.kept);
    t->tracing.kept = NULL;
    t->tracing.call = NULL;
    t->watched = 0;
}
