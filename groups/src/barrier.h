/* barrier.h - a way to hold a barrier; barrier.c has the table of them. */
#ifndef GRP_BARRIER_H
#define GRP_BARRIER_H

#include "client.h"

/* Block the calling member until `count` members of c->group (-1: as many as there are) are in it: 0, or the error that
 * pvm_barrier gives. All but central: k is the frozen group, the caller a member, and count means all of them. */
typedef int grp_barrier_fn(struct grp_call *c, struct grp_kept *k, int count);

grp_barrier_fn grp_barrier_central, grp_barrier_tree, grp_barrier_dissemination;

/* One barrier without the server, as its members see it: they are numbered from 0 without gaps. */
struct grp_round_table {
    struct grp_kept *kept;
    int *tid; /* by rank; malloc'ed */
    int n, rank;
};

/* Sit down: 0; PvmNoMem; PvmNoGroup if a member has left. After an error nothing is to be ended. grp_rise(t, code) ends
 * it, counts it if the code is 0, and gives the code back. */
int grp_sit(struct grp_call *c, struct grp_kept *k, struct grp_round_table *t);
int grp_rise(struct grp_round_table *t, int code);

/* An empty message to or from that member, of this round (0..GRP_ROUNDS-1) of this barrier. Receiving waits: 0;
 * PvmNoGroup if a member left that was never in this barrier; PvmSysErr. */
int grp_nod_to(const struct grp_round_table *t, int rank, int round);
int grp_nod_from(struct grp_round_table *t, int rank, int round);

/* The barrier tree's, if it can serve this frozen group (k may be NULL: it is not frozen) and `count` means all of it: 1 and
 * *code, 0 or the error; 0: it cannot, and nothing has happened. */
int grp_barrier_snet(const struct grp_kept *k, int count, int *code);

#endif
