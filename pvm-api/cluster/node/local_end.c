/* local_end.c - how processes of this node end: what they have sent goes out before the news, what they held is given
 * back, and their slots are free again. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "cluster/node/local.h"
#include "run_events.h"

/* Those that it has not handed over itself. */
static void take_events(struct node *n, struct cluster_slot *s, int32_t tid)
{
    if (s->events != 0 && s->nevents > 0)
        local_events(n, tid, s->events, s->nevents * (uint32_t)sizeof(struct cluster_event));
    s->events = 0;
    s->nevents = 0;
}

#define COLLECTED 3 /* in `seen` */

/* Hangs the note into the chain of those that are to be given back. The task may have died as it put it from one list
 * into another: it is in both then, and is given back once. */
static void collect(struct node *n, uint64_t at, uint64_t *all)
{
    struct cluster_note *note = cluster_note(&n->region, at);
    if (note->seen == COLLECTED)
        return;
    note->seen = COLLECTED;
    note->later = *all;
    *all = at;
}

static void give_all_back(struct node *n, struct cluster_slot *s, uint32_t slot)
{
    const uint64_t chains[] = {s->taken, s->answers, s->taking};
    uint64_t all = 0;
    for (int i = 0; i < CLUSTER_HELD; i++)
        if (s->held[i] != 0)
            collect(n, s->held[i], &all);
    for (int i = 0; i < 3; i++)
        for (uint64_t at = chains[i]; at != 0; at = cluster_note(&n->region, at)->next)
            collect(n, at, &all);
    for (uint64_t at = s->early; at != 0; at = cluster_note(&n->region, at)->early_next)
        collect(n, at, &all);
    s->taking = s->taken = s->early = s->answers = 0;
    memset(s->held, 0, sizeof s->held);
    for (uint64_t at = cluster_take(&n->region, slot), next; at != 0; at = next) {
        next = cluster_note(&n->region, at)->next;
        collect(n, at, &all);
    }
    while (all != 0) {
        uint64_t at = all;
        all = cluster_note(&n->region, at)->later;
        cluster_note_free(&n->region, at);
    }
}

/* A note of the dead task that nobody else has got, perhaps. Who would have got it looks, and knows. */
static void look_for_posting(struct node *n, uint32_t slot)
{
    uint32_t to_slot;
    uint64_t at = cluster_unposted(&n->region, slot, &to_slot);
    const struct local *to = to_slot > 0 && to_slot < CLUSTER_SLOTS ? &n->local[to_slot] : NULL;
    if (at == 0)
        return;
    if (to != NULL && !to->used)
        cluster_free_chain(&n->region, cluster_take(&n->region, to->slot));
    uint64_t check = to != NULL && to->used ? cluster_note_new(&n->region, &n->arena, 0) : 0;
    if (check != 0) {
        cluster_note_check(&n->region, check, slot, at);
        cluster_give(&n->region, to->slot, check);
    } else if (!cluster_note(&n->region, at)->seen) {
        cluster_note_free(&n->region, at);
    }
}

void local_retry_ends(struct node *n)
{
    n->any_over = false;
    for (uint32_t i = 1; i < CLUSTER_SLOTS; i++)
        if (n->local[i].used && n->local[i].is_over)
            local_ended(n, &n->local[i], n->local[i].status);
}

void local_ended(struct node *n, struct local *l, int status)
{
    struct cluster_slot *s = local_slot(n, l);
    if (l->told_end)
        return;
    l->is_over = !n->ending && direct_unsent(l);
    if (l->is_over) {
        l->status = status;
        n->any_over = true;
        return;
    }
    l->told_end = true;
    node_drain(n); /* what it sent goes out before the news of its end */
    output_end(n, l);
    int32_t tid = s->tid != 0 ? s->tid : s->who.tid;
    take_events(n, s, tid);
    local_detach(n, l);
    look_for_posting(n, l->slot);
    give_all_back(n, s, l->slot);
    watch_close(n, &l->connection);
    s->state = CLUSTER_ENDED;
    l->used = false;
    l->pid = 0;
    struct word w = {.kind = WORD_ENDED, .src_tid = tid, .request = 1, .result = status};
    if (tid != 0)
        tell_host(n, &w, NULL);
}

/* A program that was started by another, which has ended first, is watched by its connection. */
static bool goes_on(const struct local *l)
{
    return l->connection.fd >= 0 && l->joined_pid != l->pid && kill(l->joined_pid, 0) == 0;
}

void local_reap(struct node *n)
{
    int status;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
        if (n->host != NULL)
            n->hooks->child_ended(n, pid, status);
        for (uint32_t i = 1; i < CLUSTER_SLOTS; i++) {
            struct local *l = &n->local[i];
            if (!l->used || l->pid != pid || !l->is_child)
                continue;
            l->is_child = false;
            if (!goes_on(l))
                local_ended(n, l, status);
        }
    }
}
