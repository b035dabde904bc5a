/* direct.c - PvmRouteDirect: connections from task to task between nodes. A task asks its daemon for one with the first
 * message that is to go so, and does not wait: the two daemons make it, and hand over its ends. Until then, and
 * whenever a connection takes no more, messages go by the daemons; so no sender ever waits for its receiver. Numbers
 * put them in order again. A connection carries one way.
 *
 * Who has such connections sleeps in epoll, and is woken there by a socket (region.h); all others sleep on a futex. */
#include <errno.h>
#include <linux/sockios.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "cluster/task/direct_state.h"
#include "sockets.h"

#define END_PATIENCE_NS INT64_C(10000000000) /* for what has been sent to be at the receiver's node */
#define NAP_NS 200000
#define BATCH 16

/* ---- looking and sleeping ---------------------------------------------------------------------------------------- */

static int poll_for(struct cluster_machine *c, struct epoll_event *ready, const struct timespec *span)
{
    long got = syscall(SYS_epoll_pwait2, c->direct->epoll, ready, BATCH, span, NULL, 0);
    if (got < 0 && errno == ENOSYS) {
        int ms = span == NULL ? -1 : (int)(span->tv_sec * 1000 + (span->tv_nsec + 999999) / 1000000);
        got = syscall(SYS_epoll_pwait, c->direct->epoll, ready, BATCH, ms, NULL, 0);
    }
    return (int)got;
}

static void take_ready(struct cluster_machine *c, const struct epoll_event *ready, int n)
{
    char word[16];
    for (int k = 0; k < n; k++) {
        struct direct_in *i = ready[k].data.ptr;
        if (i != NULL)
            direct_read(c, i);
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
    if (c->direct == NULL)
        return;
    if (c->direct->stuck)
        direct_retry(c);
    for (int n = BATCH; n == BATCH && c->direct->nins > 0;) {
        n = poll_for(c, ready, &none);
        take_ready(c, ready, n);
    }
}

void cluster_direct_sleep(struct cluster_machine *c, mach_ns span, uint32_t bell)
{
    struct epoll_event ready[BATCH];
    uint64_t empty = CLUSTER_AWAKE;
    if (c->direct->stuck)
        direct_retry(c);
    if (c->slot->taken != 0)
        return;
    if (!__atomic_compare_exchange_n(&c->slot->inbox, &empty, CLUSTER_POLLS, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE) &&
        empty != CLUSTER_POLLS)
        return;
    const uint32_t inside = c->attention & MACH_ATTENTION_INSIDE;
    c->attention |= MACH_ATTENTION_INSIDE;
    if (cluster_bell(c) != bell)
        span = 0;
    const struct timespec t = {span / NS_PER_S, span % NS_PER_S};
    int n = poll_for(c, ready, c->direct->stuck ? &(struct timespec){0, 1000000} : span < MACH_FOREVER ? &t : NULL);
    c->attention = (c->attention & ~MACH_ATTENTION_INSIDE) | inside;
    take_ready(c, ready, n);
}

/* ---- connections ------------------------------------------------------------------------------------------------- */

static bool watch(struct direct *d, int fd, struct direct_in *i)
{
    struct epoll_event e = {.events = EPOLLIN, .data = {.ptr = i}};
    return epoll_ctl(d->epoll, EPOLL_CTL_ADD, fd, &e) == 0;
}

static bool open_epoll(struct cluster_machine *c)
{
    struct direct *d = c->direct;
    if (d->wake < 0)
        d->wake = sockets_above_standard(cluster_wake_open(&c->region, c->slot_index));
    if (d->wake >= 0 && d->epoll < 0)
        d->epoll = sockets_above_standard(epoll_create1(EPOLL_CLOEXEC));
    return d->epoll >= 0 && (watch(d, d->wake, NULL) || errno == EEXIST);
}

/* Returns false if nothing can come by it. */
static bool begin_in(struct cluster_machine *c, struct direct_in *i, int fd)
{
    if (i == NULL || !open_epoll(c))
        return false;
    direct_close_in(c->direct, i);
    if ((i->bytes == NULL && (i->bytes = malloc(DIRECT_ROOM_BYTES)) == NULL) || !watch(c->direct, fd, i))
        return false;
    i->fd = fd;
    c->direct->nins++;
    return true;
}

/* Only then the other one sends by it. It does not wait for room, as cluster_say_received. */
static void say_has(struct cluster_machine *c, int32_t tid, bool has)
{
    uint64_t at = cluster_note_new(&c->region, &c->arena, c->slot_index);
    if (at == 0)
        return;
    struct cluster_note *n = cluster_note(&c->region, at);
    n->kind = CLUSTER_HAS;
    n->src_tid = c->slot->tid;
    n->dst_tid = tid;
    n->request = has;
    cluster_tell_daemon(c, at);
}

void cluster_direct_told(struct cluster_machine *c, uint64_t note)
{
    const struct cluster_note *n = cluster_note(&c->region, note);
    struct direct *d = direct_of(c);
    int32_t way = n->request, tid = n->src_tid;
    int fd = -1;
    cluster_note_free(&c->region, note);
    if (d != NULL && (way == CLUSTER_WAY_NONE || way == CLUSTER_WAY_OVER))
        direct_end_out(d, tid, way == CLUSTER_WAY_OVER);
    if ((way != CLUSTER_WAY_IN && way != CLUSTER_WAY_OUT) || d == NULL ||
        !sockets_receive(c->socket, &tid, sizeof tid, &fd))
        return;
    fd = sockets_above_standard(fd);
    struct direct_out *o = way == CLUSTER_WAY_OUT ? direct_out_to(d, tid) : NULL;
    bool has = o != NULL || (way == CLUSTER_WAY_IN && fd >= 0 && begin_in(c, direct_in_from(d, tid), fd));
    if (o != NULL)
        direct_begin_out(o, fd);
    else if (!has && fd >= 0)
        close(fd);
    if (way == CLUSTER_WAY_IN)
        say_has(c, tid, has);
}

void cluster_direct_end(struct cluster_machine *c)
{
    static const struct timespec nap = {0, NAP_NS};
    mach_ns end = cluster_monotonic() + END_PATIENCE_NS;
    struct direct *d = c->direct;
    if (d == NULL)
        return;
    for (struct direct_out *o = d->outs; o != NULL; o = o->next) {
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
    if (d->epoll >= 0)
        close(d->epoll);
    d->epoll = -1; /* a forked child has the same one open: nothing is taken out of it */
    while (d->outs != NULL) {
        struct direct_out *o = d->outs;
        d->outs = o->next;
        direct_close_out(o);
        free(o);
    }
    while (d->ins != NULL) {
        struct direct_in *i = d->ins;
        d->ins = i->next;
        direct_close_in(d, i);
        free(i->bytes);
        free(i);
    }
    if (d->wake >= 0)
        close(d->wake);
    free(d);
}
