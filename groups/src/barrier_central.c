/* barrier_central.c - the paper's barrier: every member tells the server, and when all have come the server answers
 * each of them, one after the other. Its time grows with the number of members, all of it spent at one place.
 *
 * Not the S-Net: it knows all cells or none, never the members of a group.
 */
#include "barrier.h"

int grp_barrier_central(struct grp_call *c, struct grp_kept *k, int count)
{
    (void)k;
    return grp_ask(c, GRP_BARRIER, count, NULL);
}
