/* barrier.h - the function of each barrier algorithm, and what they share. barrier.c has the table of them. */
#pragma once

#include "client.h"

/* Blocks the calling member until `count` members of c->group (-1: all that it has) are in the barrier. Returns 0 or
 * the error that pvm_barrier gives. For all algorithms but central, k is the frozen group, the caller is a member of
 * it, and count means all members. */
typedef int grp_barrier_fn(struct grp_call *c, struct grp_frozen *k, int count);

#define GRP_BARRIER_FN(NAME, WHAT) grp_barrier_fn grp_barrier_##NAME;
BARRIER_ALGORITHMS(GRP_BARRIER_FN)

/* One barrier without the server: messages in rounds between the members, whose ranks are 0..n-1 without gaps. */
struct grp_rounds {
    struct grp_frozen *frozen;
    int *tid; /* tids by rank; malloc'ed */
    int n, rank;
};

/* grp_rounds_begin returns 0, PvmNoMem, or PvmNoGroup if a member has left; after an error, do not call grp_rounds_end.
 * grp_rounds_end frees t, counts the barrier as completed if `code` is 0, and returns `code`. */
int grp_rounds_begin(struct grp_call *c, struct grp_frozen *k, struct grp_rounds *t);
int grp_rounds_end(struct grp_rounds *t, int code);

/* Send an empty message of this barrier and round (0..GRP_ROUNDS-1) to the member of that rank, or wait for one from
 * it. Return 0 or PvmSysErr; grp_round_recv also returns PvmNoGroup if a member has left that was never in this
 * barrier. */
int grp_round_send(const struct grp_rounds *t, int rank, int round);
int grp_round_recv(struct grp_rounds *t, int rank, int round);

/* Holds the barrier on the S-Net, if the S-Net can serve this frozen group and `count` means all of its members. k is
 * NULL if the group is not frozen. Returns 1 and sets *code (0 or an error), or returns 0 if the S-Net cannot serve it;
 * nothing has happened then. */
int grp_barrier_snet(const struct grp_frozen *k, int count, int *code);
