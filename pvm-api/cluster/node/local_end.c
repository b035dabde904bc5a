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

static bool is_held(const struct cluster_slot *s, uint64_t note)
{
    for (int i = 0; i < CLUSTER_HELD; i++)
        if (s->held[i] == note)
            return true;
    return false;
}

/* The task may have died between taking a message out of the chain and noting that it reads it. */
static void give_all_back(struct node *n, struct cluster_slot *s, uint32_t slot)
{
    for (uint64_t at = s->taken, next; at != 0; at = next) {
        next = cluster_note(&n->region, at)->next;
        if (!is_held(s, at))
            cluster_note_free(&n->region, at);
    }
    s->taken = 0;
    cluster_free_chain(&n->region, s->early);
    s->early = 0;
    for (int i = 0; i < CLUSTER_HELD; i++)
        if (s->held[i] != 0)
            cluster_note_free(&n->region, s->held[i]);
    memset(s->held, 0, sizeof s->held);
    cluster_free_chain(&n->region, cluster_take(&n->region, slot));
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
