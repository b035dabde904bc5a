/* carry_state.h - what the files of carry.h share. */
#pragma once

#include <time.h>

#include "cluster/node/carry.h"

/* A message that has overtaken another one. */
struct early {
    uint64_t number, what;
    bool looks;
    struct early *next;
};

/* Another node that the engine connects. Messages to it are numbered from 1, whichever way they go. */
struct partner {
    uint64_t sent, came;     /* the last of those to it, and of those from it */
    uint64_t by_engine, got; /* how many have gone and come by the engine */
    uint64_t confirmed;      /* of those that have gone, it has said that it has them */
    uint64_t announced;      /* of those that come by the engine it has rung for */
    struct early *early;     /* in order */
    bool sleeps;             /* it does not look: a message goes by the link, or it is rung for */
    uint64_t asleep_since;   /* its messages up to that do not mean that it looks */
    bool owes;               /* it thinks that we look: it must be told when we do not */
    bool gone, failed, drains, drained;
    mach_ns heard_ns; /* while it drains: when something came from it last, */
    int looks;        /* and how often we have looked since */
};

struct carrier {
    const struct engine_ops *ops;
    void *engine;
    int ranks;
    struct partner *partners;
    mach_ns look_until_ns, progress_ns;
    mach_ns crowded_until_ns; /* others want this processor */
    int draining, announced;  /* partners that drain; that have announced more than has come */
    int unconfirmed;          /* that have not said that they have all that has gone */
    bool any_failed;
    bool closing; /* what comes is for nobody */
    timer_t guard;
    bool guarded;
    mach_ns guard_again_ns;
};

/* ---- carry_state.c; and carry_reaches of carry.h */

/* Something has come or gone: it goes on looking for a while. */
void carry_stays_awake(struct node *n);
/* So many messages have gone to it by the engine, and it has so many of them. */
void carry_count(struct carrier *c, struct partner *p, uint64_t by_engine, uint64_t confirmed);
/* Wakes the other one, because of messages by the engine. */
void carry_wake(struct node *n, int number);

/* ---- carry_guard.c */

/* From now on the daemon is ended if it spends much processor time without a turn: the engine does not return. */
void carry_guard_open(const struct node *n);
void carry_guard_turn(struct carrier *c, mach_ns now);

/* ---- carry_messages.c */

extern const struct engine_user carry_user;
void carry_drop_early(struct node *n, struct partner *p);
