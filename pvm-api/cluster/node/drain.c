/* drain.c - what the tasks of this node have sent and asked for, by the notes in the inbox of their daemon. */
#include "cluster/node/local.h"

static void taken(struct node *n, const struct cluster_note *t)
{
    route_tell_taken(n, t->src_tid, t->request, t->round, false);
    struct local *l = local_of(n, t->src_tid);
    if (l != NULL && t->request < l->ngiven && l->given[t->request] >= t->round)
        l->given[t->request] -= t->round;
}

static void serve(struct node *n, uint64_t at)
{
    const struct cluster_note *w = cluster_note(&n->region, at);
    if (w->kind == CLUSTER_FRAME) {
        route_note(n, at);
        return;
    }
    if (w->kind == CLUSTER_TAKEN)
        taken(n, w);
    else if (w->kind == CLUSTER_WANTS)
        direct_want(n, w->src_tid, w->dst_tid);
    else if (w->kind == CLUSTER_HAS)
        direct_has(n, w->src_tid, w->dst_tid, w->request != 0);
    else if (w->kind == CLUSTER_WAKES)
        (void)cluster_wake_by_socket(&n->region, (uint32_t)w->request);
    else if (w->kind == CLUSTER_EVENTS_OF)
        local_events(n, w->src_tid, w->body, w->len_bytes);
    else
        local_request(n, w);
    cluster_note_free(&n->region, at);
}

/* Takes all that has come. What is no message waits for those of the same task alone. */
static void take(struct node *n)
{
    for (uint64_t at = cluster_take(&n->region, 0), next; at != 0; at = next) {
        struct cluster_note *note = cluster_note(&n->region, at);
        struct local *l = &n->local[note->from_slot];
        next = note->next;
        note->next = 0;
        if (note->kind != CLUSTER_FRAME && l->waiting == 0) {
            serve(n, at);
            continue;
        }
        l->waiting++;
        if (n->notes == 0)
            n->notes = at;
        else
            cluster_note(&n->region, n->last_note)->next = at;
        n->last_note = at;
    }
}

static void serve_first(struct node *n)
{
    uint64_t at = n->notes;
    n->notes = cluster_note(&n->region, at)->next;
    n->local[cluster_note(&n->region, at)->from_slot].waiting--;
    serve(n, at);
}

#define NOTES 4096 /* before the others are looked after again */

bool node_drain_some(struct node *n)
{
    take(n);
    for (int i = 0; i < NOTES && n->notes != 0; i++)
        serve_first(n);
    return n->notes != 0;
}

/* May be called again inside: what it then does comes in the same order. */
void node_drain(struct node *n)
{
    take(n);
    while (n->notes != 0)
        serve_first(n);
}
