/* trace_events.c - see trace.h: when an event is due, and the message it becomes. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "pack.h"
#include "trace.h"
#include "trace_tables.h"

struct pvmi_trace {
    struct pvmi_buf buf;             /* events not yet sent */
    const struct pvmi_trace_event *group; /* of the group call that t is in */
    bool exit_told;                  /* of the call that t is in */
    bool complained;                 /* that PvmTraceOptions is none */
    int described[TEV_MAX + 1];      /* TEV_EVENT_ENTRY, _EXIT: the receiver knows what these consist of */
    mach_ns since;                   /* the call that t is in began */
    mach_ns total_ns[TEV_MAX + 1];   /* PvmTraceTime */
    int count[TEV_MAX + 1];          /* PvmTraceTime, PvmTraceCount: entries and exits, as in PVM 3.4.6 */
};

struct value {
    long number;        /* an integer */
    const void *items;  /* a string; an array of `n` */
    int n;
};

/* ---- the message ------------------------------------------------------------------------------------------------- */

static void put_int(struct pvm_task *t, int value)
{
    (void)pvmi_pack_values(t, &t->trace->buf, pvmi_type_of(PVM_INT), &value, 1);
}

static void put_string(struct pvm_task *t, const char *s)
{
    (void)pvmi_pack_string(t, &t->trace->buf, s != NULL ? s : "");
}

static void put_array(struct pvm_task *t, int type, const struct value *v)
{
    put_int(t, v->n);
    if (type == (TEV_DATA_INT | TEV_DATA_ARRAY) && v->n > 0)
        (void)pvmi_pack_values(t, &t->trace->buf, pvmi_type_of(PVM_INT), v->items, v->n);
    for (int i = 0; type == (TEV_DATA_STRING | TEV_DATA_ARRAY) && i < v->n; i++)
        put_string(t, ((char *const *)v->items)[i]);
}

static void put_value(struct pvm_task *t, int did, bool describe, const struct value *v)
{
    int type = pvmi_trace_type(did);
    if (describe) {
        put_int(t, did);
        put_int(t, type);
    }
    if ((type & TEV_DATA_ARRAY) != 0)
        put_array(t, type, v);
    else if (type == TEV_DATA_STRING)
        put_string(t, v->items);
    else if (type == TEV_DATA_LONG)
        (void)pvmi_pack_values(t, &t->trace->buf, pvmi_type_of(PVM_LONG), &v->number, 1);
    else
        put_int(t, (int)v->number);
}

/* The whole event, with the values that all have: when, and who. */
static void put_event(struct pvm_task *t, int event, int which, bool describe, const struct pvmi_trace_values *what,
                      const struct value *values)
{
    mach_ns now = t->ops->now(t->m);
    struct value s = {.number = (long)(MACH_EPOCH_S + now / 1000000000)}, us = {.number = (long)(now % 1000000000 / 1000)};
    struct value tid = {.number = t->who.tid};
    put_int(t, describe ? TEV_MARK_EVENT_DESC : TEV_MARK_EVENT_RECORD);
    put_int(t, event | which);
    if (describe)
        put_string(t, pvmtevinfo[event].name);
    put_value(t, TEV_DID_TS, describe, &s);
    put_value(t, TEV_DID_TU, describe, &us);
    put_value(t, TEV_DID_TID, describe, &tid);
    for (int i = 0; i < what->n; i++)
        put_value(t, what->did[i], describe, &values[i]);
    put_int(t, describe ? TEV_MARK_EVENT_DESC_END : TEV_MARK_EVENT_RECORD_END);
}

static void send_events(struct pvm_task *t)
{
    struct pvmi_trace *tr = t->trace;
    struct mach_frame *f;
    if (pvmi_buf_frame(t, &tr->buf, &f) == 0) {
        f->dst_tid = t->option[PvmSelfTraceTid];
        f->tag = t->option[PvmSelfTraceCode];
        f->context = t->option[PvmSelfTraceContext];
        pvmi_charge(t, MACH_COST_SEND);
        if (pvmi_is_task(f->dst_tid))
            (void)t->ops->post(t->m, f);
        t->ops->drop(t->m, f);
    }
    tr->buf.frame = NULL;
    tr->buf.len_bytes = 0;
}

static void send_or_keep(struct pvm_task *t, int event, int which, const struct pvmi_trace_values *what,
                         const struct value *values)
{
    struct pvmi_trace *tr = t->trace;
    int wait_for_bytes = t->option[PvmSelfTraceBuffer];
    if (tr->buf.len_bytes == 0) {
        pvmi_charge(t, MACH_COST_INITSEND);
        if (wait_for_bytes != 0)
            put_int(t, TEV_MARK_EVENT_BUFFER);
    }
    pvmi_charge(t, MACH_COST_PACK);
    put_event(t, event, which, (tr->described[event] & which) == 0, what, values);
    tr->described[event] |= which;
    if (wait_for_bytes == 0 || (long)tr->buf.len_bytes >= wait_for_bytes)
        pvmi_trace_flush(t);
}

/* ---- times and counts -------------------------------------------------------------------------------------------- */

/* One event with all calls that there were: how long they took, and how often they were met. */
static void send_totals(struct pvm_task *t, int event)
{
    struct pvmi_trace *tr = t->trace;
    const struct pvmi_trace_event *e = pvmi_trace_event(event);
    char *names[TEV_MAX + 1];
    int s[TEV_MAX + 1], us[TEV_MAX + 1], counts[TEV_MAX + 1], n = 0;
    for (int i = TEV_FIRST; i <= TEV_MAX; i++) {
        if (tr->count[i] == 0)
            continue;
        names[n] = pvmtevinfo[i].name;
        s[n] = (int)(tr->total_ns[i] / 1000000000);
        us[n] = (int)(tr->total_ns[i] % 1000000000 / 1000);
        counts[n++] = tr->count[i];
        tr->count[i] = 0;
        tr->total_ns[i] = 0;
    }
    struct value values[PVMI_TRACE_VALUES] = {{n, NULL, 0}, {0, names, n}, {0, s, n}, {0, us, n}, {0, counts, n}};
    if (event == TEV_PROFILING)
        values[2] = values[4];
    pvmi_charge(t, MACH_COST_INITSEND);
    pvmi_charge(t, MACH_COST_PACK);
    put_event(t, event, 0, true, &e->entry, values);
    send_events(t);
}

void pvmi_trace_flush(struct pvm_task *t)
{
    if (t->trace == NULL || (t->watched & PVMI_TRACED) == 0)
        return;
    if (t->option[PvmSelfTraceOptions] == PvmTraceTime)
        send_totals(t, TEV_TIMING);
    else if (t->option[PvmSelfTraceOptions] == PvmTraceCount)
        send_totals(t, TEV_PROFILING);
    if (t->trace->buf.len_bytes == 0)
        return;
    if (t->option[PvmSelfTraceBuffer] != 0)
        put_int(t, TEV_MARK_EVENT_BUFFER_END);
    send_events(t);
}

/* ---- one event --------------------------------------------------------------------------------------------------- */

/* In PVM 3.4.6 a task whose PvmTraceOptions was never set sends nothing and complains at every event. */
static void complain(struct pvm_task *t)
{
    if (!t->trace->complained)
        fprintf(stderr, "libpvm [t%x]: PvmTraceOptions is %d, and no trace events are sent: they would be with PvmTraceFull (%d), "
                "PvmTraceTime (%d) or PvmTraceCount (%d)\n", (unsigned)t->who.tid, t->option[PvmSelfTraceOptions],
                PvmTraceFull, PvmTraceTime, PvmTraceCount);
    t->trace->complained = true;
}

static bool wanted(const struct pvm_task *t, int event)
{
    return (t->watched & PVMI_TRACED) != 0 && TEV_MASK_CHECK(t->tmask[PvmTaskSelf], event) != 0;
}

static void tell(struct pvm_task *t, int event, int which, const struct pvmi_trace_values *what, const struct value *values)
{
    struct pvmi_trace *tr = t->trace;
    switch (t->option[PvmSelfTraceOptions]) {
    case PvmTraceFull:
        send_or_keep(t, event, which, what, values);
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

static void read_values(const struct pvmi_trace_values *what, va_list list, struct value *values)
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
    struct value values[PVMI_TRACE_VALUES];
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
    tell_list(t, t->traced->event, TEV_EVENT_ENTRY, list);
    va_end(list);
}

void pvmi_trace_exit(struct pvm_task *t, ...)
{
    va_list list;
    va_start(list, t);
    tell_list(t, t->traced->event, TEV_EVENT_EXIT, list);
    va_end(list);
    t->trace->exit_told = true;
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
    if (t->depth != t->trace_depth)
        return;
    const struct pvmi_trace_event *e = event_of(call);
    t->traced = e != NULL && wanted(t, e->event) ? e : NULL;
    if (t->traced == NULL)
        return;
    t->trace->exit_told = false;
    t->trace->since = t->ops->now(t->m);
    if (e->entry.n == 0)
        tell(t, e->event, TEV_EVENT_ENTRY, &e->entry, NULL);
}

/* What a call tells that could not say more: its code, of a message that there is none, of all else nothing. */
void pvmi_trace_return(struct pvm_task *t, int code)
{
    const struct pvmi_trace_event *e = t->traced;
    if (e == NULL || t->depth != t->trace_depth)
        return;
    t->traced = NULL;
    if (t->trace->exit_told || (t->watched & PVMI_TRACED) == 0)
        return;
    struct value values[PVMI_TRACE_VALUES];
    memset(values, 0, sizeof values);
    for (int i = 0; i < e->exit.n; i++)
        values[i].number = i == 0 || e->exit.did[i] == TEV_DID_CC ? code : e->exit.did[i] == TEV_DID_MCX ? 0 : -1;
    tell(t, e->event, TEV_EVENT_EXIT, &e->exit, values);
}

/* What a group call calls of libpvm3 comes between the two, so that its event is none of t->traced. */
void pvmi_trace_group_call(struct pvm_task *t, const char *call, const char *group, int number)
{
    const struct pvmi_trace_event *e = event_of(call);
    t->trace->group = e != NULL && wanted(t, e->event) ? e : NULL;
    t->trace->since = t->ops->now(t->m);
    if (t->trace->group != NULL)
        pvmi_trace_event_of(t, e->event, TEV_EVENT_ENTRY, group, number);
}

void pvmi_trace_group_return(struct pvm_task *t, int code, const int *tids, int n)
{
    if (t->trace->group != NULL)
        pvmi_trace_event_of(t, t->trace->group->event, TEV_EVENT_EXIT, code, tids, n);
    t->trace->group = NULL;
}

int pvmi_trace_send_bytes(struct pvm_task *t)
{
    struct pvmi_buf *b;
    return pvmi_buf_active_send(t, &b) == 0 ? pvmi_buf_len_seen(b) : -1;
}

void pvmi_trace_update(struct pvm_task *t)
{
    int sink = t->option[PvmSelfTraceTid];
    bool on = t->joined && sink > 0 && sink != t->who.tid, was_on = (t->watched & PVMI_TRACED) != 0;
    t->watched = (t->who.marks != 0 ? PVMI_MARKED : 0) | (was_on ? PVMI_TRACED : 0);
    if (on == was_on)
        return;
    if (t->trace == NULL && (t->trace = calloc(1, sizeof *t->trace)) == NULL)
        return;
    t->watched ^= PVMI_TRACED;
    t->trace->exit_told = false;
    /* Who switches it on is pvm_setopt, and that it ends is the first event. */
    t->traced = on && t->depth > t->trace_depth && wanted(t, TEV_SETOPT) ? pvmi_trace_event(TEV_SETOPT) : NULL;
}

void pvmi_trace_free(struct pvm_task *t)
{
    if (t->trace != NULL)
        free(t->trace->buf.own);
    free(t->trace);
    t->trace = NULL;
    t->traced = NULL;
    t->watched = 0;
}
