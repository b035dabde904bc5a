/* route.c - messages to other nodes. For each task of another node it is counted what has been sent there and not been
 * received: beyond a window, further messages stay where their sender has put them. So a slow receiver fills its
 * sender's memory, and not that of its own node, and nobody else's messages wait behind those for it. */
#include <stdlib.h>

#include "cluster/node/carry.h"
#include "cluster/node/local.h"

/* Messages to one task of another node. */
struct flow {
    int32_t tid;
    uint64_t under_way;   /* bytes sent, and not known to have been received */
    uint64_t first, last; /* notes that wait, chained by `next` */
    struct flow *next;
};

static struct flow *flow_to(struct link *l, int32_t tid, bool make)
{
    struct flow **at = &l->flows, *f;
    while (*at != NULL && (*at)->tid != tid)
        at = &(*at)->next;
    f = *at;
    if (f == NULL) {
        f = make ? calloc(1, sizeof *f) : NULL;
        if (f == NULL)
            return NULL;
        f->tid = tid;
    } else {
        *at = f->next;
    }
    f->next = l->flows; /* the one used last is found first */
    l->flows = f;
    return f;
}

void route_behind(struct node *n, int number, const struct word *w)
{
    if (carry_reaches(n, number))
        carry_word(n, number, w);
    else
        link_send(n, number, w, NULL);
}

static void send_mark(struct node *n, const struct link *l, uint64_t note)
{
    struct word w = {.kind = WORD_MARK, .round = cluster_note(&n->region, note)->round};
    route_behind(n, l->number, &w);
    cluster_note_free(&n->region, note);
}

static void send_by_link(struct node *n, struct link *l, uint64_t note)
{
    struct word w = route_word(cluster_note(&n->region, note));
    link_send_note(n, l, &w, note);
}

static void send_waiting(struct node *n, struct link *l, struct flow *f)
{
    while (f->first != 0 && f->under_way < CLUSTER_WINDOW_BYTES) {
        uint64_t note = f->first;
        const struct cluster_note *c = cluster_note(&n->region, note);
        f->first = c->next;
        f->under_way += route_bytes(c);
        if (c->kind != CLUSTER_FRAME)
            send_mark(n, l, note);
        else if (carry_reaches(n, l->number))
            carry_note(n, l->number, note);
        else
            send_by_link(n, l, note);
    }
}

void route_note(struct node *n, uint64_t note)
{
    struct cluster_note *c = cluster_note(&n->region, note);
    int number = tid_node_number(c->dst_tid);
    struct link *l = link_to(n, number);
    struct flow *f = l != NULL ? flow_to(l, c->dst_tid, true) : NULL;
    if (f == NULL) {
        cluster_note_free(&n->region, note);
        return;
    }
    c->next = 0;
    if (f->first == 0)
        f->first = note;
    else
        cluster_note(&n->region, f->last)->next = note;
    f->last = note;
    send_waiting(n, l, f);
}

void route_system(struct node *n, const struct word *w, const void *body)
{
    int number = tid_node_number(w->dst_tid);
    if (number == n->number)
        local_deliver(n, w, body);
    else
        link_send(n, number, w, body);
}

void route_mark(struct node *n, int32_t tid, uint64_t round)
{
    uint64_t at = cluster_note_new(&n->region, &n->arena, 0);
    if (at == 0)
        return;
    struct cluster_note *mark = cluster_note(&n->region, at);
    mark->kind = CLUSTER_REQUEST;
    mark->dst_tid = tid;
    mark->round = round;
    route_note(n, at);
}

/* ---- what has been received -------------------------------------------------------------------------------------- */

static void drop_flow(struct node *n, struct link *l, struct flow *f)
{
    l->flows = f->next; /* it has just been looked for */
    cluster_free_chain(&n->region, f->first);
    free(f);
}

void route_taken(struct node *n, struct link *l, const struct word *w)
{
    struct flow *f = flow_to(l, w->dst_tid, false);
    if (f == NULL)
        return;
    if (w->result != 0) {
        drop_flow(n, l, f);
        return;
    }
    f->under_way -= w->round < f->under_way ? w->round : f->under_way;
    send_waiting(n, l, f);
}

void route_free(struct node *n, struct link *l)
{
    while (l->flows != NULL)
        drop_flow(n, l, l->flows);
    if (l->in_body && l->word.kind == WORD_FRAME && l->note != 0)
        cluster_note_free(&n->region, l->note);
    l->note = 0;
}
