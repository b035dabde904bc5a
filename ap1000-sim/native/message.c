/* message.c - the calls that send and receive. */
#include <string.h>

#include "native.h"

/* ---- sending ----------------------------------------------------------------------------------------------------- */

NAT_PUBLIC int l_asend(int cid, int tid, int type, const void *buf, int n)
{
    return nat_send(nat_self(), NAT_USER, cid, tid, type, buf, n);
}

NAT_PUBLIC int h_send(int type, const void *buf, int n)
{
    return l_asend(gethcid(), 0, type, buf, n);
}

NAT_PUBLIC int cbroad(int tid, int type, const void *buf, int n)
{
    return nat_broadcast(nat_self(), NAT_USER, MACH_CELLS, tid, type, buf, n);
}

/* ---- receiving --------------------------------------------------------------------------------------------------- */

NAT_PUBLIC void *l_arecv(int cid, int tid, int type)
{
    return nat_take(nat_self(), &(struct nat_look){"l_arecv", NAT_USER, cid, tid, type});
}

NAT_PUBLIC void *h_recv(int type)
{
    struct nat_task *t = nat_self();
    return nat_take(t, &(struct nat_look){"h_recv", NAT_USER, nat_ncel(t), 0, type});
}

NAT_PUBLIC void *crecv(void)
{
    return nat_take(nat_self(), &(struct nat_look){"crecv", NAT_USER, ANY_CELL, ANY_TASK, ANY_TYPE});
}

static int probe(const struct nat_look *look)
{
    struct nat_task *t = nat_self();
    mach_spend(t->ops, t->m, &t->who, MACH_COST_NATIVE_PROBE);
    while (nat_pull(t, 0, look))
        ;
    return nat_is_there(t, look);
}

NAT_PUBLIC int cprobe(void)
{
    return probe(&(struct nat_look){"cprobe", NAT_USER, ANY_CELL, ANY_TASK, ANY_TYPE});
}

NAT_PUBLIC int l_aqrecv(int cid, int tid, int type)
{
    return probe(&(struct nat_look){"l_aqrecv", NAT_USER, cid, tid, type});
}

/* The cell that many columns and rows away. */
static int steps_away(const struct nat_task *t, const char *call, int dx, int dy)
{
    if (nat_on_host(t))
        nat_die("%s: called on the host; it is for the cells", call);
    const int x = (t->cid % t->nx + dx % t->nx + t->nx) % t->nx, y = (t->cid / t->nx + dy % t->ny + t->ny) % t->ny;
    return y * t->nx + x;
}

NAT_PUBLIC int xy_send(int dx, int dy, int type, const void *buf, int n)
{
    struct nat_task *t = nat_self();
    return nat_send(t, NAT_STEPS, steps_away(t, "xy_send", dx, dy), t->tid, type, buf, n);
}

NAT_PUBLIC int xy_recvs(int dx, int dy, int type, void *buf, int n)
{
    struct nat_task *t = nat_self();
    nat_take(t, &(struct nat_look){"xy_recvs", NAT_STEPS, steps_away(t, "xy_recvs", dx, dy), t->tid, type});
    return readmsg(buf, n);
}

NAT_PUBLIC int readmsg(void *buf, int n)
{
    const struct nat_task *t = nat_self();
    if (t->current == NULL)
        return -1;
    int len = (int)t->current->frame->len_bytes;
    if (n > len)
        n = len;
    if (n > 0 && buf != NULL)
        memcpy(buf, t->current->frame->body, (size_t)n);
    return len;
}

NAT_PUBLIC int getmcid(void)
{
    const struct nat_task *t = nat_self();
    return t->current != NULL ? t->current->cid : -1;
}
