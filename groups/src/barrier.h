/* barrier.h - a way to hold a barrier; barrier.c has the table of them. */
#ifndef GRP_BARRIER_H
#define GRP_BARRIER_H

#include "client.h"

/* Block the calling member until `count` members of c->group (-1: as many as there are) are in it: 0, or the error that
 * pvm_barrier gives. */
typedef int grp_barrier_fn(struct grp_call *c, int count);

grp_barrier_fn grp_barrier_central;

#endif
