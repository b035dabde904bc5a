/* bcast.c - pvm_bcast: sends the user's message, as it is, to every other member, one after another (pvm_mcast).
 *
 * It does not use the B-Net, which reaches all cells at once, never only the members of a group. */
#include <stdlib.h>

#include "client.h"
#include "pvm3.h"

/* Returns PvmNoInst if there is no other member, as PVM 3.4.6 does. */
static int send_to_others(const struct grp_list *members, int msgtag)
{
    int *tid = calloc((size_t)members->members + 1, sizeof *tid);
    int n = 0, me = pvm_mytid(), code;

    if (tid == NULL)
        return grp_return(PvmNoMem);
    for (int inst = 0; inst < members->nslots; inst++)
        if (members->tid[inst] != 0 && members->tid[inst] != me)
            tid[n++] = members->tid[inst];
    code = grp_return_sent(n > 0 ? pvm_mcast(tid, n, msgtag) : PvmNoInst, tid, n);
    free(tid);
    return code;
}

GRP_PUBLIC int pvm_bcast(char *group, int msgtag)
{
    struct grp_call c;
    struct grp_list members = {.tid = NULL};
    int code = grp_begin(&c, "pvm_bcast", group, msgtag, GRP_CALLER);

    if (code == 0) {
        code = grp_members(&c, &members);
        grp_end(&c); /* the message leaves in the user's context, from the user's buffer */
    }
    code = code >= 0 ? send_to_others(&members, msgtag) : grp_return(code);
    grp_list_free(&members);
    return code;
}
