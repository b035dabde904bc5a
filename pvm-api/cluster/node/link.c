/* link.c - the connections between daemons: their life, and what comes by them, which is cut into words. A message's
 * body goes from the socket to where the receiver reads it. link_out.c sends. */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster/node/carry.h"
#include "cluster/node/tls.h"

#define ROOM_BYTES 65536u
#define SILENCE_MS 25000u /* after which the other end counts as dead, cable or power; seen a few seconds later */
#define SILENT_TRIES 3
#define LOOK_NS_AT_LINKS INT64_C(5000000000)

/* ---- what comes -------------------------------------------------------------------------------------------------- */

/* Where the body of the word is to lie. False: there is no room now. */
static bool begin_body(struct node *n, struct link *l)
{
    l->body_have = 0;
    l->body = NULL;
    if (!route_fits(n, &l->word)) {
        l->note = 0; /* there will never be room: it is read and dropped */
    } else if (l->word.kind == WORD_FRAME) {
        void *body;
        l->note = route_begin(n, &l->word, &body);
        l->body = body;
        if (l->note == 0)
            return false;
    } else if (l->word.len_bytes > 0) {
        l->body = malloc(l->word.len_bytes);
        if (l->body == NULL)
            return false;
    }
    l->in_body = true;
    return true;
}

/* False: it makes no sense. */
static bool end_body(struct node *n, struct link *l)
{
    struct word word = l->word;
    unsigned char *body = l->body;
    uint64_t note = word.kind == WORD_FRAME ? l->note : 0;
    bool right = true, carried = word.number != 0 && word.kind != WORD_ASLEEP;
    l->in_body = false;
    l->body = NULL;
    l->note = 0;
    if (word.kind == WORD_FRAME && note == 0)
        route_dropped(n, l->number, &word);
    else if (carried)
        right = carry_came_by_link(n, l->number, &word, note);
    else if (word.kind == WORD_FRAME)
        route_arrived(n, l->number, note);
    else if (l->state != LINK_RETIRED)
        right = n->hooks->word_came(n, l->number, &word, body);
    if (word.kind != WORD_FRAME)
        free(body);
    if (!right)
        word_is_wrong(n, l->number, &word);
    return right;
}

/* Cuts what has come into words. Returns false if the other end talks nonsense. */
static bool cut(struct node *n, struct link *l)
{
    size_t at = 0;
    while (l->w.fd >= 0) {
        if (!l->in_body) {
            if (l->have - at < sizeof l->word)
                break;
            memcpy(&l->word, l->room + at, sizeof l->word);
            if (l->state != LINK_RETIRED && !word_is_right(n, l->number, &l->word)) {
                word_is_wrong(n, l->number, &l->word);
                return false;
            }
            if (!begin_body(n, l)) {
                l->starved = n->starved = true;
                link_listen(n, l);
                break;
            }
            at += sizeof l->word;
        }
        size_t missing = l->word.len_bytes - l->body_have, part = l->have - at < missing ? l->have - at : missing;
        if (part > 0 && l->body != NULL)
            memcpy(l->body + l->body_have, l->room + at, part);
        l->body_have += part;
        at += part;
        if (part < missing)
            break;
        if (!end_body(n, l))
            return false;
    }
    l->have -= at;
    memmove(l->room, l->room + at, l->have);
    return true;
}

/* The rest of a long body is read to where it belongs. Returns what read(2) gives; *all: there was room for more. */
static ssize_t read_some(struct link *l, bool *all)
{
    size_t missing = l->in_body ? l->word.len_bytes - l->body_have : 0;
    bool straight = missing >= ROOM_BYTES && l->have == 0 && l->body != NULL;
    size_t room = straight ? missing : ROOM_BYTES - l->have;
    ssize_t got = link_wire.get(l, straight ? l->body + l->body_have : l->room + l->have, room);
    *all = !straight && got > 0 && (size_t)got < room;
    *(straight ? &l->body_have : &l->have) += got > 0 ? (size_t)got : 0;
    return got;
}

#define READS 16 /* before the others are looked after again */

static void lost(struct node *n, struct link *l)
{
    if (l->state == LINK_RETIRED)
        link_close(n, l);
    else
        n->hooks->link_lost(n, l->number);
}

static void read_on(struct node *n, struct link *l)
{
    bool all = false; /* if something has come since, or the other end is gone, it is ready again */
    for (int i = 0; i < READS && l->w.fd >= 0 && !l->starved && !all; i++) {
        ssize_t got = read_some(l, &all);
        if (got < 0 && errno == EAGAIN)
            return;
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            lost(n, l);
            return;
        }
        l->heard = true;
        if (!cut(n, l))
            lost(n, l);
    }
}

/* epoll does not know of what the library has read already. */
static void on_input(struct node *n, struct link *l)
{
    read_on(n, l);
    n->pending |= l->w.fd >= 0 && !l->starved && seal_pends(l);
}

static void on_link(struct node *n, struct watch *w, uint32_t events)
{
    struct link *l = (struct link *)(void *)w;
    if ((events & EPOLLOUT) != 0)
        link_flush(n, l);
    if (w->fd >= 0 && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0)
        on_input(n, l);
}

bool links_go_on(struct node *n)
{
    bool any = n->pending;
    n->pending = false;
    for (int i = 0; i < NODES_MOST && any; i++)
        if (n->link[i] != NULL && !n->link[i]->starved && seal_pends(n->link[i]))
            on_input(n, n->link[i]);
    return n->pending;
}

bool links_retry(struct node *n)
{
    bool any = false;
    for (int i = 0; i < NODES_MOST; i++) {
        struct link *l = n->link[i];
        if (l == NULL || !l->starved)
            continue;
        l->starved = false;
        if (!cut(n, l))
            n->hooks->link_lost(n, i);
        else
            link_listen(n, l);
        n->pending = true;
        any |= l->starved;
    }
    return any;
}

/* ---- its life ---------------------------------------------------------------------------------------------------- */

static void set_options(int fd)
{
    int on = 1, idle_s = 10, between_s = 5, tries = 4;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &between_s, sizeof between_s);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &tries, sizeof tries);
}

/* The other computer acknowledges nothing any more of what has been sent. (If nothing has been, TCP itself asks it.) A
 * daemon that is stopped is not dead: its system goes on saying that it has no room. So TCP_USER_TIMEOUT is of no use.
 */
static bool is_silent(const struct link *l)
{
    struct tcp_info i;
    socklen_t len = sizeof i;
    return getsockopt(l->w.fd, IPPROTO_TCP, TCP_INFO, &i, &len) == 0 && i.tcpi_last_ack_recv >= SILENCE_MS &&
           (i.tcpi_retransmits >= SILENT_TRIES || i.tcpi_probes >= SILENT_TRIES);
}

/* Node 0 hears from each other daemon a few times in the time that it may be silent. From one that counts as dead, and
 * may be stopped, nothing more comes after a while. If this node itself has been stopped or has no room, what they have
 * said has not been read yet. */
static bool is_stopped(const struct node *n, struct link *l, mach_ns now, bool late)
{
    bool waits = l->state == LINK_DOOMED || (l->state == LINK_OPEN && n->host != NULL && n->patience_s > 0);
    mach_ns most = l->state == LINK_DOOMED ? LOOK_NS_AT_LINKS : n->patience_s * INT64_C(1000000000);
    if (l->heard || late || l->starved || l->heard_ns == 0)
        l->heard_ns = now;
    l->heard = false;
    return waits && now > l->heard_ns + most;
}

void links_look(struct node *n)
{
    mach_ns now = cluster_monotonic(), between = LOOK_NS_AT_LINKS;
    struct word beat = {.kind = WORD_BEAT};
    if (now < n->look_at_links_ns)
        return;
    if (n->patience_s > 0 && n->patience_s * INT64_C(250000000) < between)
        between = n->patience_s * INT64_C(250000000);
    bool late = now > n->look_at_links_ns + between;
    n->look_at_links_ns = now + between;
    if (n->patience_s > 0 && n->host == NULL)
        link_send(n, 0, &beat, NULL);
    for (int i = 0; i < NODES_MOST; i++) {
        struct link *l = n->link[i];
        bool stopped = l != NULL && is_stopped(n, l, now, late);
        if (stopped && l->state == LINK_OPEN)
            fprintf(stderr, "pvmnode: node %d has said nothing for %d s\n", i, n->patience_s);
        if (l != NULL && (stopped || is_silent(l)))
            n->hooks->link_lost(n, i);
    }
}

void link_open(struct node *n, struct link *l, int fd)
{
    set_options(fd);
    l->w.fd = fd;
    l->w.ready = on_link;
    l->room = malloc(ROOM_BYTES);
    watch_add(n, &l->w, EPOLLIN);
    if (l->room == NULL)
        n->hooks->link_lost(n, l->number);
    else
        link_flush(n, l);
}

void link_deaf(struct node *n, struct link *l)
{
    (void)epoll_ctl(n->epoll, EPOLL_CTL_DEL, l->w.fd, NULL);
}

void link_retire(struct node *n, struct link *l)
{
    n->link[l->number] = NULL;
    (void)link_moves(l, LINK_RETIRES);
    l->next_retired = n->retired;
    n->retired = l;
}

static void take_out_retired(struct node *n, const struct link *l)
{
    struct link **at = &n->retired;
    while (*at != NULL && *at != l)
        at = &(*at)->next_retired;
    if (*at != NULL)
        *at = l->next_retired;
}

void links_close(struct node *n)
{
    for (int i = 0; i < NODES_MOST; i++)
        if (n->link[i] != NULL)
            link_close(n, n->link[i]);
    while (n->retired != NULL)
        link_close(n, n->retired);
}

void link_close(struct node *n, struct link *l)
{
    if (n->link[l->number] == l)
        n->link[l->number] = NULL;
    take_out_retired(n, l);
    link_drop_parcels(n, l);
    route_free(n, l);
    if (l->in_body && l->word.kind != WORD_FRAME)
        free(l->body);
    l->in_body = false;
    if (l->w.fd >= 0) {
        watch_close(n, &l->w);
    } else {
        l->w.next_closed = n->closed;
        n->closed = &l->w;
    }
}
