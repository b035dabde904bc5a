/* barrier.h - a way to hold a barrier; barrier.c has the table of them. */
#ifndef GRP_BARRIER_H
#define GRP_BARRIER_H

#include "client.h"

/* Block the calling member until `count` members of c->group (-1: as many as there are) are in it: 0, or the error that
 * pvm_barrier gives. All but central: k is the frozen group, the caller a member, and count means all of them. */
typedef int grp_barrier_fn(struct grp_call *c, struct grp_kept *k, int count);

#define GRP_BARRIER_FN(NAME, WHAT) grp_barrier_fn grp_barrier_##NAME;
BARRIER_ALGORITHMS(GRP_BARRIER_FN)

/* One barrier without the server: rounds of messages between its members, whose ranks are 0..n-1 without gaps. */
struct grp_rounds {
    struct grp_kept *kept;
    int *tid; /* by rank; malloc'ed */
    int n, rank;
};

/* Begin it: 0; PvmNoMem; PvmNoGroup if a member has left. After an error nothing is to be ended. grp_rounds_end ends
 * it, counts it as completed if `code` is 0, and returns `code`. */
int grp_rounds_begin(struct grp_call *c, struct grp_kept *k, struct grp_rounds *t);
int grp_rounds_end(struct grp_rounds *t, int code);

/* Send an empty message of this round (0..GRP_ROUNDS-1) of this barrier to that member, or wait for one from it: 0;
 * PvmSysErr; grp_round_recv also PvmNoGroup, if a member left that was never in this barrier. */
int grp_round_send(const struct grp_rounds *t, int rank, int round);
int grp_round_recv(struct grp_rounds *t, int rank, int round);

/* The barrier tree's, if it can serve this frozen group (k may be NULL: it is not frozen) and `count` means all of it:
 * 1 and *code, 0 or the error; 0: it cannot, and nothing has happened. */
int grp_barrier_snet(const struct grp_kept *k, int count, int *code);

#endif
