/* watch.c - what the task notes of itself if somebody watches the run (run_events.h).
 *
 * Records lie in the task's arena until there are enough of them, or the task leaves: then its daemon gets them. The
 * daemon takes those of a task that has died. A signal's handler may make calls, so no signal comes while a record is
 * written. Nothing here waits: records for which there is no room are counted. */
#include "cluster/task/task.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "run_events.h"

#define FIRST_PARTNERS 16 /* a power of two, as every size of the table */

/* Whom messages have been sent to or come from, and how many. */
struct partner {
    int32_t tid; /* 0: none */
    uint64_t sent, come;
};

struct watch_state {
    struct partner *partners; /* by tid, in the first free place from there on */
    uint32_t room, used;
    uint64_t lost;
};

static struct partner *place_of(const struct watch_state *w, int32_t tid)
{
    uint32_t i = (uint32_t)tid * 2654435761u;
    struct partner *p = &w->partners[i & (w->room - 1)];
    while (p->tid != 0 && p->tid != tid)
        p = &w->partners[++i & (w->room - 1)];
    return p;
}

static bool make_room(struct watch_state *w)
{
    if (2 * w->used < w->room)
        return true;
    struct watch_state larger = {.room = w->room > 0 ? 2 * w->room : FIRST_PARTNERS, .used = w->used, .lost = w->lost};
    larger.partners = calloc(larger.room, sizeof *larger.partners);
    if (larger.partners == NULL)
        return false;
    for (uint32_t i = 0; i < w->room; i++)
        if (w->partners[i].tid != 0)
            *place_of(&larger, w->partners[i].tid) = w->partners[i];
    free(w->partners);
    *w = larger;
    return true;
}

/* NULL: no memory. */
static struct partner *partner_of(struct watch_state *w, int32_t tid)
{
    if (!make_room(w))
        return NULL;
    struct partner *p = place_of(w, tid);
    w->used += p->tid == 0;
    p->tid = tid;
    return p;
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

static void hand_over(struct cluster_machine *c)
{
    struct cluster_slot *s = c->slot;
    uint64_t at = s->nevents > 0 ? cluster_note_new(&c->region, &c->arena, c->slot_index) : 0;
    if (at == 0)
        return;
    struct cluster_note *n = cluster_note(&c->region, at);
    n->kind = CLUSTER_EVENTS_OF;
    n->src_tid = s->tid;
    n->len_bytes = s->nevents * (uint32_t)sizeof(struct cluster_event);
    n->body = s->events;
    s->events = 0;
    s->nevents = 0;
    cluster_tell_daemon(c, at);
}

static bool room_for_one(struct cluster_machine *c)
{
    struct cluster_slot *s = c->slot;
    if (s->nevents == CLUSTER_EVENTS)
        hand_over(c);
    if (s->events == 0)
        s->events = cluster_body_new(&c->region, &c->arena, c->slot_index,
                                     CLUSTER_EVENTS * (uint64_t)sizeof(struct cluster_event));
    return s->events != 0 && s->nevents < CLUSTER_EVENTS;
}

static bool put(struct cluster_machine *c, const struct cluster_event *e)
{
    struct cluster_slot *s = c->slot;
    if (!room_for_one(c))
        return false;
    memcpy(c->region.base + s->events + s->nevents * sizeof *e, e, sizeof *e);
    __atomic_store_n(&s->nevents, s->nevents + 1, __ATOMIC_RELEASE);
    return true;
}

static void note(struct cluster_machine *c, struct cluster_event e)
{
    struct watch_state *w = c->watch;
    sigset_t all, before;
    e.t_ns = cluster_now(&c->region);
    e.tid = c->slot->tid;
    (void)sigfillset(&all);
    (void)syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &before, _NSIG / 8);
    if (w->lost > 0 && put(c, &(struct cluster_event){e.t_ns, w->lost, CLUSTER_EVENT_LOST, e.tid, 0, 0, 0, "", 0}))
        w->lost = 0;
    w->lost += !put(c, &e);
    (void)syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, _NSIG / 8);
}

/* ---- what the other files tell ----------------------------------------------------------------------------------- */

bool cluster_watched(const struct cluster_machine *c)
{
    return c->watch != NULL && c->joined;
}

void cluster_watch_begin(struct cluster_machine *c)
{
    if (c->slot->who.marks != 0 && c->watch == NULL)
        c->watch = calloc(1, sizeof *c->watch);
}

void cluster_watch_end(struct cluster_machine *c)
{
    if (c->watch != NULL)
        hand_over(c);
}

void cluster_watch_free(struct cluster_machine *c)
{
    if (c->watch != NULL)
        free(c->watch->partners);
    free(c->watch);
    c->watch = NULL;
}

void cluster_watch_sent(struct cluster_machine *c, const struct mach_frame *f)
{
    struct partner *p = cluster_watched(c) ? partner_of(c->watch, f->dst_tid) : NULL;
    if (p != NULL)
        note(c, (struct cluster_event){.kind = CLUSTER_EVENT_SENT,
                                       .other = f->dst_tid,
                                       .number = ++p->sent,
                                       .tag = f->tag,
                                       .len_bytes = f->len_bytes});
}

uint64_t cluster_watch_come(struct cluster_machine *c, int32_t src_tid)
{
    struct partner *p = cluster_watched(c) && tid_is_task(src_tid) ? partner_of(c->watch, src_tid) : NULL;
    return p != NULL ? ++p->come : 0;
}

void cluster_watch_note(struct cluster_machine *c, int kind, int32_t other, int32_t tag)
{
    if (cluster_watched(c))
        note(c, (struct cluster_event){.kind = kind, .other = other, .tag = tag});
}

void cluster_watch_goes_on(struct cluster_machine *c, const struct cluster_frame *by)
{
    if (cluster_watched(c))
        note(c, (struct cluster_event){.kind = CLUSTER_EVENT_GOES_ON,
                                       .other = by != NULL ? by->f.src_tid : 0,
                                       .number = by != NULL ? by->number : 0});
}

void cluster_mark(void *m, enum mach_mark what, const char *call, const void *from, const struct mach_frame *frame)
{
    (void)from; /* a real run's report names no lines */
    struct cluster_machine *c = m;
    struct cluster_event e = {.kind = what == MACH_MARK_CALL     ? CLUSTER_EVENT_CALL
                                      : what == MACH_MARK_RETURN ? CLUSTER_EVENT_RETURN
                                                                 : CLUSTER_EVENT_ACCEPT};
    if (!cluster_watched(c))
        return;
    if (call != NULL)
        memcpy(e.text, call, strnlen(call, sizeof e.text));
    if (frame != NULL) {
        e.other = frame->src_tid;
        e.tag = frame->tag;
        e.len_bytes = frame->len_bytes;
        e.number = ((const struct cluster_frame *)frame)->number;
    }
    note(c, e);
}
