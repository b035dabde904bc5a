/* barrier_central.c - the barrier of the paper: every member tells the server, and when all have come the server
 * answers them one after the other. The time grows with the number of members, because all the work is done in one
 * place.
 *
 * It does not use the S-Net, which joins all cells or none, never only the members of a group. */
#include "barrier.h"

int grp_barrier_central(struct grp_call *c, struct grp_frozen *k, int count)
{
    (void)k;
    return grp_ask(c, GRP_BARRIER, count, NULL);
}
