/* frames.c - the frames that a task holds: new ones in its own arena, and those that have come, which are read where
 * their sender has put them. */
#include "cluster/task/task.h"

#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

#define MOST_BODY_BYTES UINT32_C(0x7fffffff) /* PVM counts lengths in int */

/* ---- counting what is received ----------------------------------------------------------------------------------- */

static uint64_t bytes_of(uint32_t len_bytes)
{
    return len_bytes + sizeof(struct cluster_note); /* as route_bytes of the daemon */
}

static bool has_counts(struct cluster_machine *c, int node)
{
    if (node < c->ncounts)
        return true;
    struct counts *more = realloc(c->counts, (size_t)(node + 1) * sizeof *more);
    if (more == NULL)
        return false;
    memset(more + c->ncounts, 0, (size_t)(node + 1 - c->ncounts) * sizeof *more);
    c->counts = more;
    c->ncounts = node + 1;
    return true;
}

/* The node that the message has come from, if that is another one and its daemons carried it; else -1. */
static int node_of(const struct cluster_machine *c, const struct cluster_note *n)
{
    int node = n->from_slot == 0 && n->src_tid > 0 ? tid_node_number(n->src_tid) : -1;
    return node != c->region.header->number ? node : -1;
}

void cluster_count_in(struct cluster_machine *c, struct cluster_note *n)
{
    int node = node_of(c, n);
    n->round = c->sweep;
    if (node >= 0 && has_counts(c, node))
        c->counts[node].here += bytes_of(n->len_bytes);
}

static void receive_from(struct cluster_machine *c, int node, uint64_t bytes)
{
    struct counts *k = &c->counts[node];
    bytes = bytes < k->here ? bytes : k->here;
    k->here -= bytes;
    k->unsaid += bytes;
    c->must_say |= k->unsaid >= CLUSTER_WINDOW_BYTES / 4; /* it is enough to matter to the senders there */
}

void cluster_count_all(struct cluster_machine *c)
{
    c->sweep++;
    for (int node = 0; node < c->ncounts; node++)
        receive_from(c, node, c->counts[node].here);
    cluster_say_received(c);
}

/* The program has done with a message. */
static void count_out(struct cluster_machine *c, struct cluster_frame *h)
{
    c->consumed |= h->from >= 0;
    if (h->from >= 0 && h->from < c->ncounts && h->sweep == c->sweep)
        receive_from(c, h->from, bytes_of(h->f.len_bytes));
    h->from = -1;
    if (c->must_say && c->joined)
        cluster_say_received(c);
}

/* Does not wait for room: what comes meanwhile would overtake what is being taken in. */
void cluster_say_received(struct cluster_machine *c)
{
    bool all = true;
    for (int node = 0; node < c->ncounts && c->must_say && all; node++) {
        if (c->counts[node].unsaid < CLUSTER_WINDOW_BYTES / 4)
            continue;
        uint64_t at = cluster_note_new(&c->region, &c->arena, c->slot_index);
        all = at != 0;
        if (!all)
            break;
        struct cluster_note *n = cluster_note(&c->region, at);
        n->kind = CLUSTER_TAKEN;
        n->src_tid = c->slot->tid;
        n->request = node;
        n->round = c->counts[node].unsaid;
        c->counts[node].unsaid = 0;
        cluster_tell_daemon(c, at);
    }
    c->must_say = !all;
}

/* Its body, which is not in our arena. */
static void give_back(struct cluster_machine *c, struct cluster_frame *h)
{
    if (h->note != 0) {
        c->slot->held[h->held] = 0;
        cluster_note_free(&c->region, h->note);
    } else {
        free(h->f.body);
    }
    h->note = 0;
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

int cluster_frame_new(void *m, uint32_t len_bytes, struct mach_frame **out)
{
    struct cluster_machine *c = m;
    struct cluster_frame *h = len_bytes <= MOST_BODY_BYTES ? calloc(1, sizeof *h) : NULL;
    if (h == NULL)
        return PvmNoMem;
    if (len_bytes > 0) {
        h->body = cluster_room(c, len_bytes);
        if (h->body == 0) {
            free(h);
            return PvmNoMem;
        }
        h->f.body = c->region.base + h->body;
    }
    h->f.len_bytes = len_bytes;
    h->from = -1;
    *out = &h->f;
    return 0;
}

void cluster_frame_drop(void *m, struct mach_frame *f)
{
    struct cluster_machine *c = m;
    struct cluster_frame *h = (struct cluster_frame *)f;
    if (h == NULL)
        return;
    count_out(c, h);
    if (h->body != 0)
        arena_release(c->region.base, h->body);
    else
        give_back(c, h);
    free(h);
}

/* ---- sending ----------------------------------------------------------------------------------------------------- */

/* What came from elsewhere goes into our own arena before it is sent on. */
static int into_arena(struct cluster_machine *c, struct cluster_frame *h)
{
    if (h->body != 0 || h->f.len_bytes == 0)
        return 0;
    uint64_t body = cluster_room(c, h->f.len_bytes);
    if (body == 0)
        return PvmNoMem;
    memcpy(c->region.base + body, h->f.body, h->f.len_bytes);
    count_out(c, h);
    give_back(c, h);
    h->f.body = c->region.base + body;
    h->body = body;
    return 0;
}

/* Returns the offset of a note with a reference to the frame's body, or 0. */
static uint64_t note_of(struct cluster_machine *c, const struct cluster_frame *h)
{
    uint64_t at = cluster_own_note(c);
    if (at == 0)
        return 0;
    if (h->body != 0)
        arena_hold(c->region.base, h->body);
    cluster_note_frame(&c->region, at, &h->f, h->body);
    return at;
}

/* The receiver drops what is not for it: the slot may be another task's by now. */
static void send_here(struct cluster_machine *c, uint64_t note)
{
    uint32_t slot = c->region.header->slot_of[tid_local(cluster_note(&c->region, note)->dst_tid)];
    if (slot == 0)
        cluster_note_free(&c->region, note);
    else if (!cluster_give(&c->region, slot, note) && (note = cluster_own_note(c)) != 0) {
        cluster_note(&c->region, note)->kind = CLUSTER_WAKES;
        cluster_note(&c->region, note)->request = (int32_t)slot;
        cluster_tell_daemon(c, note);
    }
}

int cluster_post(void *m, struct mach_frame *f)
{
    struct cluster_machine *c = m;
    struct cluster_frame *h = (struct cluster_frame *)f;
    if (tid_is_system(f->dst_tid))
        return 0; /* no task can take over a part of this system */
    if (!tid_is_task(f->dst_tid))
        return PvmBadParam;
    if (c->gone)
        return PvmSysErr;
    f->src_tid = c->slot->tid;
    cluster_watch_sent(c, f);
    bool here = tid_node_number(f->dst_tid) == c->region.header->number;
    uint64_t serial = here ? 0 : cluster_direct_serial(c, f->dst_tid, f->route == MACH_ROUTE_DIRECT);
    if (serial != 0 && cluster_direct_send(c, f, serial))
        return 0;
    int code = into_arena(c, h);
    uint64_t note = code == 0 ? note_of(c, h) : 0;
    if (note == 0) {
        cluster_direct_unsent(c, f->dst_tid, serial);
        return PvmNoMem;
    }
    cluster_note(&c->region, note)->serial = serial;
    if (here)
        send_here(c, note);
    else
        cluster_tell_daemon(c, note);
    return 0;
}

/* ---- receiving --------------------------------------------------------------------------------------------------- */

static int free_place(const struct cluster_machine *c)
{
    for (int i = 0; i < CLUSTER_HELD; i++)
        if (c->slot->held[i] == 0)
            return i;
    return -1;
}

/* The body stays where it is if there is a place to note that, and is copied otherwise. */
static bool take_body(struct cluster_machine *c, struct cluster_frame *h, uint64_t note)
{
    const struct cluster_note *n = cluster_note(&c->region, note);
    int place = n->len_bytes > 0 ? free_place(c) : -1;
    if (place >= 0) {
        h->note = note;
        h->held = place;
        h->f.body = c->region.base + n->body;
        c->slot->held[place] = note;
        return true;
    }
    if (n->len_bytes > 0) {
        h->f.body = malloc(n->len_bytes);
        if (h->f.body == NULL)
            return false;
        memcpy(h->f.body, c->region.base + n->body, n->len_bytes);
    }
    return true;
}

int cluster_receive(struct cluster_machine *c, struct mach_frame **out)
{
    uint64_t at = c->slot->taken;
    const struct cluster_note *n = cluster_note(&c->region, at);
    struct cluster_frame *h = calloc(1, sizeof *h);
    if (h == NULL)
        return PvmNoMem;
    uint64_t next = n->next;
    h->f = (struct mach_frame){.src_tid = n->src_tid,
                               .dst_tid = n->dst_tid,
                               .tag = n->tag,
                               .context = n->context,
                               .encoding = n->encoding,
                               .wid = n->wid,
                               .len_bytes = n->len_bytes,
                               .arrived = n->arrived};
    h->number = cluster_watch_come(c, n->src_tid);
    h->from = node_of(c, n);
    h->sweep = n->round;
    if (!take_body(c, h, at)) {
        free(h);
        return PvmNoMem;
    }
    c->slot->taken = next;
    if (next == 0)
        c->last_taken = 0;
    if (h->note == 0)
        cluster_note_free(&c->region, at);
    *out = &h->f;
    return 0;
}
