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

NAT_PUBLIC int cprobe(void)
{
    struct nat_task *t = nat_self();
    const struct nat_look any = {"cprobe", NAT_USER, ANY_CELL, ANY_TASK, ANY_TYPE};
    mach_spend(t->ops, t->m, &t->who, MACH_COST_NATIVE_PROBE);
    while (nat_pull(t, 0, &any))
        ;
    return nat_is_there(t, &any);
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
