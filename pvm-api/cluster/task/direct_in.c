/* direct_in.c - what comes by connections from task to task (direct.c), put in order with what comes by the daemons. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/task/direct_state.h"

/* The one that was used last is found first. */
struct direct_in *direct_in_from(struct direct *d, int32_t tid)
{
    struct direct_in **at = &d->ins;
    while (*at != NULL && (*at)->tid != tid)
        at = &(*at)->next;
    struct direct_in *i = *at;
    if (i != NULL)
        *at = i->next;
    else if ((i = calloc(1, sizeof *i)) == NULL)
        return NULL;
    else
        *i = (struct direct_in){.tid = tid, .fd = -1};
    i->next = d->ins;
    d->ins = i;
    return i;
}

/* Hangs a message to the end of the chain `taken`. */
static void append(struct cluster_machine *c, uint64_t note)
{
    struct cluster_note *n = cluster_note(&c->region, note);
    n->next = 0;
    if (n->arrived < c->last_arrived) /* senders note the time first, and compete then */
        n->arrived = c->last_arrived;
    c->last_arrived = n->arrived;
    if (c->slot->taken == 0)
        c->slot->taken = note;
    else
        cluster_note(&c->region, c->last_taken)->next = note;
    c->last_taken = note;
}

/* ---- messages that have overtaken others ------------------------------------------------------------------------- */

/* The list of all of them is for the daemon, which gives back what a dead task had. */
static void list_early(struct cluster_machine *c, uint64_t note)
{
    struct cluster_note *n = cluster_note(&c->region, note);
    n->early_before = 0;
    n->early_next = c->slot->early;
    if (n->early_next != 0)
        cluster_note(&c->region, n->early_next)->early_before = note;
    c->slot->early = note;
}

static void unlist_early(struct cluster_machine *c, const struct cluster_note *n)
{
    if (n->early_next != 0)
        cluster_note(&c->region, n->early_next)->early_before = n->early_before;
    if (n->early_before != 0)
        cluster_note(&c->region, n->early_before)->early_next = n->early_next;
    else
        c->slot->early = n->early_next;
}

/* They come by one of two ways, and each keeps the order, so it is the last one of its sender. */
static void keep_early(struct cluster_machine *c, struct direct_in *i, uint64_t note)
{
    cluster_note(&c->region, note)->serial_next = 0;
    if (i->early == 0)
        i->early = note;
    else
        cluster_note(&c->region, i->last_early)->serial_next = note;
    i->last_early = note;
    list_early(c, note);
}

/* Gives on those that wait for nothing any more. */
static void give_early(struct cluster_machine *c, struct direct_in *i)
{
    while (i->early != 0 && cluster_note(&c->region, i->early)->serial == i->serial + 1) {
        uint64_t note = i->early;
        i->early = cluster_note(&c->region, note)->serial_next;
        i->serial++;
        append(c, note);
        unlist_early(c, cluster_note(&c->region, note));
    }
}

/* A task has numbers of its own for each receiver. So a number that has been there is that of a new task, which has got
 * the tid of one that is gone. */
void cluster_direct_sort(struct cluster_machine *c, uint64_t note)
{
    const struct cluster_note *n = cluster_note(&c->region, note);
    struct direct *d = n->serial != 0 ? direct_of(c) : NULL;
    struct direct_in *i = d != NULL ? direct_in_from(d, n->src_tid) : NULL;
    if (i != NULL && n->serial <= i->serial)
        i->serial = 0;
    if (i != NULL && n->serial != i->serial + 1) {
        keep_early(c, i, note);
        return;
    }
    append(c, note);
    if (i == NULL)
        return;
    i->serial++;
    give_early(c, i);
}

/* Returns false if there is no room for it now. */
static bool make_note(struct cluster_machine *c, const struct direct_in *i, const struct direct_head *h,
                      const unsigned char *bytes)
{
    uint64_t at = cluster_note_with(&c->region, &c->arena, c->slot_index, bytes, h->len_bytes);
    if (at == 0)
        return false;
    struct mach_frame f = {.src_tid = i->tid,
                           .dst_tid = c->slot->tid,
                           .tag = h->tag,
                           .context = h->context,
                           .encoding = h->encoding,
                           .wid = h->wid,
                           .len_bytes = h->len_bytes};
    cluster_note_frame(&c->region, at, &f, cluster_note(&c->region, at)->body);
    cluster_note(&c->region, at)->serial = h->serial;
    cluster_note(&c->region, at)->seen = 1;
    cluster_direct_sort(c, at);
    cluster_keep(&c->region, at);
    return true;
}

/* How many bytes the message has that begins there; 0: it is not whole. */
static size_t whole_at(const struct direct_in *i, size_t at, struct direct_head *h)
{
    size_t left = i->have - at;
    if (left < sizeof *h)
        return 0;
    memcpy(h, i->bytes + at, sizeof *h);
    return h->len_bytes <= DIRECT_MOST_BYTES && left >= sizeof *h + h->len_bytes ? sizeof *h + h->len_bytes : 0;
}

/* Makes notes of the whole messages among the bytes. */
static void cut(struct cluster_machine *c, struct direct_in *i)
{
    size_t at = 0, n;
    for (struct direct_head h; (n = whole_at(i, at, &h)) != 0; at += n)
        if (!make_note(c, i, &h, i->bytes + at + sizeof h)) {
            c->direct->stuck = true;
            break;
        }
    i->have -= at;
    memmove(i->bytes, i->bytes + at, i->have);
}

void direct_close_in(struct direct *d, struct direct_in *i)
{
    if (i->fd < 0)
        return;
    (void)epoll_ctl(d->epoll, EPOLL_CTL_DEL, i->fd, NULL); /* the daemon has the same file open */
    close(i->fd);
    i->fd = -1;
    d->nins--;
    size_t whole = 0, n;
    for (struct direct_head h; (n = whole_at(i, whole, &h)) != 0;)
        whole += n;
    i->have = whole; /* a message of which a part is missing is lost, and stands before no other's */
    if (i->have == 0) {
        free(i->bytes);
        i->bytes = NULL;
    }
}

void direct_read(struct cluster_machine *c, struct direct_in *i)
{
    while (i->fd >= 0 && i->have < DIRECT_ROOM_BYTES) {
        ssize_t got = recv(i->fd, i->bytes + i->have, DIRECT_ROOM_BYTES - i->have, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0) {
            direct_close_in(c->direct, i);
            return;
        }
        bool all = (size_t)got < DIRECT_ROOM_BYTES - i->have;
        i->have += (size_t)got;
        cut(c, i);
        if (all)
            return;
    }
}

void direct_retry(struct cluster_machine *c)
{
    c->direct->stuck = false;
    for (struct direct_in *i = c->direct->ins, *next; i != NULL; i = next) {
        next = i->next; /* a look for it puts it in front */
        if (i->have > 0)
            cut(c, i);
    }
}
