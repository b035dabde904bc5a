/* ring.c - frames of the native library: how they are sent, and the ring buffer, where messages wait in the order
 * of their arrival until a receive takes them. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "native.h"

/* ---- sending ----------------------------------------------------------------------------------------------------- */

static struct mach_frame *fill(struct nat_task *t, int context, int tid, int type, const void *buf, int n)
{
    struct mach_frame *f;
    if (n < 0 || type < 0 || (n > 0 && buf == NULL))
        return NULL;
    if (t->ops->frame(t->m, (uint32_t)n, &f) < 0)
        nat_die("no memory for a message of %d bytes", n);
    if (n > 0)
        memcpy(f->body, buf, (size_t)n);
    f->context = context;
    f->tag = type;
    f->encoding = tid;
    return f;
}

int nat_send(struct nat_task *t, int context, int cid, int tid, int type, const void *buf, int n)
{
    int32_t to = nat_address(t, cid, tid);
    struct mach_frame *f = to != 0 ? fill(t, context, cid == nat_ncel(t) ? 0 : tid, type, buf, n) : NULL;
    if (f == NULL)
        return 0;
    f->dst_tid = to;
    int code = t->ops->post(t->m, f);
    t->ops->drop(t->m, f);
    return code == 0;
}

int nat_broadcast(struct nat_task *t, int context, int whom, int tid, int type, const void *buf, int n)
{
    struct mach_frame *f = nat_address(t, 0, tid) != 0 ? fill(t, context, tid, type, buf, n) : NULL;
    if (f == NULL)
        return 0;
    int code = t->ops->broadcast(t->m, whom, f);
    t->ops->drop(t->m, f);
    return code == 0;
}

/* ---- the ring buffer --------------------------------------------------------------------------------------------- */

static void forget(struct nat_task *t, struct nat_arrived *a)
{
    if (a == NULL)
        return;
    t->ops->drop(t->m, a->frame);
    free(a);
}

/* Finds the sender. Returns false if it is no task of this program. */
static bool find_sender(const struct nat_task *t, struct nat_arrived *a)
{
    if (a->frame->src_tid == t->host_tid) {
        a->cid = nat_ncel(t);
        a->tid = 0;
        return true;
    }
    for (const struct nat_program *p = t->programs; p != NULL; p = p->next)
        for (int cid = 0; cid < nat_ncel(t); cid++)
            if (p->tids[cid] == a->frame->src_tid) {
                a->cid = cid;
                a->tid = p->tid;
                return true;
            }
    return false;
}

static void add_to_ring(struct nat_task *t, struct mach_frame *f)
{
    struct nat_arrived *a = calloc(1, sizeof *a);
    if (a == NULL)
        nat_die("no memory for what has arrived");
    a->frame = f;
    if (f->encoding != t->tid || !find_sender(t, a)) {
        forget(t, a);
        return;
    }
    if (t->last != NULL)
        t->last->next = a;
    else
        t->first = a;
    t->last = a;
}

void nat_signals(struct nat_task *t)
{
    for (uint64_t due = t->ops->signals(t->m); due != 0; due &= due - 1)
        (void)kill(getpid(), __builtin_ctzll(due) + 1);
}

bool nat_pull(struct nat_task *t, mach_ns deadline, const struct nat_look *look)
{
    struct mach_want want = {.values = {.tid = MACH_ANY, .tag = look->type, .context = MACH_ANY}, .call = look->call};
    struct mach_frame *f;
    if (look->cid >= 0)
        want.values.tid = nat_address(t, look->cid, look->tid >= 0 ? look->tid : 0);
    int code = t->ops->wait(t->m, deadline, &want, &f);
    if (code == MACH_SIGNALLED) {
        nat_signals(t);
        return true;
    }
    if (code < 0)
        nat_die("%s: the machine has ended", look->call);
    if (code == 0)
        return false;
    if (f->context == NAT_USER || f->context == NAT_XY || f->context == NAT_STEPS) {
        add_to_ring(t, f);
        return true;
    }
    if (f->context == NAT_BOOT)
        nat_learn(t, f);
    t->ended += f->context == NAT_END;
    t->ops->drop(t->m, f);
    return true;
}

static bool fits(const struct nat_task *t, const struct nat_arrived *a, const struct nat_look *look)
{
    return a->frame->context == look->context && (look->cid < 0 || look->cid == a->cid) &&
           (look->tid < 0 || look->tid == a->tid || a->cid == nat_ncel(t)) &&
           (look->type < 0 || look->type == a->frame->tag);
}

/* Takes the message out of the ring buffer. Returns NULL if it is not there. */
static struct nat_arrived *search(struct nat_task *t, const struct nat_look *look)
{
    struct nat_arrived *before = NULL;
    for (struct nat_arrived *a = t->first; a != NULL; before = a, a = a->next) {
        if (!fits(t, a, look))
            continue;
        if (before != NULL)
            before->next = a->next;
        else
            t->first = a->next;
        if (t->last == a)
            t->last = before;
        return a;
    }
    return NULL;
}

void *nat_take(struct nat_task *t, const struct nat_look *look)
{
    struct nat_arrived *a;
    while ((a = search(t, look)) == NULL)
        (void)nat_pull(t, MACH_FOREVER, look);
    struct nat_arrived **current = look->context == NAT_XY ? &t->of_all : &t->current;
    forget(t, *current);
    *current = a;
    return a->frame->len_bytes > 0 ? (void *)a->frame->body : (void *)&t->nothing;
}

bool nat_is_there(const struct nat_task *t, const struct nat_look *look)
{
    for (const struct nat_arrived *a = t->first; a != NULL; a = a->next)
        if (fits(t, a, look))
            return true;
    return false;
}
