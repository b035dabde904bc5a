/* local_inbox.c - what the daemon hangs into the inboxes of tasks of this node: answers and messages. */
#include "cluster/node/local.h"

void local_push_answer(struct node *n, uint32_t slot, uint64_t round, int result, const void *body, uint32_t len)
{
    uint64_t at = cluster_note_with(&n->region, &n->arena, 0, body, len);
    if (at == 0)
        return;
    struct cluster_note *a = cluster_note(&n->region, at);
    a->kind = CLUSTER_ANSWER;
    a->round = round;
    a->result = result;
    cluster_give(&n->region, slot, at);
}

uint64_t local_note(struct node *n, struct arena *a, const struct word *w, const void *body)
{
    uint64_t at = cluster_note_with(&n->region, a, 0, body, w->len_bytes);
    if (at == 0)
        return 0;
    struct mach_frame f = {.src_tid = w->src_tid,
                           .dst_tid = w->dst_tid,
                           .tag = w->tag,
                           .context = w->context,
                           .encoding = w->encoding,
                           .wid = w->wid,
                           .len_bytes = w->len_bytes};
    cluster_note_frame(&n->region, at, &f, cluster_note(&n->region, at)->body);
    cluster_note(&n->region, at)->serial = w->serial;
    return at;
}

void local_deliver(struct node *n, const struct word *w, const void *body)
{
    const struct local *l = local_of(n, w->dst_tid);
    uint64_t at = l != NULL ? local_note(n, &n->arena, w, body) : 0;
    if (at != 0)
        cluster_give(&n->region, l->slot, at);
}
