/* carry_state.c - what both carry.c and carry_messages.c do: see carry_state.h. */
#include "cluster/node/carry_state.h"

bool carry_reaches(const struct node *n, int number)
{
    const struct carrier *c = n->carrier;
    return c != NULL && number >= 0 && number < c->ranks && !c->partners[number].gone;
}

void carry_stays_awake(struct node *n)
{
    mach_ns now = cluster_monotonic();
    n->carrier->progress_ns = now;
    n->carrier->look_until_ns = now + n->look_ns;
}

void carry_count(struct carrier *c, struct partner *p, uint64_t by_engine, uint64_t confirmed)
{
    c->unconfirmed += (by_engine > confirmed) - (p->by_engine > p->confirmed);
    p->by_engine = by_engine;
    p->confirmed = confirmed;
}

void carry_wake(struct node *n, int number)
{
    struct partner *p = &n->carrier->partners[number];
    struct word w = {.kind = WORD_WAKE, .round = p->by_engine};
    p->sleeps = false;
    link_send(n, number, &w, NULL);
    if (n->link[number] != NULL)
        link_flush(n, n->link[number]); /* it wakes while we send */
}
