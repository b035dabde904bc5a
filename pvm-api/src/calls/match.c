/* match.c - messages that arrived and wait to be received, and which of them a receive call takes. */
#include <stdlib.h>

#include "call.h"
#include "due.h"

struct pvmi_arrived {
    struct pvmi_buf *buffer; /* NULL: received, or freed by the user, who knows its mid by pvm_probe */
    bool passed;             /* a receive call went past it: a handler added later does not get it any more */
    struct pvmi_arrived *next;
};

void pvmi_match_forget(struct pvm_task *t, struct pvmi_buf *b)
{
    for (struct pvmi_arrived *a = t->matching.first; a != NULL && b->waits; a = a->next)
        if (a->buffer == b) {
            a->buffer = NULL;
            b->waits = false;
        }
}

/* Drop the entries that are nobody's, unless a search is on: the user's own function may call all of PVM. */
static void sweep(struct pvm_task *t)
{
    struct pvmi_arrived **at = &t->matching.first, *last = NULL;
    while (t->matching.searches == 0 && *at != NULL) {
        struct pvmi_arrived *a = *at;
        if (a->buffer != NULL) {
            last = a;
            at = &a->next;
        } else {
            *at = a->next;
            free(a);
        }
    }
    if (t->matching.searches == 0)
        t->matching.last = last;
}

static int keep(struct pvm_task *t, struct pvmi_buf *b)
{
    struct pvmi_arrived *a = malloc(sizeof *a);
    if (a == NULL) {
        pvmi_buf_free(t, b);
        return PvmNoMem;
    }
    *a = (struct pvmi_arrived){b, false, NULL};
    b->waits = true;
    if (t->matching.last != NULL)
        t->matching.last->next = a;
    else
        t->matching.first = a;
    t->matching.last = a;
    return 1;
}

/* The processor was idle until the frame came, or to the end of a wait in vain. */
static void count_wait(struct pvm_task *t, mach_ns began, const struct mach_frame *f)
{
    mach_ns until = f != NULL ? f->arrived : t->ops->now(t->m);
    if (until > began)
        t->clock.waited_ns += until - began;
}

int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look)
{
    struct mach_want want = {look->tid, look->tag, t->contexts.current, look->call};
    struct mach_frame *f = NULL;
    struct pvmi_buf *b;
    mach_ns began = t->ops->now(t->m), until = pvmi_or_alarm(t, look->deadline);
    int code = 1;
    if (t->descriptor.seen != NULL) {
        f = pvmi_message_take(t);
    } else {
        code = t->ops->wait(t->m, until, &want, &f);
        count_wait(t, began, f);
    }
    if (code == MACH_SIGNALLED || (code == 0 && until < look->deadline)) {
        (void)pvmi_signals(t); /* a handler may have taken in messages, or have left the machine */
        return t->joined ? 1 : PvmSysErr;
    }
    if (code <= 0)
        return code;
    if (pvmi_catch(t, f)) {
        pvmi_mark_accept(t, f);
        t->ops->drop(t->m, f);
        return 1;
    }
    code = pvmi_buf_from_frame(t, f, &b);
    if (code < 0)
        return code;
    return pvmi_handle(t, b) ? 1 : keep(t, b);
}

/* pvm_recvf's meaning of the user's result: below 0 an error, 0 no, 1 this one, above 1 the highest wins. */
static int asked(struct pvm_task *t, const struct pvmi_look *look, const struct pvmi_buf *b)
{
    if (t->matching.by_user != NULL)
        return t->matching.by_user(b->mid, look->tid, look->tag);
    return (look->tid == -1 || look->tid == b->src) && (look->tag == -1 || look->tag == b->tag);
}

/* PVM reads no further than the message that a receive call gives: handlers added since then get the ones behind it, and
 * those that this library holds already must not look different. */
static bool handled_late(struct pvm_task *t, const struct pvmi_arrived *a)
{
    struct pvmi_buf *b = a->buffer;
    if (a->passed || b == NULL || !pvmi_handles(t, b))
        return false;
    pvmi_match_forget(t, b);
    pvmi_handle(t, b);
    return true;
}

/* The entry to take, or NULL, among those that are here; *code is an error of the user's function. *again: a handler has
 * run instead, and may have done anything. */
static struct pvmi_arrived *best_of(struct pvm_task *t, const struct pvmi_look *look, int *code, bool *again)
{
    struct pvmi_arrived *best = NULL;
    int best_says = 0;
    for (struct pvmi_arrived *a = t->matching.first; a != NULL; a = a->next) {
        *again = t->handlers.first != NULL && handled_late(t, a);
        if (*again)
            return NULL;
        int says = a->buffer != NULL && a->buffer->context == t->contexts.current ? asked(t, look, a->buffer) : 0;
        if (says < 0) {
            *code = says;
            return NULL;
        }
        if (says == 1)
            return a;
        if (says > best_says) {
            best = a;
            best_says = says;
        }
        a->passed = true;
    }
    return best;
}

/* 1 and *out, 0, or an error. */
static int search(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out)
{
    int code = 0;
    bool again = false;
    struct pvmi_arrived *best;
    do {
        t->matching.searches++;
        best = best_of(t, look, &code, &again);
        t->matching.searches--;
    } while (again && t->joined);
    if (!t->joined)
        return PvmSysErr;
    if (best != NULL && best->buffer != NULL) {
        *out = best->buffer;
        if (look->take) {
            pvmi_mark_accept(t, (*out)->frame);
            pvmi_match_forget(t, *out);
        }
        code = 1;
    }
    sweep(t);
    return code;
}

int pvmi_match(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out)
{
    struct pvmi_look now = *look;
    now.deadline = 0;
    /* A user's function compares all there are; the library's own takes the first that fits. */
    int code = t->matching.by_user != NULL ? 1 : search(t, look, out);
    if (t->matching.by_user == NULL && code != 0)
        return code;
    do
        code = pvmi_match_pull(t, &now);
    while (code > 0);
    while (code >= 0) {
        int found = search(t, look, out);
        if (found != 0)
            return found;
        code = pvmi_match_pull(t, look);
        if (code == 0)
            return 0;
    }
    return code;
}

/* Is it the answer, or what may come instead of it? */
static bool ends_wait(const struct pvmi_reply *r, const struct pvmi_buf *b, bool *answer)
{
    *answer = b->src == r->src && b->tag == r->tag && b->wid == r->wait_id && b->context == 0;
    return *answer || (b->context == r->other_context && b->tag == r->other_tag);
}

int pvmi_match_reply(struct pvm_task *t, const struct pvmi_reply *r, struct pvmi_buf **out)
{
    struct pvmi_look look = {r->call, r->src, r->tag, MACH_FOREVER, true};
    int code = 1;
    while (code > 0) {
        for (struct pvmi_arrived *a = t->matching.first; a != NULL; a = a->next) {
            bool answer = false;
            *out = a->buffer;
            if (*out == NULL || !ends_wait(r, *out, &answer))
                continue;
            pvmi_mark_accept(t, (*out)->frame);
            pvmi_match_forget(t, *out);
            sweep(t);
            if (!answer)
                pvmi_buf_free(t, *out);
            return answer;
        }
        code = pvmi_match_pull(t, &look);
    }
    return code < 0 ? code : PvmSysErr;
}

void pvmi_match_free(struct pvm_task *t)
{
    for (struct pvmi_arrived *a = t->matching.first; a != NULL; a = a->next)
        if (a->buffer != NULL)
            pvmi_buf_free(t, a->buffer);
    sweep(t);
}

/* The function that PVM uses by itself, as pvm_recvf gives it back: it decides from the buffer alone. */
static int match_default(int mid, int tid, int tag)
{
    int msg_tag = 0, msg_tid = 0;
    int code = pvm_bufinfo(mid, NULL, &msg_tag, &msg_tid);
    if (code < 0)
        return code;
    return (tid == -1 || tid == msg_tid) && (tag == -1 || tag == msg_tag);
}

PVM_PUBLIC int (*pvm_recvf(int (*match)(int mid, int tid, int tag)))(int, int, int)
{
    struct pvm_task *t = pvmi_enter();
    int (*old)(int, int, int) = match_default;
    if (t == NULL) {
        pvmi_return(NULL, "pvm_recvf", PvmSysErr);
        return old;
    }
    if (t->matching.by_user != NULL)
        old = t->matching.by_user;
    t->matching.by_user = match != match_default ? match : NULL;
    pvmi_return(t, "pvm_recvf", 0);
    return old;
}
