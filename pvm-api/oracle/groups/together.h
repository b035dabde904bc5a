/* together.h - what the parts of together.c share. */
#pragma once

#include "draw.h"
#include "oracle.h"

#define TASKS 6
#define GROUP W("together")
#define ROOM 60000

struct team {
    struct draw draw;    /* gives the same numbers in each task */
    int tids[TASKS], me; /* tids[me] is this task's */
    int at, steps;
};

int other(struct team *t, int than); /* one of the others */

extern int items[ROOM]; /* what is packed and unpacked */
void fill(int n, int salt);
/* Packs n items made from the salt, before them their number and, except in place, a word behind them. */
void pack(int encoding, int n, int salt);

/* together_groups.c: what the tasks do as a group. */
void group_of_all(struct team *t);
void one_leaves(struct team *t);
