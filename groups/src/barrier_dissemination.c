/* barrier_dissemination.c - a shuffle exchange: in round r each member tells the one 2^r after it, and hears from the
 * one 2^r before it. After ceil(log2 n) rounds everyone has heard, through others, of everyone. No member is special.
 *
 * D. Hensgen, R. Finkel, U. Manber, Two algorithms for barrier synchronization, Int. J. Parallel Programming 17 (1988).
 */
#include "barrier.h"

static int exchange(struct grp_rounds *t)
{
    int code = 0;

    for (int round = 0, distance = 1; distance < t->n && code == 0; round++, distance *= 2) {
        code = grp_round_send(t, (t->rank + distance) % t->n, round);
        if (code == 0)
            code = grp_round_recv(t, (t->rank - distance + t->n) % t->n, round);
    }
    return code;
}

int grp_barrier_dissemination(struct grp_call *c, struct grp_frozen *k, int count)
{
    struct grp_rounds t;
    int code = grp_rounds_begin(c, k, &t);

    (void)count;
    return code < 0 ? code : grp_rounds_end(&t, exchange(&t));
}
