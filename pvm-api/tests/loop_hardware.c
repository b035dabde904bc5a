/* loop_hardware.c - the `loop` machine: broadcast, barriers, status lines. No faster than a message each: only who gets
 * what and who waits for whom is as machine.h says. Node 0 is the host, the others are the cells, in a row. */
#include <stdlib.h>

#include "loop_int.h"
#include "pvm3.h"

/* A task that has not joined yet will: a barrier waits for it. */
static bool takes_part(const struct loop_task *t, int whom)
{
    return loop_alive(t) && !t->service && (whom == MACH_MACHINE || t->node > 0);
}

/* ---- one to many ------------------------------------------------------------------------------------------------- */

int loop_broadcast(void *m, int whom, struct mach_frame *f)
{
    struct loop_task *t = m;
    int code = 0;
    bool line = whom == MACH_ROW || whom == MACH_COLUMN;
    if (whom != MACH_MACHINE && whom != MACH_CELLS && !(line && t->node > 0))
        return PvmBadParam;
    f->src_tid = t->tid;
    for (struct loop_task *to = t->machine->tasks; to != NULL && code == 0; to = to->next)
        if (to != t && takes_part(to, whom) && (whom != MACH_COLUMN || to->node == t->node))
            code = loop_post_from(t->machine, t->tid, t->clock, f, to->tid);
    return code;
}

static bool listed(const int32_t *tids, int n, int tid)
{
    for (int i = 0; i < n; i++)
        if (tids[i] == tid)
            return true;
    return false;
}

static bool all_others(const struct loop_task *t, const int32_t *tids, int n)
{
    int others = 0;
    for (struct loop_task *to = t->machine->tasks; to != NULL; to = to->next)
        if (to != t && takes_part(to, MACH_MACHINE)) {
            others++;
            if (!listed(tids, n, to->tid))
                return false;
        }
    return others == n;
}

int loop_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost)
{
    struct loop_task *t = m;
    bool once = t->machine->set.hardware != 0 && n > 0 && all_others(t, tids, n);
    int code = 0;
    if (once)
        t->clock += cost;
    for (int i = 0; i < n && code == 0; i++) {
        if (!once)
            t->clock += cost;
        f->dst_tid = tids[i];
        code = loop_post(m, f);
    }
    return code;
}

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

int loop_covers(void *m, const int32_t *tids, int n)
{
    const struct loop_machine *lm = ((struct loop_task *)m)->machine;
    int on[LOOP_MAX_NODES] = {0}, known = 0;
    for (const struct loop_task *t = lm->tasks; t != NULL; t = t->next)
        if (listed(tids, n, t->tid)) {
            on[t->node]++;
            known++;
        }
    for (int node = 1; node < lm->set.nodes; node++)
        if (on[node] != 1)
            return 0;
    return known == n && on[0] <= 1 && lm->set.nodes > 1;
}

static bool same_team(const struct loop_team *a, const struct loop_team *b)
{
    if (a->n != b->n || (a->n == 0 && a->whom != b->whom))
        return false;
    for (int i = 0; i < a->n; i++)
        if (!listed(b->tids, b->n, a->tids[i]))
            return false;
    return true;
}

static bool member(const struct loop_task *t, const struct loop_team *team)
{
    return team->n > 0 ? loop_alive(t) && listed(team->tids, team->n, t->tid) : takes_part(t, team->whom);
}

/* 1: all of the team are in it; 0: somebody is missing; PvmNoTask: and will never come. */
static int complete(const struct loop_machine *lm, const struct loop_team *team, mach_ns *last, uint32_t *all)
{
    int members = 0, missing = 0;
    for (const struct loop_task *t = lm->tasks; t != NULL; t = t->next) {
        if (!member(t, team))
            continue;
        members++;
        if (!t->in_barrier || !same_team(&t->team, team)) {
            missing++;
            continue;
        }
        *last = t->clock > *last ? t->clock : *last;
        *all |= t->status;
    }
    if (team->n > 0 && members < team->n)
        return PvmNoTask;
    return missing == 0;
}

void loop_release_barrier(struct loop_machine *lm)
{
    for (struct loop_task *first = lm->tasks; first != NULL; first = first->next) {
        struct loop_team team = first->team;
        mach_ns last = 0;
        uint32_t all = 0;
        int code = first->in_barrier ? complete(lm, &team, &last, &all) : 0;
        if (code == 0)
            continue;
        for (struct loop_task *t = lm->tasks; t != NULL; t = t->next)
            if (t->in_barrier && same_team(&t->team, &team)) {
                t->in_barrier = false;
                t->barrier_code = code < 0 ? code : 0;
                t->status = all;
                loop_wake(t, last);
            }
    }
}

static int wait_for_team(struct loop_task *t, struct loop_team team, uint32_t status, uint32_t *all)
{
    t->in_barrier = true;
    t->team = team;
    t->status = status;
    t->wake = MACH_FOREVER;
    loop_release_barrier(t->machine);
    loop_block(t, t->in_barrier ? MACH_FOREVER : t->wake);
    bool let_go = !t->in_barrier;
    t->in_barrier = false;
    if (!let_go || t->failed)
        return PvmSysErr;
    if (all != NULL)
        *all = t->status;
    return t->barrier_code;
}

int loop_barrier(void *m, int whom, uint32_t status, uint32_t *all)
{
    struct loop_task *t = m;
    if ((whom != MACH_MACHINE && whom != MACH_CELLS) || !takes_part(t, whom))
        return PvmBadParam;
    return wait_for_team(t, (struct loop_team){.whom = whom}, status, all);
}

int loop_meet(void *m, const int32_t *tids, int n)
{
    struct loop_task *t = m;
    if (n <= 0 || !listed(tids, n, t->tid) || !loop_covers(m, tids, n))
        return PvmBadParam;
    return wait_for_team(t, (struct loop_team){.tids = tids, .n = n}, 0, NULL);
}

int loop_status(void *m, const uint32_t *own, uint32_t *all)
{
    struct loop_task *t = m;
    struct loop_machine *lm = t->machine;
    if (own != NULL && t->node == 0)
        return PvmBadParam;
    loop_block(t, t->clock); /* what others do before this time is done */
    if (own != NULL)
        lm->lines[t->node] = *own;
    if (all != NULL)
        *all = 0;
    for (int node = 1; all != NULL && node < lm->set.nodes; node++)
        *all |= lm->lines[node];
    return 0;
}
