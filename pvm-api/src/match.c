/* match.c - messages that arrived and wait to be received, and which of them a receive call takes. */
#include <stdlib.h>

#include "pvmi.h"

/* Kept by mid, not by pointer: after pvm_probe the user knows the mid, and may free the buffer. */
struct pvmi_arrived {
    int mid;
    struct mach_frame *frame; /* tells a mid that was freed and given out again */
    struct pvmi_arrived *next;
};

/* NULL if the user has freed it meanwhile. */
static struct pvmi_buf *buffer_of(struct pvm_task *t, const struct pvmi_arrived *a)
{
    struct pvmi_buf *b;
    return pvmi_buf_find(t, a->mid, &b) == 0 && b->frame == a->frame ? b : NULL;
}

static void unlink_entry(struct pvm_task *t, struct pvmi_arrived *prev, struct pvmi_arrived *a)
{
    if (prev != NULL)
        prev->next = a->next;
    else
        t->arrived_first = a->next;
    if (t->arrived_last == a)
        t->arrived_last = prev;
    free(a);
}

static int keep(struct pvm_task *t, struct pvmi_buf *b)
{
    struct pvmi_arrived *a = malloc(sizeof *a);
    if (a == NULL) {
        pvmi_buf_free(t, b);
        return PvmNoMem;
    }
    *a = (struct pvmi_arrived){b->mid, b->frame, NULL};
    if (t->arrived_last != NULL)
        t->arrived_last->next = a;
    else
        t->arrived_first = a;
    t->arrived_last = a;
    return 1;
}

/* The processor was idle until the frame came, or to the end of a wait in vain. */
static void count_wait(struct pvm_task *t, mach_ns began, const struct mach_frame *f)
{
    mach_ns until = f != NULL ? f->arrived : t->ops->now(t->m);
    if (until > began)
        t->waited_ns += until - began;
}

int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look)
{
    struct mach_want want = {look->tid, look->tag, t->context, look->call};
    struct mach_frame *f = NULL;
    struct pvmi_buf *b;
    mach_ns began = t->ops->now(t->m), until = pvmi_or_alarm(t, look->deadline);
    int code = 1;
    if (t->seen != NULL) {
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
    if (t->recvf != NULL)
        return t->recvf(b->mid, look->tid, look->tag);
    return (look->tid == -1 || look->tid == b->src) && (look->tag == -1 || look->tag == b->tag);
}

/* Among those that are here. */
static int search(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out)
{
    struct pvmi_arrived *prev = NULL, *best_prev = NULL, *best = NULL;
    int best_says = 0;
    for (struct pvmi_arrived *a = t->arrived_first, *next; a != NULL; a = next) {
        struct pvmi_buf *b = buffer_of(t, a);
        next = a->next;
        if (b == NULL) {
            unlink_entry(t, prev, a);
            continue;
        }
        int says = b->context == t->context ? asked(t, look, b) : 0;
        if (says < 0)
            return says;
        if (says > best_says || says == 1) {
            best = a;
            best_prev = prev;
            best_says = says;
            *out = b;
        }
        if (says == 1)
            break;
        prev = a;
    }
    if (best != NULL && look->take) {
        pvmi_mark_accept(t, best->frame);
        unlink_entry(t, best_prev, best);
    }
    return best != NULL;
}

int pvmi_match(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out)
{
    struct pvmi_look now = *look;
    now.deadline = 0;
    /* A user's function compares all there are; the library's own takes the first that fits. */
    int code = t->recvf != NULL ? 1 : search(t, look, out);
    if (t->recvf == NULL && code != 0)
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

void pvmi_match_free(struct pvm_task *t)
{
    while (t->arrived_first != NULL) {
        struct pvmi_arrived *a = t->arrived_first;
        struct pvmi_buf *b = buffer_of(t, a);
        if (b != NULL)
            pvmi_buf_free(t, b);
        unlink_entry(t, NULL, a);
    }
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
    if (t->recvf != NULL)
        old = t->recvf;
    t->recvf = match != match_default ? match : NULL;
    pvmi_return(t, "pvm_recvf", 0);
    return old;
}
