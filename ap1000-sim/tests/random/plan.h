/* plan.h - a random PVM program: the list of steps that a seed makes, the same in each of its tasks. It knows which
 * messages lie unread where, so that no step waits for one that never comes; it makes no PVM call itself. */
#pragma once

#include <stdbool.h>

#define PLAN_TASKS 8
#define PLAN_STEPS 1000
#define PLAN_CONTEXTS 3 /* 0: the one that all begin with */
#define PLAN_TAGS 4

enum plan_kind {
    PLAN_SEND,    /* actor -> whom */
    PLAN_MCAST,   /* actor -> all of `set` */
    PLAN_BCAST,   /* actor -> the other members of the group */
    PLAN_RECV,    /* actor takes the oldest message from whom, or the oldest with its tag */
    PLAN_FORWARD, /* the same, and sends it on to `third` */
    PLAN_DRAIN,   /* actor takes all messages there are, of a tag or of any, from anybody */
    PLAN_NOTHING, /* actor looks for a message that nobody has sent */
    PLAN_BARRIER, /* all */
    PLAN_REDUCE,  /* all, to actor */
    PLAN_PUT,     /* actor puts something into a mailbox, whom takes a copy */
    PLAN_DIE,     /* actor ends; whom is notified of it */
    PLAN_KINDS
};

struct step {
    enum plan_kind kind;
    bool skipped; /* it takes no part: a shorter list that fails as well is sought */
    int actor, whom, third, tag, context, way, items, encoding;
    unsigned set, living; /* sets of tasks; living: those that take part in a step of all */
    int from_step;        /* PLAN_RECV, _FORWARD: which message it is */
    int count;            /* PLAN_DRAIN: how many */
};

struct plan {
    int ntasks, nsteps;
    int parent[PLAN_TASKS]; /* who spawns it; 0 is the master */
    struct step steps[PLAN_STEPS];
};

/* skip: numbers of steps with commas, "" for none. */
void plan_make(struct plan *p, int seed, int nsteps, const char *skip);

/* The messages unread at a task, oldest first: the numbers of the steps that have sent them. */
struct unread {
    int n, steps[PLAN_STEPS];
};

/* The first unread message from `from` (-1: anybody) with this tag (-1: any) in this context: its place, or -1. */
int unread_find(const struct plan *p, const struct unread *u, int from, int tag, int context);
void unread_take(struct unread *u, int place);

/* The number of items in the message of a step: as its sender has filled it, also when it was forwarded. */
int plan_items(const struct plan *p, int step);
