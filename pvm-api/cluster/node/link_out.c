/* link_out.c - links to other nodes, and what is to be sent by them: it waits in a queue, also for the connection. A
 * message's body goes from the sender's arena to the socket. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "cluster/node/tls.h"

/* ---- links ------------------------------------------------------------------------------------------------------- */

#define NEVER LINK_STATES

static const enum link_state moves[LINK_STATES][LINK_EVENTS] = {
    /* CALLS, OPENS, IS_DEAD, RETIRES */
    [LINK_WANTED] = {LINK_CALLED, LINK_OPEN, NEVER, NEVER},
    [LINK_CALLED] = {NEVER, LINK_OPEN, LINK_DOOMED_CALL, NEVER},
    [LINK_OPEN] = {NEVER, NEVER, LINK_DOOMED, LINK_RETIRED},
    [LINK_DOOMED_CALL] = {NEVER, LINK_DOOMED, NEVER, NEVER},
    [LINK_DOOMED] = {NEVER, NEVER, NEVER, NEVER},
    [LINK_RETIRED] = {NEVER, NEVER, NEVER, NEVER}};

bool link_moves(struct link *l, enum link_event event)
{
    enum link_state next = moves[l->state][event];
    if (next == NEVER)
        return false;
    l->state = next;
    return true;
}

static void release_link(struct watch *w)
{
    struct link *l = (struct link *)(void *)w;
    seal_free(l->seal);
    free(l->room);
    free(l);
}

struct link *link_new(struct node *n, int number)
{
    struct link *l = calloc(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->w = (struct watch){.fd = -1, .release = release_link};
    l->number = number;
    n->link[number] = l;
    return l;
}

struct link *link_to(struct node *n, int number)
{
    struct link *l = number >= 0 && number < NODES_MOST && number != n->number ? n->link[number] : NULL;
    if (l != NULL || n->host != NULL || n->ending || number <= 0 || number >= NODES_MOST || number == n->number)
        return l;
    struct word w = {.kind = WORD_WHERE, .request = number};
    l = link_new(n, number);
    if (l != NULL)
        link_send(n, 0, &w, NULL);
    return l;
}

/* ---- what is to be sent ------------------------------------------------------------------------------------------ */

/* A word that waits to be sent. */
struct parcel {
    struct word word;
    uint64_t note;             /* a message: given back when it is sent; 0 */
    const unsigned char *body; /* the note's, or behind this struct */
    size_t sent;               /* bytes of both */
    struct parcel *next;
};

static void done(struct node *n, struct link *l)
{
    struct parcel *p = l->first;
    l->first = p->next;
    if (p->note != 0)
        cluster_note_free(&n->region, p->note);
    free(p);
}

static int pieces_of(const struct parcel *p, struct iovec *io)
{
    int k = 0;
    size_t head = sizeof p->word;
    if (p->sent < head)
        io[k++] = (struct iovec){(char *)(size_t)&p->word + p->sent, head - p->sent};
    size_t from = p->sent > head ? p->sent - head : 0;
    if (p->word.len_bytes > from)
        io[k++] = (struct iovec){(unsigned char *)(size_t)p->body + from, p->word.len_bytes - from};
    return k;
}

#define PARCELS 32

/* Returns false if the socket takes no more now. */
static bool send_some(struct node *n, struct link *l)
{
    struct iovec io[2 * PARCELS];
    int k = 0;
    size_t all = 0;
    for (const struct parcel *p = l->first; p != NULL && k <= 2 * PARCELS - 2; p = p->next)
        k += pieces_of(p, io + k);
    for (int i = 0; i < k; i++)
        all += io[i].iov_len;
    ssize_t sent = link_wire.put(l, io, k);
    if (sent < 0)
        return errno == EINTR;
    for (size_t left = (size_t)sent; left > 0;) {
        struct parcel *p = l->first;
        size_t missing = sizeof p->word + p->word.len_bytes - p->sent;
        size_t part = left < missing ? left : missing;
        p->sent += part;
        left -= part;
        if (part == missing)
            done(n, l);
    }
    return (size_t)sent == all;
}

void link_listen(struct node *n, struct link *l)
{
    /* Without room, the end of a connection is told once, and not all the time. */
    watch_change(n, &l->w, (l->starved ? EPOLLET : EPOLLIN) | (l->first != NULL || seal_owes(l) ? EPOLLOUT : 0));
}

void link_flush(struct node *n, struct link *l)
{
    if (l->w.fd < 0)
        return; /* link_open does it */
    if (seal_owes(l))
        (void)seal_put(l, NULL, 0);
    while (l->first != NULL && send_some(n, l))
        ;
    link_listen(n, l);
}

static void put(struct node *n, struct link *l, struct parcel *p)
{
    bool idle = l->first == NULL;
    p->next = NULL;
    if (idle)
        l->first = p;
    else
        l->last->next = p;
    l->last = p;
    if (!idle || l->is_due)
        return;
    l->is_due = true;
    l->next_due = n->due;
    n->due = l;
}

void links_flush(struct node *n)
{
    while (n->due != NULL) {
        struct link *l = n->due;
        n->due = l->next_due;
        l->is_due = false;
        link_flush(n, l);
    }
}

void link_say(struct node *n, struct link *l, const struct word *w, const void *body)
{
    struct parcel *p = malloc(sizeof *p + w->len_bytes);
    if (p == NULL)
        return;
    *p = (struct parcel){.word = *w, .body = (unsigned char *)(p + 1)};
    if (w->len_bytes > 0)
        memcpy(p + 1, body, w->len_bytes);
    put(n, l, p);
}

void link_send(struct node *n, int number, const struct word *w, const void *body)
{
    struct link *l = link_to(n, number);
    if (l != NULL)
        link_say(n, l, w, body);
}

void tell_host(struct node *n, const struct word *w, const void *body)
{
    if (n->host != NULL)
        n->hooks->host_word(n, n->number, w, body);
    else
        link_send(n, 0, w, body);
}

void link_send_note(struct node *n, struct link *l, const struct word *w, uint64_t note)
{
    const struct cluster_note *f = cluster_note(&n->region, note);
    struct parcel *p = malloc(sizeof *p);
    if (p == NULL) {
        cluster_note_free(&n->region, note);
        return;
    }
    *p = (struct parcel){.word = *w, .note = note, .body = n->region.base + f->body};
    put(n, l, p);
}

void link_drop_parcels(struct node *n, struct link *l)
{
    struct link **at = &n->due;
    while (*at != NULL && *at != l)
        at = &(*at)->next_due;
    if (*at != NULL)
        *at = l->next_due;
    l->is_due = false;
    while (l->first != NULL)
        done(n, l);
}
