/* hardware.c - the task's side of what the AP1000 has beside messages: the broadcast bus, the barrier tree and its
 * status lines (the last six slots of machine.h). */
#include "carriers/slots/task/task.h"

#include "pvm3.h"

static bool is_whom(int whom)
{
    return whom == MACH_MACHINE || whom == MACH_CELLS;
}

/* Hand over a list of tids: the simulator's result, or why it could not be asked. */
static int ask_about(struct carrier_machine *c, enum carrier_op op, const int32_t *tids, int n)
{
    if (c->gone)
        return PvmSysErr;
    if (n < 0 || (n > 0 && tids == NULL))
        return PvmBadParam;
    carrier_count_own_work(c);
    int code = carrier_call_with_body(c, op, 0, tids, (uint32_t)n * (uint32_t)sizeof *tids);
    carrier_forget_library_work(c);
    return code != 0 ? code : c->slot->reply.values.interrupted != 0 ? MACH_SIGNALLED : c->slot->reply.values.result;
}

int carrier_broadcast(void *m, int whom, struct mach_frame *f)
{
    struct carrier_machine *c = m;
    bool line = whom == MACH_ROW || whom == MACH_COLUMN;
    if (!is_whom(whom) && !(line && c->slot->who.node > 0))
        return PvmBadParam;
    f->dst_tid = whom;
    return carrier_post_as(c, f, CARRIER_BROADCAST);
}

int carrier_barrier(void *m, int whom, uint32_t status, uint32_t *all)
{
    struct carrier_machine *c = m;
    struct carrier_slot *s = c->slot;
    if (c->gone)
        return PvmSysErr;
    if (!is_whom(whom) || (whom == MACH_CELLS && s->who.node == 0))
        return PvmBadParam;
    carrier_count_own_work(c);
    carrier_ask(c, CARRIER_BARRIER);
    s->call.request = whom;
    s->call.status = status;
    s->call.deadline_ns = MACH_FOREVER;
    if (!carrier_hand_over(c, CARRIER_BARRIER))
        return PvmSysErr;
    carrier_forget_library_work(c);
    if (s->reply.values.interrupted != 0)
        return MACH_SIGNALLED;
    if (all != NULL && s->reply.values.result == 0)
        *all = s->reply.values.status;
    return s->reply.values.result;
}

int carrier_status(void *m, const uint32_t *own, uint32_t *all)
{
    struct carrier_machine *c = m;
    struct carrier_slot *s = c->slot;
    if (c->gone)
        return PvmSysErr;
    if (own != NULL && s->who.node == 0)
        return PvmBadParam;
    carrier_count_own_work(c);
    do { /* again, as carrier_call_with_body */
        carrier_ask(c, CARRIER_STATUS);
        s->call.request = own != NULL;
        s->call.status = own != NULL ? *own : 0;
        if (!carrier_hand_over(c, CARRIER_STATUS))
            return PvmSysErr;
    } while (s->reply.values.interrupted != 0);
    carrier_forget_library_work(c);
    if (all != NULL)
        *all = s->reply.values.status;
    return s->reply.values.result;
}

/* Without the hardware nobody is asked: a list goes out without a hand-over. */
int carrier_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost)
{
    struct carrier_machine *c = m;
    int code = c->slot->who.hardware != 0 && n > 0 ? ask_about(c, CARRIER_AUDIENCE, tids, n) : 0;
    if (code == 1) {
        carrier_count_own_work(c);
        carrier_spend(c, cost);
        f->dst_tid = CARRIER_AUDIENCE_ONLY;
        return carrier_post_as(c, f, CARRIER_BROADCAST);
    }
    for (int i = 0; i < n && code == 0; i++) {
        carrier_count_own_work(c);
        carrier_spend(c, cost);
        f->dst_tid = tids[i];
        code = tids[i] > 0 ? carrier_post_as(c, f, CARRIER_POST) : PvmBadParam;
    }
    return code;
}

int carrier_covers(void *m, const int32_t *tids, int n)
{
    return ask_about(m, CARRIER_COVERS, tids, n) == 1;
}

int carrier_meet(void *m, const int32_t *tids, int n)
{
    return ask_about(m, CARRIER_MEET, tids, n);
}
