/* member.c - who is in a group: pvm_joingroup, pvm_lvgroup, pvm_gsize, pvm_getinst, pvm_gettid, pvm_freezegroup.
 *
 * The server decides the answers (table.c); for a frozen group the task has a copy of the list (ask.c). */
#include "client.h"
#include "pvm3.h"

GRP_PUBLIC int pvm_joingroup(char *group)
{
    return grp_request("pvm_joingroup", group, GRP_JOIN, 0, GRP_CALLER);
}

/* A task that is no member can use it to drop its copy of a frozen group. */
GRP_PUBLIC int pvm_lvgroup(char *group)
{
    return grp_request("pvm_lvgroup", group, GRP_LEAVE, 0, GRP_CALLER);
}

GRP_PUBLIC int pvm_gsize(char *group)
{
    return grp_request("pvm_gsize", group, GRP_SIZE, 0, GRP_CALLER);
}

GRP_PUBLIC int pvm_getinst(char *group, int tid)
{
    return grp_request("pvm_getinst", group, GRP_INST, tid, GRP_CALLER);
}

GRP_PUBLIC int pvm_gettid(char *group, int inum)
{
    return grp_request("pvm_gettid", group, GRP_TID, inum, GRP_CALLER);
}

/* Waits until `size` members have called it. From then on the members stay as they are. */
GRP_PUBLIC int pvm_freezegroup(char *group, int size)
{
    return grp_request("pvm_freezegroup", group, GRP_FREEZE, size, GRP_CALLER);
}
