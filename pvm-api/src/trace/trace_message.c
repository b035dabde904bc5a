/* trace_message.c - sends trace events: the message that they are put into (pvmtev.h has its layout) and, with
 * PvmTraceTime and PvmTraceCount, the message with the sums. */
#include "call.h"
#include "trace_message.h"

/* ---- the message ------------------------------------------------------------------------------------------------- */

static void put_int(struct pvm_task *t, int value)
{
    (void)pvmi_pack_values(t, &t->tracing.kept->buf, pvmi_type_of(PVM_INT), &value, 1);
}

static void put_string(struct pvm_task *t, const char *s)
{
    (void)pvmi_pack_string(t, &t->tracing.kept->buf, s != NULL ? s : "");
}

static void put_array(struct pvm_task *t, int type, const struct pvmi_trace_value *v)
{
    put_int(t, v->n);
    if (type == (TEV_DATA_INT | TEV_DATA_ARRAY) && v->n > 0)
        (void)pvmi_pack_values(t, &t->tracing.kept->buf, pvmi_type_of(PVM_INT), v->items, v->n);
    for (int i = 0; type == (TEV_DATA_STRING | TEV_DATA_ARRAY) && i < v->n; i++)
        put_string(t, ((char *const *)v->items)[i]);
}

static void put_value(struct pvm_task *t, int did, bool describe, const struct pvmi_trace_value *v)
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
        (void)pvmi_pack_values(t, &t->tracing.kept->buf, pvmi_type_of(PVM_LONG), &v->number, 1);
    else
        put_int(t, (int)v->number);
}

/* Writes the whole event, with the values that all events have: time and task. */
static void put_event(struct pvm_task *t, int event, int which, bool describe, const struct pvmi_trace_values *what,
                      const struct pvmi_trace_value *values)
{
    mach_ns now = t->ops->now(t->m);
    struct pvmi_trace_value s = {.number = (long)(MACH_EPOCH_S + now / 1000000000)};
    struct pvmi_trace_value us = {.number = (long)(now % 1000000000 / 1000)};
    struct pvmi_trace_value tid = {.number = t->who.tid};
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
    struct pvmi_trace *tr = t->tracing.kept;
    struct mach_frame *f;
    if (pvmi_buf_frame(t, &tr->buf, &f) == 0) {
        f->dst_tid = t->options.value[PvmSelfTraceTid];
        f->tag = t->options.value[PvmSelfTraceCode];
        f->context = t->options.value[PvmSelfTraceContext];
        pvmi_charge(t, MACH_COST_SEND);
        if (tid_is_task(f->dst_tid))
            (void)t->ops->post(t->m, f);
        t->ops->drop(t->m, f);
    }
    tr->buf.frame = NULL;
    tr->buf.len_bytes = 0;
}

void pvmi_trace_put(struct pvm_task *t, int event, int which, const struct pvmi_trace_values *what,
                    const struct pvmi_trace_value *values)
{
    struct pvmi_trace *tr = t->tracing.kept;
    int wait_for_bytes = t->options.value[PvmSelfTraceBuffer];
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

/* Writes one event with all calls so far: how long they took, and how many there were. */
static void send_totals(struct pvm_task *t, int event)
{
    struct pvmi_trace *tr = t->tracing.kept;
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
    struct pvmi_trace_value values[PVMI_TRACE_VALUES] = {
        {n, NULL, 0}, {0, names, n}, {0, s, n}, {0, us, n}, {0, counts, n}};
    if (event == TEV_PROFILING)
        values[2] = values[4];
    pvmi_charge(t, MACH_COST_INITSEND);
    pvmi_charge(t, MACH_COST_PACK);
    put_event(t, event, 0, true, &e->entry, values);
    send_events(t);
}

void pvmi_trace_flush(struct pvm_task *t)
{
    if (t->tracing.kept == NULL || (t->watched & PVMI_TRACED) == 0)
        return;
    if (t->options.value[PvmSelfTraceOptions] == PvmTraceTime)
        send_totals(t, TEV_TIMING);
    else if (t->options.value[PvmSelfTraceOptions] == PvmTraceCount)
        send_totals(t, TEV_PROFILING);
    if (t->tracing.kept->buf.len_bytes == 0)
        return;
    if (t->options.value[PvmSelfTraceBuffer] != 0)
        put_int(t, TEV_MARK_EVENT_BUFFER_END);
    send_events(t);
}
