/* recv.c - pvm_recv, pvm_nrecv, pvm_trecv, pvm_probe, pvm_precv. */
#include <string.h>
#include <sys/time.h>

#include "call.h"
#include "calls_state.h"
#include "encode.h"
#include "tracing.h"

/* Returns 1 and *out if a message was received, 0 if there was none by the deadline, or an error. */
static int receive(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out)
{
    if (look->deadline != MACH_FOREVER && look->deadline <= t->ops->now(t->m))
        pvmi_charge(t, MACH_COST_POLL);
    int code = pvmi_match(t, look, out);
    if (code > 0 && look->take)
        pvmi_charge(t, MACH_COST_RECV);
    if (code == 0 && look->deadline == 0)
        pvmi_clock_polled(t);
    return code;
}

static int receive_to_rbuf(struct pvm_task *t, struct pvmi_look look)
{
    struct pvmi_buf *b;
    if (t == NULL)
        return pvmi_return(NULL, look.call, PvmSysErr);
    pvmi_buf_free_receive(t); /* even if nothing is received */
    look.take = true;
    int code = receive(t, &look, &b);
    if (code > 0) {
        b->at = 0;
        b->probed = false;
        t->data->buffers.receive = code = b->mid;
        PVMI_EXIT(t, code, pvmi_buf_len_seen(b), b->tag, b->context, b->src);
    }
    return pvmi_return(t, look.call, code);
}

PVM_PUBLIC int pvm_recv(int tid, int tag)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, tag, t->contexts.current);
    return receive_to_rbuf(t, (struct pvmi_look){.call = "pvm_recv", .tid = tid, .tag = tag, .deadline = MACH_FOREVER});
}

PVM_PUBLIC int pvm_nrecv(int tid, int tag)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, tag, t->contexts.current);
    return receive_to_rbuf(t, (struct pvmi_look){.call = "pvm_nrecv", .tid = tid, .tag = tag, .one = true});
}

/* A span that is not positive means not to wait; one that is too long to count means for ever. */
static mach_ns deadline_after(mach_ns now, const struct timeval *span)
{
    mach_ns s, us, ns, end;
    if (span == NULL)
        return MACH_FOREVER;
    if (__builtin_mul_overflow(span->tv_sec, 1000000000, &s) || __builtin_mul_overflow(span->tv_usec, 1000, &us) ||
        __builtin_add_overflow(s, us, &ns))
        return span->tv_sec > 0 || (span->tv_sec == 0 && span->tv_usec > 0) ? MACH_FOREVER : 0;
    return ns <= 0 ? 0 : __builtin_add_overflow(now, ns, &end) ? MACH_FOREVER : end;
}

PVM_PUBLIC int pvm_trecv(int tid, int tag, struct timeval *span)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, tag, t->contexts.current, span != NULL ? (int)span->tv_sec : -1,
               span != NULL ? (int)span->tv_usec : -1);
    mach_ns deadline = t != NULL ? deadline_after(t->ops->now(t->m), span) : 0;
    return receive_to_rbuf(t, (struct pvmi_look){.call = "pvm_trecv", .tid = tid, .tag = tag, .deadline = deadline});
}

PVM_PUBLIC int pvm_probe(int tid, int tag)
{
    struct pvmi_look look = {.call = "pvm_probe", .tid = tid, .tag = tag, .one = true};
    struct pvmi_buf *b;
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, tag, t->contexts.current);
    int code = t == NULL ? PvmSysErr : receive(t, &look, &b);
    if (code > 0)
        b->probed = true;
    return pvmi_return(t, "pvm_probe", code > 0 ? b->mid : code);
}

/* Copies the bytes as they came; from a message that pvm_send made in PvmDataDefault, it decodes the items. Returns the
 * length that the whole message would have in the receiver's memory. */
static size_t copy_out(const struct pvmi_type *ty, const struct pvmi_buf *b, void *items, size_t nitem)
{
    const unsigned char *body = pvmi_buf_bytes(b);
    size_t len = b->len_bytes, room = nitem * ty->size_bytes;
    if (b->encoding != PvmDataDefault || ty->size_bytes == 1) {
        if (len > 0 && room > 0)
            memcpy(items, body, len < room ? len : room);
        return len;
    }
    size_t wire = pvmi_item_bytes(ty, PvmDataDefault), there = len / wire;
    if (there > 0 && nitem > 0)
        pvmi_decode(ty, PvmDataDefault, body, items, there < nitem ? there : nitem, 1);
    return there * ty->size_bytes;
}

struct received {
    int *tid, *tag, *len;
};

static int precv(struct pvm_task *t, int tid, int tag, void *items, int nitem, int type, const struct received *got)
{
    struct pvmi_look look = {.call = "pvm_precv", .tid = tid, .tag = tag, .deadline = MACH_FOREVER, .take = true};
    const struct pvmi_type *ty = pvmi_type_of(type);
    struct pvmi_buf *b;
    if (type == PVM_STR)
        return PvmNotImpl;
    if (ty == NULL || (items == NULL && nitem > 0))
        return PvmBadParam;
    int rbuf = t->data->buffers.receive, me = t->who.tid;
    t->data->buffers.receive = 0;
    int code = receive(t, &look, &b);
    if (t->joined && t->who.tid == me) /* else a handler has left, and the buffers from before are gone */
        t->data->buffers.receive = rbuf;
    if (code < 0)
        return code;
    pvmi_charge(t, MACH_COST_UNPACK);
    size_t len = copy_out(ty, b, items, nitem > 0 ? (size_t)nitem : 0);
    if (got->tid != NULL)
        *got->tid = b->src;
    if (got->tag != NULL)
        *got->tag = b->tag;
    if (got->len != NULL)
        *got->len = (int)len;
    PVMI_EXIT(t, 0, (int)len, b->tag, b->context, b->src);
    pvmi_buf_free(t, b);
    return 0;
}

/* The receive buffer stays as it is. */
PVM_PUBLIC int pvm_precv(int tid, int tag, void *items, int nitem, int type, int *rtid, int *rtag, int *rlen)
{
    struct received got = {rtid, rtag, rlen};
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, tag, t->contexts.current, (long)items, nitem, type);
    return pvmi_return(t, "pvm_precv", t == NULL ? PvmSysErr : precv(t, tid, tag, items, nitem, type, &got));
}
