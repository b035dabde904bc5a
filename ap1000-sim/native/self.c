/* self.c - the calling task: its state, made at the first call, when it joins the machine, and what it is told about
 * itself. */
#include <stdlib.h>

#include "native.h"
#include "pvm3.h"
#include "work.h"

/* No message for this task comes earlier, since its address is in that frame; a broadcast for another task may, and its
 * number 0 would be this one's. */
static void await_boot(struct nat_task *t)
{
    static const struct nat_look boot = {"start of a cell program", NAT_BOOT, ANY_CELL, ANY_TASK, ANY_TYPE};
    if (t->who.parent_tid == PvmNoParent)
        nat_die("a native program is started on the host; it starts the cells with ccreat");
    t->tid = ANY_TASK;
    while (!t->booted)
        (void)nat_pull(t, MACH_FOREVER, &boot);
}

struct nat_task *nat_self(void)
{
    void **slot = mach_task_slot();
    struct nat_task *t = *slot;
    if (t != NULL)
        return t;
    t = calloc(1, sizeof *t);
    if (t == NULL)
        nat_die("no memory");
    if (mach_open(&t->ops, &t->m) < 0)
        exit(1); /* mach_open has said why */
    if (t->ops->join(t->m, &t->who) < 0)
        nat_die("the machine has no room for another task");
    *slot = t;
    t->nx = t->who.cells_x;
    t->ny = t->who.cells_y;
    t->cid = nat_ncel(t);
    t->host_tid = t->who.tid;
    if (!nat_on_host(t))
        await_boot(t);
    return t;
}

/* What a program that was compiled counted (pvm-api/counted) tells the library. */
NAT_PUBLIC void pvmsim_counted(int version, int64_t *(*work)(void))
{
    if (version != PVMSIM_COUNTED_VERSION || !mach_work_add(mach_work(), work))
        nat_die("the program was compiled counted by another version: compile it again");
}

NAT_PUBLIC void pvmsim_counted_look(void)
{
    struct nat_task *t = *mach_task_slot();
    if (t != NULL)
        t->ops->charge(t->m, 0);
}

NAT_PUBLIC void pvmsim_counted_stream(int64_t last, int64_t step, int64_t rounds)
{
    mach_work_stream(mach_work(), (uint64_t)last, step, rounds);
}

NAT_PUBLIC int getcid(void)
{
    return nat_self()->cid;
}

NAT_PUBLIC int getcidx(void)
{
    const struct nat_task *t = nat_self();
    return nat_on_host(t) ? -1 : t->cid % t->nx;
}

NAT_PUBLIC int getcidy(void)
{
    const struct nat_task *t = nat_self();
    return nat_on_host(t) ? -1 : t->cid / t->nx;
}

NAT_PUBLIC int getncel(void)
{
    const struct nat_task *t = nat_self();
    return nat_ncel(t);
}

NAT_PUBLIC int getncelx(void)
{
    return nat_self()->nx;
}

NAT_PUBLIC int getncely(void)
{
    return nat_self()->ny;
}

NAT_PUBLIC int gethcid(void)
{
    return getncel();
}

NAT_PUBLIC double dgettime(void)
{
    struct nat_task *t = nat_self();
    mach_spend(t->ops, t->m, &t->who, MACH_COST_NATIVE_CALL);
    return (double)t->ops->now(t->m) * 1e-9;
}

NAT_PUBLIC void ap1000_compute(double seconds)
{
    struct nat_task *t = nat_self();
    if (!(seconds >= 0 && seconds < 1e9))
        nat_die("ap1000_compute(%g): 0 to 1e9 seconds are wanted", seconds);
    t->ops->charge(t->m, (mach_ns)(seconds * 1e9 + 0.5));
}
