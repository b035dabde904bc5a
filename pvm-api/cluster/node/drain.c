/* drain.c - what the tasks of this node have sent and asked for, by the notes in the inbox of their daemon. */
#include "cluster/node/local.h"

static void taken(struct node *n, uint64_t note)
{
    const struct cluster_note *t = cluster_note(&n->region, note);
    route_tell_taken(n, t->src_tid, t->request, t->round, false);
    struct local *l = local_of(n, t->src_tid);
    if (l != NULL && t->request < l->ngiven && l->given[t->request] >= t->round)
        l->given[t->request] -= t->round;
    cluster_note_free(&n->region, note);
}

static void wants(struct node *n, uint64_t note)
{
    const struct cluster_note *w = cluster_note(&n->region, note);
    direct_want(n, w->src_tid, w->dst_tid);
    cluster_note_free(&n->region, note);
}

static void events(struct node *n, uint64_t note)
{
    const struct cluster_note *e = cluster_note(&n->region, note);
    local_events(n, e->src_tid, e->body, e->len_bytes);
    cluster_note_free(&n->region, note);
}

static void append(struct node *n, uint64_t chain)
{
    if (chain == 0)
        return;
    if (n->notes == 0)
        n->notes = chain;
    else
        cluster_note(&n->region, n->last_note)->next = chain;
    while (cluster_note(&n->region, chain)->next != 0)
        chain = cluster_note(&n->region, chain)->next;
    n->last_note = chain;
}

/* May be called again inside: what it then does comes in the same order. */
void node_drain(struct node *n)
{
    append(n, cluster_take(&n->region, 0));
    while (n->notes != 0) {
        uint64_t at = n->notes;
        n->notes = cluster_note(&n->region, at)->next;
        uint32_t kind = cluster_note(&n->region, at)->kind;
        if (kind == CLUSTER_FRAME)
            route_note(n, at);
        else if (kind == CLUSTER_TAKEN)
            taken(n, at);
        else if (kind == CLUSTER_WANTS)
            wants(n, at);
        else if (kind == CLUSTER_EVENTS_OF)
            events(n, at);
        else
            local_request(n, at);
        if (n->notes == 0)
            append(n, cluster_take(&n->region, 0));
    }
}
