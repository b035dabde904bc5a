/* direct_out.c - sending by connections from task to task (direct.c). */
#include <errno.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/task/direct_state.h"
#include "sockets.h"

struct direct *direct_of(struct cluster_machine *c)
{
    if (c->direct == NULL) {
        c->direct = calloc(1, sizeof *c->direct);
        if (c->direct != NULL)
            c->direct->epoll = c->direct->wake = -1;
    }
    return c->direct;
}

/* The one that was used last is found first. */
struct direct_out *direct_out_to(struct direct *d, int32_t tid)
{
    struct direct_out **at = &d->outs;
    while (*at != NULL && (*at)->tid != tid)
        at = &(*at)->next;
    struct direct_out *o = *at;
    if (o != NULL && o != d->outs) {
        *at = o->next;
        o->next = d->outs;
        d->outs = o;
    }
    return o;
}

static struct direct_out *want_out(struct cluster_machine *c, int32_t tid)
{
    struct direct *d = direct_of(c);
    struct direct_out *o = d != NULL ? calloc(1, sizeof *o) : NULL;
    uint64_t at = o != NULL ? cluster_own_note(c) : 0;
    if (at == 0) {
        free(o);
        return NULL;
    }
    *o = (struct direct_out){.tid = tid, .fd = -1, .wanted = true, .next = d->outs};
    d->outs = o;
    cluster_note(&c->region, at)->kind = CLUSTER_WANTS;
    cluster_note(&c->region, at)->src_tid = c->slot->tid;
    cluster_note(&c->region, at)->dst_tid = tid;
    cluster_tell_daemon(c, at);
    return o;
}

#define HEARD 64 /* partners that are looked at: those that have been heard of last come first */

/* Once one of two tasks has asked for a connection, both use it, as in PVM: the other one gets its own way back. */
static bool has_connected(const struct cluster_machine *c, int32_t tid)
{
    const struct direct_in *i = c->direct != NULL ? c->direct->ins : NULL;
    for (int n = 0; i != NULL && i->tid != tid && n < HEARD; n++)
        i = i->next;
    return i != NULL && i->tid == tid && i->fd >= 0;
}

uint64_t cluster_direct_serial(struct cluster_machine *c, int32_t tid, bool wants)
{
    struct direct_out *o = c->direct != NULL ? direct_out_to(c->direct, tid) : NULL;
    if (o != NULL && o->wanted && !cluster_is_empty(__atomic_load_n(&c->slot->inbox, __ATOMIC_ACQUIRE))) {
        cluster_look(c); /* who only sends would not hear of it otherwise */
        o = direct_out_to(c->direct, tid);
    }
    if (o == NULL && (wants || has_connected(c, tid)))
        o = want_out(c, tid);
    return o != NULL ? ++o->serial : 0;
}

void cluster_direct_unsent(struct cluster_machine *c, int32_t tid, uint64_t serial)
{
    struct direct_out *o = serial != 0 && c->direct != NULL ? direct_out_to(c->direct, tid) : NULL;
    if (o != NULL && o->serial == serial)
        o->serial--;
}

void direct_close_out(struct direct_out *o)
{
    if (o->fd >= 0)
        close(o->fd);
    o->fd = -1;
}

void direct_end_out(struct direct *d, int32_t tid, bool over)
{
    struct direct_out *o = direct_out_to(d, tid);
    if (o == NULL)
        return;
    o->wanted = false;
    if (!over)
        return;
    direct_close_out(o);
    d->outs = o->next; /* it has just been looked for */
    free(o);
}

/* *part: the connection has got a part of it, and is of no use any more. */
static bool send_all(struct direct_out *o, const struct direct_head *h, const unsigned char *body, bool *part)
{
    struct iovec io[2] = {{(void *)(size_t)h, sizeof *h}, {(void *)(size_t)body, h->len_bytes}};
    struct msghdr m = {.msg_iov = io, .msg_iovlen = h->len_bytes > 0 ? 2 : 1};
    ssize_t sent;
    do
        sent = sendmsg(o->fd, &m, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    *part = sent > 0;
    if (sent < 0)
        return false;
    size_t in_head = (size_t)sent < sizeof *h ? (size_t)sent : sizeof *h, in_body = (size_t)sent - in_head;
    /* For the rest of a message of which a part has gone there is room, as has been looked. */
    return sockets_send_all(o->fd, (const unsigned char *)h + in_head, sizeof *h - in_head) &&
           sockets_send_all(o->fd, body + in_body, h->len_bytes - in_body);
}

/* Whether the connection takes so many bytes at once. The system is asked only when it may have no room. */
static bool has_room(struct direct_out *o, int bytes)
{
    int waiting = 0;
    if (bytes > o->left_bytes && ioctl(o->fd, SIOCOUTQ, &waiting) == 0)
        o->left_bytes = o->room_bytes - waiting;
    return bytes <= o->left_bytes;
}

bool cluster_direct_send(struct cluster_machine *c, const struct mach_frame *f, uint64_t serial)
{
    struct direct_out *o = c->direct->outs; /* it has just been asked for its number */
    struct direct_head h = {f->len_bytes, f->tag, f->context, f->encoding, f->wid, serial};
    if (o->fd < 0 || f->len_bytes > DIRECT_MOST_BYTES || !has_room(o, (int)sizeof h + (int)f->len_bytes))
        return false;
    o->left_bytes -= (int)sizeof h + (int)f->len_bytes;
    bool part;
    if (send_all(o, &h, f->body, &part))
        return true;
    if (part || errno != EAGAIN)
        direct_close_out(o); /* the receiver has ended, or its node */
    return false;
}

void direct_begin_out(struct direct_out *o, int fd)
{
    int bytes = 0;
    socklen_t len = sizeof bytes;
    direct_close_out(o);
    o->fd = fd;
    o->wanted = false;
    o->room_bytes = o->left_bytes = 0;
    if (getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, &len) == 0)
        o->room_bytes = bytes / 4; /* the system counts its own costs, too */
}
