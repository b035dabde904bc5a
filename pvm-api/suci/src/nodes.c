/* nodes.c - the database of addresses. */
#include "library.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 65536 };

struct suci_node *suci_node_of(const struct suci *s, int node, const char *call)
{
    if (node >= 0 && node < s->nnodes && s->nodes[node] != NULL)
        return s->nodes[node];
    suci_says("%s: node %d is not in the database of addresses", call, node);
    return NULL;
}

static struct suci_node **bucket_of(struct suci *s, suci_place place)
{
    return &s->at[(place * 0x9e3779b97f4a7c15) >> 32 & (SUCI_BUCKETS - 1)];
}

struct suci_node *suci_node_at(struct suci *s, suci_place place)
{
    struct suci_node *n = *bucket_of(s, place);
    while (n != NULL && n->place != place)
        n = n->next_at;
    return n;
}

void suci_node_acts(struct suci *s, struct suci_node *n)
{
    struct suci_node **at = &s->busy;
    if (n->busy)
        return;
    while (*at != NULL && (*at)->number < n->number)
        at = &(*at)->next_busy;
    n->next_busy = *at;
    n->busy = true;
    *at = n;
}

void suci_node_forget(struct suci_node *n)
{
    for (int i = 0; i < SUCI_WINDOW_MAX; i++) {
        struct suci_in *in = n->receiver.incoming[i].given ? NULL : n->receiver.incoming[i].user;
        if (in != NULL)
            free(in->bytes);
        free(in);
    }
    memset(&n->receiver, 0, sizeof n->receiver);
    n->receiver.answer_at_ns = SUCI_NEVER;
}

void suci_node_free(struct suci *s, struct suci_node *n)
{
    if (n == NULL)
        return;
    struct suci_node **at = bucket_of(s, n->place), **busy = &s->busy;
    while (*at != n)
        at = &(*at)->next_at;
    *at = n->next_at;
    while (n->busy && *busy != n)
        busy = &(*busy)->next_busy;
    if (n->busy)
        *busy = n->next_busy;
    for (struct suci_message *m = n->sender.first, *next; m != NULL; m = next) {
        next = m->next;
        s->unconfirmed -= m->length + (int64_t)sizeof(struct suci_out);
        free(m->user);
    }
    s->untold -= n->silent && !n->told;
    suci_node_forget(n);
    free(n);
}

static int enter(struct suci *s, int node, suci_place place)
{
    const struct suci_node *same = suci_node_at(s, place);
    if (same != NULL && same->number != node) {
        suci_says("node %d has the address of node %d", node, same->number);
        return SUCI_BAD;
    }
    if (node >= s->nnodes) {
        struct suci_node **more = realloc(s->nodes, (size_t)(node + 1) * sizeof *more);
        if (more == NULL)
            return SUCI_SYSTEM;
        memset(more + s->nnodes, 0, (size_t)(node + 1 - s->nnodes) * sizeof *more);
        s->nodes = more;
        s->nnodes = node + 1;
    }
    struct suci_node *n = calloc(1, sizeof *n), *old = s->nodes[node];
    if (n == NULL)
        return SUCI_SYSTEM;
    struct suci_limits limits = s->options.limits;
    n->sends = s->connection++;
    limits.first_sequence = (uint32_t)n->sends;
    n->place = place;
    n->number = node;
    n->receiver.answer_at_ns = SUCI_NEVER;
    if (same != NULL) { /* the other end goes on with what it sends */
        n->receiver = old->receiver;
        n->connection = old->connection;
        n->heard_ns = s->port->now(s->port);
        memset(&old->receiver, 0, sizeof old->receiver);
    }
    suci_node_free(s, old);
    s->nodes[node] = n;
    n->next_at = *bucket_of(s, place);
    *bucket_of(s, place) = n;
    suci_sender_open(&n->sender, &limits, &s->options.flow, s, node);
    if (same != NULL)
        suci_node_acts(s, n);
    return 0;
}

static bool number_is_bad(int node, const char *call)
{
    if (node < 0 || node >= MOST_NODES)
        suci_says("%s: node %d is not 0 to %d", call, node, MOST_NODES - 1);
    return node < 0 || node >= MOST_NODES;
}

int suci_database_add(struct suci *s, int node, const char *ip, int port)
{
    suci_place place;
    if (number_is_bad(node, "suci_database_add"))
        return SUCI_BAD;
    if (s->port->pvm != NULL) {
        suci_says("suci_database_add: on a simulated machine addresses are tasks (suci_database_task)");
        return SUCI_BAD;
    }
    if (suci_udp_place(ip, port, &place) != 0)
        return SUCI_BAD;
    return enter(s, node, place);
}

int suci_database_task(struct suci *s, int node, int tid)
{
    suci_place place = (suci_place)(unsigned)tid;
    if (number_is_bad(node, "suci_database_task"))
        return SUCI_BAD;
    if (tid <= 0) {
        suci_says("suci_database_task: %d is no tid", tid);
        return SUCI_BAD;
    }
    if (s->port->pvm == NULL) {
        int code = suci_pvm_find(tid, &place);
        if (code != 0)
            return code;
    }
    return enter(s, node, place);
}
