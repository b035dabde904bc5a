/* random.h - what the parts of random.c share. */
#pragma once

#include "draw.h"
#include "oracle.h"

#define MIDS 8
#define ROOM 65536

struct walk {
    struct draw draw;
    int mids[MIDS]; /* buffers met in this run; the oldest is replaced first */
    int made[MIDS]; /* 1: made by this program, to pack into; 0: a received message, to unpack */
    int next;
    int contexts[3];
    int me, seed, call;
};

/* ---- random_mids.c ----------------------------------------------------------------------------------------------- */

/* Forgets buffers that are gone: their mids are given again, in another order in each library. */
void forget_gone(struct walk *w);
/* Names a mid by its place among those met, so that both libraries print the same. */
const char *mid_name(struct walk *w, int mid);
/* The name of a buffer that the call has just made; its mid may be that of a buffer that it freed. made_name: it was
 * made by the program itself. */
const char *new_name(struct walk *w, int mid);
const char *made_name(struct walk *w, int mid);
/* Returns a mid to pack into (made) or to unpack, or 0. The original has no rules for the other kind. */
int mid_of_kind(struct walk *w, int made);
int some_mid(struct walk *w);

/* ---- random_items.c ---------------------------------------------------------------------------------------------- */

/* Returns 1 if it is a PvmDataInPlace buffer. */
int in_place(int mid);
void pack_something(struct walk *w);
void unpack_something(struct walk *w);
