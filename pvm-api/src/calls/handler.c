/* handler.c - message handler functions (pvm_addmhf). A handler runs when a call that receives comes to its message,
 * and before that call gives a message from behind it. */
#include <stdlib.h>

#include "call.h"
#include "calls_state.h"
#include "extra.h"
#include "process.h"
#include "tracing.h"

struct pvmi_handler {
    int mhid, tid, tag, context; /* -1: any */
    int (*run)(int mid);
    struct pvmi_handler *next; /* in the order in which they were added */
};

static bool overlap(int a, int b)
{
    return a == -1 || b == -1 || a == b;
}

/* Two handlers must not match the same message, since it would not be clear which one gets it. Messages of the library
 * itself count as taken, as in PVM: a handler for every message would get the group server's answers, too. */
static bool is_taken(const struct pvm_task *t, int tid, int tag, int context)
{
    if (tag == -1 && overlap(context, PVMI_CATCH_CONTEXT))
        return true;
    for (const struct pvmi_handler *h = t->calls->handlers.first; h != NULL; h = h->next)
        if (overlap(h->tid, tid) && overlap(h->tag, tag) && overlap(h->context, context))
            return true;
    return false;
}

static bool mhid_used(const struct pvm_task *t, int mhid)
{
    for (const struct pvmi_handler *h = t->calls->handlers.first; h != NULL; h = h->next)
        if (h->mhid == mhid)
            return true;
    return false;
}

static int add(struct pvm_task *t, int tid, int tag, int context, int (*run)(int))
{
    if (run == NULL)
        return PvmBadParam;
    if (is_taken(t, tid, tag, context))
        return PvmExists;
    struct pvmi_handler *h = calloc(1, sizeof *h), **end = &t->calls->handlers.first;
    if (h == NULL)
        return PvmNoMem;
    while (mhid_used(t, h->mhid))
        h->mhid++;
    h->tid = tid;
    h->tag = tag;
    h->context = context;
    h->run = run;
    while (*end != NULL)
        end = &(*end)->next;
    *end = h;
    return h->mhid;
}

PVM_PUBLIC int pvm_addmhf(int tid, int tag, int context, int (*run)(int mid))
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, tag, context);
    return pvmi_return(t, "pvm_addmhf", t == NULL ? PvmSysErr : add(t, tid, tag, context, run));
}

static int del(struct pvm_task *t, int mhid)
{
    if (mhid < 0)
        return PvmBadParam;
    for (struct pvmi_handler **at = &t->calls->handlers.first; *at != NULL; at = &(*at)->next)
        if ((*at)->mhid == mhid) {
            struct pvmi_handler *h = *at;
            *at = h->next;
            free(h);
            return 0;
        }
    return PvmNotFound;
}

PVM_PUBLIC int pvm_delmhf(int mhid)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, mhid);
    return pvmi_return(t, "pvm_delmhf", t == NULL ? PvmSysErr : del(t, mhid));
}

static const struct pvmi_handler *handler_of(const struct pvm_task *t, const struct pvmi_buf *b)
{
    const struct pvmi_handler *h = t->calls->handlers.first;
    while (h != NULL && !(overlap(h->tid, b->src) && overlap(h->tag, b->tag) && overlap(h->context, b->context)))
        h = h->next;
    return h;
}

bool pvmi_handles(const struct pvm_task *t, const struct pvmi_buf *b)
{
    return handler_of(t, b) != NULL;
}

/* The calls of the handler are traced like any other calls of the program, and wait for themselves. */
static void call_program(struct pvm_task *t, int (*run)(int), int mid)
{
    const struct pvmi_trace_event *traced = t->tracing.call;
    const struct pvmi_group_wait wait = t->layers.group_wait;
    int depth = t->tracing.depth, tid = t->who.tid;
    bool in_group_call = t->layers.in_group_call;
    t->tracing.call = NULL;
    t->tracing.depth = t->depth;
    t->layers.group_wait = (struct pvmi_group_wait){0};
    t->layers.in_group_call = false;
    run(mid);
    if (t->joined && t->who.tid == tid) {
        t->layers.group_wait = wait;
        t->layers.in_group_call = in_group_call;
    }
    t->tracing.call = (t->watched & PVMI_TRACED) != 0 ? traced : NULL;
    t->tracing.depth = depth;
}

/* During the handler, the message is the receive buffer, there is no send buffer, and the context is the message's. The
 * program's own buffers and context are put back afterwards. */
bool pvmi_handle(struct pvm_task *t, struct pvmi_buf *b)
{
    const struct pvmi_handler *h = handler_of(t, b);
    if (h == NULL)
        return false;
    int sbuf = t->data->buffers.send, rbuf = t->data->buffers.receive, context = t->contexts.current, tid = t->who.tid,
        mid = b->mid, (*run)(int) = h->run;
    pvmi_context_set(t, b->context);
    t->data->buffers.send = 0;
    t->data->buffers.receive = mid;
    pvmi_buf_accept(t, b);
    pvmi_charge(t, MACH_COST_RECV);
    if ((t->watched & PVMI_TRACED) != 0)
        pvmi_hooks.trace.event(t, TEV_MHF_INVOKE, TEV_EVENT_ENTRY, h->tid, h->tag, h->context, mid,
                               pvmi_buf_len_seen(b), b->tag, b->context, b->src);
    call_program(t, run, mid);
    pvmi_context_set(t, context);
    if (!t->joined || t->who.tid != tid)
        return true; /* it has left the machine: the buffers from before are gone, and their numbers may be others' */
    const int now[] = {t->data->buffers.send, t->data->buffers.receive}, before[] = {sbuf, rbuf};
    struct pvmi_buf *left;
    for (int i = 0; i < 2; i++)
        if (now[i] != before[i] && pvmi_buf_find(t, now[i], &left) == 0)
            pvmi_buf_free(t, left);
    t->data->buffers.send = sbuf;
    t->data->buffers.receive = rbuf;
    return true;
}

void pvmi_handler_free(struct pvm_task *t)
{
    while (t->calls->handlers.first != NULL) {
        struct pvmi_handler *h = t->calls->handlers.first;
        t->calls->handlers.first = h->next;
        free(h);
    }
}

/* Prints the handlers on stdout, for debugging: what each waits for (-1: any). The lines begin with the caller's name
 * and the given tid. Those of PVM 3.4.6 also show its internal tables. */
PVM_PUBLIC int pvmdisplaymhfinfo(char *who, char *text, int tid)
{
    const struct pvm_task *t = pvmi_self();
    fprintf(process_stdout(), "%s t%x: %s\n", who, (unsigned)tid, text);
    for (const struct pvmi_handler *h = t != NULL ? t->calls->handlers.first : NULL; h != NULL; h = h->next)
        fprintf(process_stdout(), "%s t%x: mhid %d src t%x ctx %d tag %d\n", who, (unsigned)tid, h->mhid,
                (unsigned)h->tid, h->context, h->tag);
    return PvmOk;
}
