/* send.c - pvm_send, pvm_mcast, pvm_psend.
 *
 * This is "Level 1": a PVM send is its own library cost and then one call of the machine (post, multicast). The native
 * library's l_asend and cbroad make the same calls (ap1000-sim/native). Nothing lies between. */
#include <stdlib.h>
#include <string.h>

#define PVMSIM_STRONG
#include "pvmsim.h"

#include "call.h"
#include "calls_state.h"
#include "report.h"
#include "send.h"
#include "tracing.h"
#include "types.h"
#include "user_events.h"

static int post(struct pvm_task *t, struct mach_frame *f, int tid, int tag, enum mach_route route)
{
    f->dst_tid = tid;
    f->tag = tag;
    f->context = t->contexts.current;
    f->route = route;
    pvmi_charge(t, MACH_COST_SEND);
    /* With PvmResvTids the tid may belong to neither a task nor the system; nobody gets the message then. */
    return tid_is_task(tid) || tid_is_system(tid) ? t->ops->post(t->m, f) : 0;
}

int pvmi_post(struct pvm_task *t, struct mach_frame *f, int tid, int tag)
{
    bool direct = t->options.value[PvmRoute] == PvmRouteDirect;
    return post(t, f, tid, tag, direct ? MACH_ROUTE_DIRECT : MACH_ROUTE_DEFAULT);
}

/* A message of the program, which alone may go as a datagram; on a machine without them it is an ordinary one. */
static int post_own(struct pvm_task *t, struct mach_frame *f, int tid, int tag)
{
    if (t->options.value[PvmRoute] != PvmRouteDatagram || t->who.datagram_bytes == 0)
        return pvmi_post(t, f, tid, tag);
    return f->len_bytes > (uint32_t)t->who.datagram_bytes ? PvmBadParam : post(t, f, tid, tag, MACH_ROUTE_DATAGRAM);
}

/* Only tasks that have asked for it may use reserved tags, and tids that no task can have. */
static bool may_send(const struct pvm_task *t, int tid, int tag)
{
    return t->options.value[PvmResvTids] != 0 || (tag >= 0 && tid_is_task(tid));
}

/* pvm_mcast if the machine is to use its hardware: one transfer over the broadcast bus, if that reaches the right
 * tasks. */
static int multicast(struct pvm_task *t, struct mach_frame *f, const int *tids, int n, int tag)
{
    int32_t *others = malloc(((size_t)n + 1) * sizeof *others);
    int count = 0, code = 0;
    if (others == NULL)
        return PvmNoMem;
    for (int i = 0; i < n; i++)
        if (tids[i] != t->who.tid && tid_is_task(tids[i]))
            others[count++] = tids[i];
    f->tag = tag;
    f->context = t->contexts.current;
    if (count > 0)
        code = t->ops->multicast(t->m, f, others, count, t->who.cost_ns[MACH_COST_SEND]);
    free(others);
    return code;
}

static int send_buffer(struct pvm_task *t, const int *tids, int n, int tag, bool skip_self)
{
    struct pvmi_buf *b;
    struct mach_frame *f;
    int code = pvmi_buf_find(t, t->data->buffers.send, &b);
    if (code < 0)
        return t->data->buffers.send == 0 ? PvmNoBuf : code;
    code = pvmi_buf_frame(t, b, &f);
    if (code >= 0 && skip_self && t->who.hardware != 0)
        return multicast(t, f, tids, n, tag);
    for (int i = 0; i < n && code >= 0; i++)
        if (!skip_self || tids[i] != t->who.tid) {
            b->dst = tids[i];
            b->tag = tag;
            b->context = t->contexts.current;
            pvmi_arrived_moved(&t->data->arrived, b);
            code = post_own(t, f, tids[i], tag);
        }
    return code < 0 ? code : 0;
}

/* Sends the send buffer, the program's own event, to where the task's events go. Nothing is sent by a task that is not
 * traced, or not for TEV_USER_DEFINED. */
static int send_user_event(struct pvm_task *t)
{
    struct pvmi_buf *b;
    struct mach_frame *f;
    int sink = t->options.value[PvmSelfTraceTid];
    int code = pvmi_buf_active_send(t, &b);
    if (code < 0 || TEV_MASK_CHECK(t->tracing.mask[PvmTaskSelf], TEV_USER_DEFINED) == 0)
        return code;
    code = pvmi_user_event_end(t, b);
    if (code == 0)
        code = pvmi_buf_frame(t, b, &f);
    if (code < 0)
        return code;
    f->dst_tid = sink;
    f->tag = t->options.value[PvmSelfTraceCode];
    f->context = t->options.value[PvmSelfTraceContext];
    f->route = MACH_ROUTE_DEFAULT;
    pvmi_charge(t, MACH_COST_SEND);
    return tid_is_task(sink) ? t->ops->post(t->m, f) : 0;
}

/* The length of the send buffer, as the event of a send has it; -1: there is none. */
static int send_bytes(struct pvm_task *t)
{
    struct pvmi_buf *b;
    return pvmi_buf_active_send(t, &b) == 0 ? pvmi_buf_len_seen(b) : -1;
}

PVM_PUBLIC int pvm_send(int tid, int tag)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, send_bytes(t), tid, tag, t->contexts.current);
    int code = t == NULL                                       ? PvmSysErr
               : tid == PVM_TRACE_TID && tag == PVM_TRACE_CODE ? send_user_event(t)
               : !may_send(t, tid, tag)                        ? pvmi_bad_tid(t, "pvm_send", tid)
                                                               : send_buffer(t, &tid, 1, tag, false);
    return pvmi_return(t, "pvm_send", code);
}

/* The number of different tids, which go into `once` in the order in which they are first named. `seen`: a table of
 * 2^bits places, all 0, at least twice as many as tids. */
static int different(const int *tids, int n, int *once, int *seen, unsigned bits)
{
    uint32_t last = (UINT32_C(1) << bits) - 1;
    bool zero = false; /* a tid with PvmResvTids */
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (tids[i] == 0) {
            if (!zero)
                once[count++] = 0;
            zero = true;
            continue;
        }
        uint32_t at = (uint32_t)tids[i] * UINT32_C(0x9e3779b1) >> (32 - bits);
        while (seen[at] != 0 && seen[at] != tids[i])
            at = (at + 1) & last;
        if (seen[at] == tids[i])
            continue;
        seen[at] = tids[i];
        once[count++] = tids[i];
    }
    return count;
}

/* If one tid is bad, nothing is sent. A tid that is listed twice gets the message once, as in PVM. */
static int mcast(struct pvm_task *t, const int *tids, int n, int tag)
{
    if (t->data->buffers.send == 0)
        return PvmNoBuf;
    if (n < 0 || (n > 0 && tids == NULL) || (tag < 0 && t->options.value[PvmResvTids] == 0))
        return PvmBadParam;
    for (int i = 0; i < n; i++)
        if (!may_send(t, tids[i], tag))
            return pvmi_bad_tid(t, "pvm_mcast", tids[i]);
    unsigned bits = 1;
    while (bits < 31 && (1u << bits) < 2 * (unsigned)n)
        bits++;
    int *once = malloc(((size_t)n + 1) * sizeof *once), *seen = calloc((size_t)1 << bits, sizeof *seen);
    int code = PvmNoMem;
    if (once != NULL && seen != NULL)
        code = send_buffer(t, once, different(tids, n, once, seen, bits), tag, true);
    free(seen);
    free(once);
    return code;
}

PVM_PUBLIC int pvm_mcast(int *tids, int ntask, int tag)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, send_bytes(t), tag, t->contexts.current, tids, tids != NULL && ntask > 0 ? ntask : 0);
    return pvmi_return(t, "pvm_mcast", t == NULL ? PvmSysErr : mcast(t, tids, ntask, tag));
}

/* Sends the items as they are in memory, in a message of its own; less than none are none, as in PVM. The send buffer
 * stays as it is. */
static int psend(struct pvm_task *t, int tid, int tag, const void *items, int nitem, int type)
{
    const struct pvmi_type *ty = pvmi_type_of(type);
    struct mach_frame *f;
    if (type == PVM_STR)
        return PvmNotImpl;
    if (ty == NULL || (items == NULL && nitem > 0))
        return PvmBadParam;
    if (!may_send(t, tid, tag))
        return pvmi_bad_tid(t, "pvm_psend", tid);
    size_t len = nitem > 0 ? (size_t)nitem * ty->size_bytes : 0;
    if (len > UINT32_MAX)
        return PvmBadParam;
    pvmi_charge(t, MACH_COST_INITSEND);
    pvmi_charge(t, MACH_COST_PACK);
    int code = t->ops->frame(t->m, (uint32_t)len, &f);
    if (code < 0)
        return code;
    f->encoding = pvmi_frame_encoding(PvmDataRaw, 1u << type);
    if (len > 0)
        memcpy(f->body, items, len);
    code = post_own(t, f, tid, tag);
    t->ops->drop(t->m, f);
    return code;
}

PVM_PUBLIC int pvm_psend(int tid, int tag, void *items, int nitem, int type)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, tag, t->contexts.current, (long)items, nitem, type);
    return pvmi_return(t, "pvm_psend", t == NULL ? PvmSysErr : psend(t, tid, tag, items, nitem, type));
}
