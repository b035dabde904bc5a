/* local.c - the processes of this node: their slots and tids, and what they ask (local.h). */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/node/local.h"
#include "machines.h"
#include "pvm3.h"

/* ---- slots and tids ---------------------------------------------------------------------------------------------- */

static void clean(struct node *n, struct local *l)
{
    struct cluster_slot *s = local_slot(n, l);
    cluster_free_chain(&n->region, cluster_take(&n->region, l->slot));
    if (s->top > 0)
        (void)fallocate(n->region.memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                        (off_t)cluster_arena_at(&n->region, l->slot), (off_t)s->top);
    memset(&s->bell, 0, sizeof *s - offsetof(struct cluster_slot, bell)); /* what is pushed now stays */
}

struct local *local_new(struct node *n)
{
    for (uint32_t i = 1; i < n->region.header->nslots; i++) {
        struct local *l = &n->local[i];
        struct cluster_slot *s = cluster_slot(&n->region, i);
        if (l->used || (s->state == CLUSTER_ENDED && cluster_under_way(s) > 0))
            continue;
        *l = (struct local){.slot = i, .connection = {.fd = -1}, .output = {.fd = -1}, .used = true};
        clean(n, l);
        return l;
    }
    return NULL;
}

/* 0: all numbers of this node are in use. */
static int32_t give_tid(struct node *n, struct local *l)
{
    for (int i = 0; i < TID_LOCAL_PART; i++) {
        n->next_local = n->next_local % TID_LOCAL_PART + 1;
        if (n->region.header->slot_of[n->next_local] == 0) {
            n->region.header->slot_of[n->next_local] = (uint16_t)l->slot;
            return tid_of_node(n->number) | n->next_local;
        }
    }
    return 0;
}

struct local *local_promise(struct node *n)
{
    struct local *l = local_new(n);
    if (l == NULL)
        return NULL;
    struct cluster_slot *s = local_slot(n, l);
    s->tid = s->who.tid = give_tid(n, l);
    s->state = CLUSTER_PROMISED;
    return l;
}

void local_forget(struct node *n, struct local *l)
{
    struct cluster_slot *s = local_slot(n, l);
    if (s->tid != 0)
        n->region.header->slot_of[tid_local(s->tid)] = 0;
    watch_close(n, &l->connection);
    direct_free(n, l);
    free(l->given);
    l->given = NULL;
    l->used = false;
    s->tid = 0;
    s->state = CLUSTER_ENDED;
}

/* ---- what it asks ------------------------------------------------------------------------------------------------ */

void local_detach(struct node *n, struct local *l)
{
    struct cluster_slot *s = local_slot(n, l);
    if (s->tid == 0)
        return;
    int32_t tid = s->tid;
    n->region.header->slot_of[tid_local(tid)] = 0;
    s->tid = 0;
    direct_task_gone(n, tid);
    direct_free(n, l);
    for (int i = 0; i < l->ngiven; i++)
        if (l->given[i] > 0)
            route_tell_taken(n, tid, i, l->given[i], true);
    free(l->given);
    l->given = NULL;
    l->ngiven = 0;
}

static void leave(struct node *n, struct local *l, uint64_t round)
{
    struct cluster_slot *s = local_slot(n, l);
    int32_t tid = s->tid;
    local_detach(n, l);
    s->state = CLUSTER_LEFT;
    struct word w = {.kind = WORD_ENDED, .src_tid = tid};
    tell_host(n, &w, NULL);
    local_push_answer(n, l->slot, round, 0, NULL, 0);
}

void local_request(struct node *n, const struct cluster_note *q)
{
    struct local *l = &n->local[q->from_slot];
    struct cluster_slot *s = local_slot(n, l);
    if (q->request == CLUSTER_LEAVE) {
        leave(n, l, q->round);
    } else {
        if (q->request == CLUSTER_JOIN && s->tid == 0)
            s->tid = give_tid(n, l);
        if (s->tid == 0)
            local_push_answer(n, l->slot, q->round, PvmOutOfRes, NULL, 0);
        struct word w = {.kind = WORD_REQUEST,
                         .src_tid = s->tid,
                         .dst_tid = s->who.tid, /* what it was before, if it joins again */
                         .request = q->request,
                         .round = q->round,
                         .len_bytes = q->len_bytes};
        if (s->tid != 0)
            tell_host(n, &w, n->region.base + q->body);
    }
}

void local_events(struct node *n, int32_t tid, uint64_t records, uint32_t len_bytes)
{
    struct word w = {.kind = WORD_EVENTS, .src_tid = tid, .len_bytes = len_bytes};
    tell_host(n, &w, n->region.base + records);
}

/* The task's identity, from the host's answer to its request to join. */
static void joined(struct node *n, struct local *l, const void *body, uint32_t len)
{
    struct wire_in in = {body, len, 0, 0};
    struct cluster_joined j = cluster_joined_get(&in);
    struct cluster_slot *s = local_slot(n, l);
    s->state = CLUSTER_JOINED;
    s->who = (struct mach_identity){.tid = s->tid,
                                    .parent_tid = j.parent_tid,
                                    .node = n->number,
                                    .node_tid = tid_of_node(n->number),
                                    .cells_x = j.nodes - 1,
                                    .cells_y = j.nodes > 1,
                                    .real_time = MACH_TIME_REAL,
                                    .marks = j.marks,
                                    .context = j.context,
                                    .output = j.output,
                                    .trace = j.trace};
    (void)snprintf(s->who.node_name, sizeof s->who.node_name, "%.*s", (int)sizeof s->who.node_name - 1, n->name);
    direct_joined(n, s->tid);
}

bool local_answer(struct node *n, int from, const struct word *w, const void *body)
{
    struct local *l = local_of(n, w->dst_tid);
    bool joins = w->request == CLUSTER_JOIN && w->result == 0;
    if (l != NULL && joins)
        joined(n, l, body, w->len_bytes);
    if (l != NULL)
        local_push_answer(n, l->slot, w->round, w->result, body, joins ? 0 : w->len_bytes);
    return true;
}
