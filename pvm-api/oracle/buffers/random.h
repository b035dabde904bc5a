/* random.h - what the parts of random.c share. */
#ifndef RANDOM_H
#define RANDOM_H

#include "draw.h"
#include "oracle.h"

#define MIDS 8
#define ROOM 65536

struct walk {
    struct draw draw;
    int mids[MIDS]; /* of buffers met in this run, the oldest replaced first */
    int made[MIDS]; /* by this program: to pack into; else a message: to unpack */
    int next;
    int contexts[3];
    int me, seed, call;
};

/* ---- random_mids.c ----------------------------------------------------------------------------------------------- */

/* Buffers that are gone are forgotten: their numbers come again, in another order in each library. */
void forget_gone(struct walk *w);
/* Mids by their place among those met, so that both libraries say the same. */
const char *mid_name(struct walk *w, int mid);
/* Of a buffer that the call has just made, as whose number that of one that it freed may come again; made_name: by the
 * program. */
const char *new_name(struct walk *w, int mid);
const char *made_name(struct walk *w, int mid);
/* One to pack into (made) or to unpack, or 0: what the original does with one in the other's place is nobody's wish. */
int mid_of_kind(struct walk *w, int made);
int some_mid(struct walk *w);

/* ---- random_items.c ---------------------------------------------------------------------------------------------- */

/* Is it a PvmDataInPlace buffer? */
int in_place(int mid);
void pack_something(struct walk *w);
void unpack_something(struct walk *w);

#endif
