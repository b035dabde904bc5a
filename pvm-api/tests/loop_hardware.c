/* loop_hardware.c - the `loop` machine: broadcast, barriers, status lines.
 *
 * They are no faster than a message to each task: the control program's fallbacks say who gets what, and who waits for
 * whom. Node 0 is the host; the others are the cells, in one row. */
#include <stdlib.h>

#include "loop_int.h"
#include "pvm3.h"

int loop_broadcast(void *m, int whom, struct mach_frame *f)
{
    struct loop_task *t = m;
    int32_t *tids;
    int n = control_others(t->machine->control, t->tid, whom, t->machine->set.nodes - 1, &tids), code = n < 0 ? n : 0;
    for (int i = 0; i < n && code == 0; i++)
        code = loop_post_from(t->machine, t->tid, t->clock, f, tids[i]);
    if (n >= 0)
        free(tids);
    return code;
}

static bool listed(const int32_t *tids, int n, int tid)
{
    for (int i = 0; i < n; i++)
        if (tids[i] == tid)
            return true;
    return false;
}

static bool all_others(struct loop_task *t, const int32_t *tids, int n)
{
    int32_t *others;
    int count = control_others(t->machine->control, t->tid, MACH_MACHINE, 0, &others);
    bool all = count == n;
    for (int i = 0; i < count && all; i++)
        all = listed(tids, n, others[i]);
    if (count >= 0)
        free(others);
    return all;
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

int loop_covers(void *m, const int32_t *tids, int n)
{
    return control_covers(((struct loop_task *)m)->machine->control, tids, n);
}

static int meet(struct loop_task *t, int whom, const int32_t *tids, int n, uint32_t status, uint32_t *all)
{
    uint32_t brought;
    mach_ns last = t->clock;
    int code = control_meet(t->machine->control, t->tid, whom, tids, n, status, &brought, &last);
    if (code == 0)
        loop_block(t, last);
    if (code == 0 && all != NULL)
        *all = brought;
    return code;
}

int loop_barrier(void *m, int whom, uint32_t status, uint32_t *all)
{
    return meet(m, whom, NULL, 0, status, all);
}

int loop_meet(void *m, const int32_t *tids, int n)
{
    return n > 0 ? meet(m, MACH_MACHINE, tids, n, 0, NULL) : PvmBadParam;
}

int loop_status(void *m, const uint32_t *own, uint32_t *all)
{
    struct loop_task *t = m;
    struct loop_machine *lm = t->machine;
    if (own != NULL && t->node == 0)
        return PvmBadParam;
    loop_block(t, t->clock); /* so that all that others do before this time is done */
    if (own != NULL)
        lm->lines[t->node] = *own;
    if (all != NULL)
        *all = 0;
    for (int node = 1; all != NULL && node < lm->set.nodes; node++)
        *all |= lm->lines[node];
    return 0;
}
