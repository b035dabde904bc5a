/* snet.c - the barrier and the status lines. */
#include "native.h"

NAT_PUBLIC unsigned ap1000_sync(int no, unsigned stat)
{
    struct nat_task *t = nat_self();
    bool with_host = (no & SYNC_HOST) != 0;
    uint32_t all = 0;
    if (nat_on_host(t) && !with_host)
        nat_die("sync(%d, ...): the host is not in the barrier of the cells; SYNC_HOST or-ed in is wanted", no);
    int code;
    while ((code = t->ops->barrier(t->m, with_host ? MACH_MACHINE : MACH_CELLS, stat, &all)) == MACH_SIGNALLED)
        nat_signals(t);
    if (code < 0)
        nat_die("sync: the machine has ended");
    return all;
}

static uint32_t lines(const uint32_t *own)
{
    struct nat_task *t = nat_self();
    uint32_t all = 0;
    mach_spend(t->ops, t->m, &t->who, MACH_COST_NATIVE_CALL);
    if (t->ops->status(t->m, own, &all) < 0)
        nat_die("the machine has ended");
    return all;
}

NAT_PUBLIC int pstat(unsigned s)
{
    struct nat_task *t = nat_self();
    if (nat_on_host(t))
        nat_die("pstat: called on the host, which has no status lines");
    t->status = s;
    (void)lines(&t->status);
    return 0;
}

NAT_PUBLIC int initstat(int n)
{
    (void)n;
    if (!nat_on_host(nat_self()))
        nat_die("initstat: called on cell %d; it is the host's", getcid());
    return 0;
}

NAT_PUBLIC unsigned gstat(void)
{
    struct nat_task *t = nat_self();
    mach_spend(t->ops, t->m, &t->who, MACH_COST_NATIVE_CALL);
    return t->status;
}

NAT_PUBLIC unsigned cstat(void)
{
    return lines(NULL);
}
