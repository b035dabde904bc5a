/* direct.c - PvmRouteDirect: connections from task to task between nodes. A task asks its daemon for one with the first
 * message that is to go so, and does not wait: the two daemons make it, and hand over its ends. Until then, and
 * whenever a connection takes no more, messages go by the daemons; so no sender ever waits for its receiver. Numbers
 * put them in order again. A connection carries one way.
 *
 * Who has such connections sleeps in epoll, and is woken there by a socket (region.h); all others sleep on a futex.
 */
#include <errno.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cluster/task/task.h"
#include "sockets.h"

#define MOST_BYTES 32768u /* of a message that goes so: a longer one is as fast by the daemons, which copy nothing */
#define ROOM_BYTES 65536u
#define END_PATIENCE_NS INT64_C(10000000000) /* for what has been sent to be at the receiver's node */
#define NAP_NS 200000
#define BATCH 16

/* Before a message's bytes. */
struct head {
    uint32_t len_bytes;
    int32_t tag, context, encoding, wid;
    uint64_t serial;
};

struct out {
    int32_t tid;
    int fd; /* -1: not there (yet) */
    int room_bytes;
    int left_bytes;  /* at least so much of the room is free */
    uint64_t serial; /* of the last message */
    struct out *next;
};

struct in {
    int32_t tid;
    int fd;
    uint64_t serial;      /* of the last message that has been given on */
    unsigned char *bytes; /* that have come, and are no whole message yet; ROOM_BYTES */
    size_t have;
    struct in *next;
};

struct direct {
    struct out *outs;
    struct in *ins;
    int epoll, wake, nins;
    bool stuck; /* a message that has come has no room */
};

static struct direct *direct_of(struct cluster_machine *c)
{
    if (c->direct == NULL) {
        c->direct = calloc(1, sizeof *c->direct);
        if (c->direct != NULL)
            c->direct->epoll = c->direct->wake = -1;
    }
    return c->direct;
}

/* ---- sending ----------------------------------------------------------------------------------------------------- */

/* The one that was used last is found first. */
static struct out *out_to(struct direct *d, int32_t tid)
{
    struct out **at = &d->outs;
    while (*at != NULL && (*at)->tid != tid)
        at = &(*at)->next;
    struct out *o = *at;
    if (o != NULL && o != d->outs) {
        *at = o->next;
        o->next = d->outs;
        d->outs = o;
    }
    return o;
}

static struct out *want_out(struct cluster_machine *c, int32_t tid)
{
    struct direct *d = direct_of(c);
    struct out *o = d != NULL ? calloc(1, sizeof *o) : NULL;
    uint64_t at = o != NULL ? cluster_own_note(c) : 0;
    if (at == 0) {
        free(o);
        return NULL;
    }
    *o = (struct out){.tid = tid, .fd = -1, .next = d->outs};
    d->outs = o;
    cluster_note(&c->region, at)->kind = CLUSTER_WANTS;
    cluster_note(&c->region, at)->src_tid = c->slot->tid;
    cluster_note(&c->region, at)->dst_tid = tid;
    cluster_tell_daemon(c, at);
    return o;
}

uint64_t cluster_direct_serial(struct cluster_machine *c, int32_t tid, bool wants)
{
    struct out *o = c->direct != NULL ? out_to(c->direct, tid) : NULL;
    if (o == NULL && wants)
        o = want_out(c, tid);
    return o != NULL ? ++o->serial : 0;
}

static void close_out(struct out *o)
{
    if (o->fd >= 0)
        close(o->fd);
    o->fd = -1;
}

static bool send_all(struct out *o, const struct head *h, const unsigned char *body)
{
    struct iovec io[2] = {{(void *)(size_t)h, sizeof *h}, {(void *)(size_t)body, h->len_bytes}};
    struct msghdr m = {.msg_iov = io, .msg_iovlen = h->len_bytes > 0 ? 2 : 1};
    ssize_t sent;
    do
        sent = sendmsg(o->fd, &m, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    if (sent < 0)
        return false;
    size_t in_head = (size_t)sent < sizeof *h ? (size_t)sent : sizeof *h, in_body = (size_t)sent - in_head;
    /* For the rest of a message of which a part has gone there is room, as has been looked. */
    return sockets_send_all(o->fd, (const unsigned char *)h + in_head, sizeof *h - in_head) &&
           sockets_send_all(o->fd, body + in_body, h->len_bytes - in_body);
}

/* Whether the connection takes so many bytes at once. The system is asked only when it may have no room. */
static bool has_room(struct out *o, int bytes)
{
    int waiting = 0;
    if (bytes > o->left_bytes && ioctl(o->fd, SIOCOUTQ, &waiting) == 0)
        o->left_bytes = o->room_bytes - waiting;
    return bytes <= o->left_bytes;
}

bool cluster_direct_send(struct cluster_machine *c, const struct mach_frame *f, uint64_t serial)
{
    struct out *o = c->direct->outs; /* it has just been asked for its number */
    struct head h = {f->len_bytes, f->tag, f->context, f->encoding, f->wid, serial};
    if (o->fd < 0 || f->len_bytes > MOST_BYTES || !has_room(o, (int)sizeof h + (int)f->len_bytes))
        return false;
    o->left_bytes -= (int)sizeof h + (int)f->len_bytes;
    if (send_all(o, &h, f->body))
        return true;
    bool gone = errno != EAGAIN;
    if (gone)
        close_out(o); /* the receiver has ended, or its node */
    return false;
}

/* ---- what comes -------------------------------------------------------------------------------------------------- */

static struct in *in_from(struct direct *d, int32_t tid)
{
    struct in *i = d->ins;
    while (i != NULL && i->tid != tid)
        i = i->next;
    if (i != NULL)
        return i;
    i = calloc(1, sizeof *i);
    if (i == NULL)
        return NULL;
    *i = (struct in){.tid = tid, .fd = -1, .next = d->ins};
    d->ins = i;
    return i;
}

/* Gives on those that wait for nothing any more. */
static void give_early(struct cluster_machine *c, struct in *i)
{
    uint64_t *at = &c->slot->early;
    while (*at != 0) {
        struct cluster_note *n = cluster_note(&c->region, *at);
        if (n->src_tid != i->tid || n->serial != i->serial + 1) {
            at = &n->next;
            continue;
        }
        uint64_t note = *at;
        *at = n->next;
        i->serial++;
        cluster_append(c, note);
        at = &c->slot->early;
    }
}

void cluster_direct_sort(struct cluster_machine *c, uint64_t note)
{
    struct cluster_note *n = cluster_note(&c->region, note);
    struct direct *d = n->serial != 0 ? direct_of(c) : NULL;
    struct in *i = d != NULL ? in_from(d, n->src_tid) : NULL;
    if (i == NULL) {
        cluster_append(c, note);
    } else if (n->serial == i->serial + 1) {
        i->serial++;
        cluster_append(c, note);
        give_early(c, i);
    } else {
        n->next = c->slot->early;
        c->slot->early = note;
    }
}

/* Returns false if there is no room for it now. */
static bool make_note(struct cluster_machine *c, const struct in *i, const struct head *h, const unsigned char *bytes)
{
    uint64_t body = 0;
    if (h->len_bytes > 0 && (body = cluster_body_new(&c->region, &c->arena, c->slot_index, h->len_bytes)) == 0)
        return false;
    uint64_t at = cluster_note_new(&c->region, &c->arena, c->slot_index);
    if (at == 0) {
        if (body != 0)
            arena_release(c->region.base, body);
        return false;
    }
    struct mach_frame f = {.src_tid = i->tid,
                           .dst_tid = c->slot->tid,
                           .tag = h->tag,
                           .context = h->context,
                           .encoding = h->encoding,
                           .wid = h->wid,
                           .len_bytes = h->len_bytes};
    cluster_note_frame(&c->region, at, &f, body);
    if (h->len_bytes > 0)
        memcpy(c->region.base + body, bytes, h->len_bytes);
    cluster_note(&c->region, at)->serial = h->serial;
    cluster_direct_sort(c, at);
    return true;
}

/* Makes notes of the whole messages among the bytes. */
static void cut(struct cluster_machine *c, struct in *i)
{
    size_t at = 0;
    while (i->have - at >= sizeof(struct head)) {
        struct head h;
        memcpy(&h, i->bytes + at, sizeof h);
        if (h.len_bytes > MOST_BYTES || i->have - at < sizeof h + h.len_bytes)
            break;
        if (!make_note(c, i, &h, i->bytes + at + sizeof h)) {
            c->direct->stuck = true;
            break;
        }
        at += sizeof h + h.len_bytes;
    }
    i->have -= at;
    memmove(i->bytes, i->bytes + at, i->have);
}

static void close_in(struct direct *d, struct in *i)
{
    if (i->fd < 0)
        return;
    close(i->fd);
    i->fd = -1;
    d->nins--;
}

static void read_in(struct cluster_machine *c, struct in *i)
{
    while (i->fd >= 0 && i->have < ROOM_BYTES) {
        ssize_t got = recv(i->fd, i->bytes + i->have, ROOM_BYTES - i->have, MSG_DONTWAIT);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0) {
            close_in(c->direct, i);
            return;
        }
        bool all = (size_t)got < ROOM_BYTES - i->have;
        i->have += (size_t)got;
        cut(c, i);
        if (all)
            return;
    }
}

static void retry_stuck(struct cluster_machine *c)
{
    c->direct->stuck = false;
    for (struct in *i = c->direct->ins; i != NULL; i = i->next)
        if (i->have > 0)
            cut(c, i);
}

static int poll_for(struct cluster_machine *c, struct epoll_event *ready, const struct timespec *span)
{
    const struct direct *d = c->direct;
    long got = syscall(SYS_epoll_pwait2, d->epoll, ready, BATCH, span, NULL, 0);
    if (got < 0 && errno == ENOSYS) {
        int ms = span == NULL ? -1 : (int)(span->tv_sec * 1000 + (span->tv_nsec + 999999) / 1000000);
        got = syscall(SYS_epoll_pwait, d->epoll, ready, BATCH, ms, NULL, 0);
    }
    return (int)got;
}

static void take_ready(struct cluster_machine *c, const struct epoll_event *ready, int n)
{
    char word[16];
    for (int k = 0; k < n; k++) {
        struct in *i = ready[k].data.ptr;
        if (i != NULL)
            read_in(c, i);
        else
            while (recv(c->direct->wake, word, sizeof word, MSG_DONTWAIT) > 0)
                ;
    }
}

bool cluster_direct_comes(const struct cluster_machine *c)
{
    return c->direct != NULL && c->direct->nins > 0;
}

void cluster_direct_look(struct cluster_machine *c)
{
    static const struct timespec none = {0, 0};
    struct epoll_event ready[BATCH];
    if (!cluster_direct_comes(c) && (c->direct == NULL || !c->direct->stuck))
        return;
    if (c->direct->stuck)
        retry_stuck(c);
    for (int n = BATCH; n == BATCH && c->direct->nins > 0;) {
        n = poll_for(c, ready, &none);
        take_ready(c, ready, n);
    }
}

void cluster_direct_sleep(struct cluster_machine *c, mach_ns span)
{
    struct epoll_event ready[BATCH];
    uint64_t empty = CLUSTER_AWAKE;
    struct timespec t = {span / 1000000000, span % 1000000000};
    if (c->direct->stuck)
        retry_stuck(c);
    if (c->slot->taken != 0)
        return;
    if (!__atomic_compare_exchange_n(&c->slot->inbox, &empty, CLUSTER_POLLS, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE) &&
        empty != CLUSTER_POLLS)
        return;
    c->attention |= MACH_ATTENTION_INSIDE;
    int n = poll_for(c, ready, c->direct->stuck ? &(struct timespec){0, 1000000} : span < MACH_FOREVER ? &t : NULL);
    c->attention &= ~MACH_ATTENTION_INSIDE;
    take_ready(c, ready, n);
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

static bool watch(struct direct *d, int fd, struct in *i)
{
    struct epoll_event e = {.events = EPOLLIN, .data = {.ptr = i}};
    return epoll_ctl(d->epoll, EPOLL_CTL_ADD, fd, &e) == 0;
}

static bool open_epoll(struct cluster_machine *c)
{
    struct direct *d = c->direct;
    if (d->epoll >= 0)
        return true;
    d->wake = sockets_above_standard(cluster_wake_open(&c->region, c->slot_index));
    d->epoll = sockets_above_standard(epoll_create1(EPOLL_CLOEXEC));
    return d->wake >= 0 && d->epoll >= 0 && watch(d, d->wake, NULL);
}

/* Returns false if nothing can come by it. */
static bool begin_in(struct cluster_machine *c, struct in *i, int fd)
{
    if (i == NULL || !open_epoll(c) || (i->bytes == NULL && (i->bytes = malloc(ROOM_BYTES)) == NULL))
        return false;
    close_in(c->direct, i);
    i->fd = fd;
    c->direct->nins++;
    return watch(c->direct, fd, i);
}

static void begin_out(struct out *o, int fd)
{
    int bytes = 0;
    socklen_t len = sizeof bytes;
    close_out(o);
    o->fd = fd;
    o->room_bytes = o->left_bytes = 0;
    if (getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, &len) == 0)
        o->room_bytes = bytes / 4; /* the system counts its own costs, too */
}

void cluster_direct_told(struct cluster_machine *c, uint64_t note)
{
    const struct cluster_note *n = cluster_note(&c->region, note);
    struct direct *d = direct_of(c);
    int32_t way = n->request, tid = 0;
    int fd = -1;
    cluster_note_free(&c->region, note);
    if (way == CLUSTER_WAY_NONE || d == NULL || !sockets_receive(c->socket, &tid, sizeof tid, &fd))
        return;
    fd = sockets_above_standard(fd);
    struct out *o = way == CLUSTER_WAY_OUT ? out_to(d, tid) : NULL;
    struct in *i = way == CLUSTER_WAY_IN ? in_from(d, tid) : NULL;
    if (o != NULL)
        begin_out(o, fd);
    else if (begin_in(c, i, fd))
        read_in(c, i); /* a notice of the sender's end may be the next note */
    else
        close(fd);
}

void cluster_direct_end(struct cluster_machine *c)
{
    static const struct timespec nap = {0, NAP_NS};
    mach_ns end = cluster_monotonic() + END_PATIENCE_NS;
    struct direct *d = c->direct;
    if (d == NULL)
        return;
    for (struct out *o = d->outs; o != NULL; o = o->next) {
        int waiting = 0;
        while (o->fd >= 0 && ioctl(o->fd, SIOCOUTQ, &waiting) == 0 && waiting > 0 && cluster_monotonic() < end)
            (void)syscall(SYS_nanosleep, &nap, NULL);
    }
    cluster_direct_close(c);
}

void cluster_direct_close(struct cluster_machine *c)
{
    struct direct *d = c->direct;
    c->direct = NULL;
    if (c->region.waker > 0)
        close(c->region.waker);
    c->region.waker = 0;
    if (d == NULL)
        return;
    while (d->outs != NULL) {
        struct out *o = d->outs;
        d->outs = o->next;
        close_out(o);
        free(o);
    }
    while (d->ins != NULL) {
        struct in *i = d->ins;
        d->ins = i->next;
        close_in(d, i);
        free(i->bytes);
        free(i);
    }
    if (d->epoll >= 0)
        close(d->epoll);
    if (d->wake >= 0)
        close(d->wake);
    free(d);
}
