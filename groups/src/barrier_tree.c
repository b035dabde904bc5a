/* barrier_tree.c - a barrier along a tree: each member reports to its parent when all its children have reported. When
 * member 0 knows that all have come, the release goes down the tree the same way. The tree is binomial: a member's
 * parent has its rank without the lowest bit set. A barrier takes 2 * (n - 1) messages, 2 * ceil(log2 n) of them one
 * after another.
 *
 * The cascade is the software barrier of trees; P.-C. Yew, N.-F. Tzeng, D. H. Lawrie, IEEE Trans. Comput. C-36 (1987).
 */
#include "barrier.h"

enum { UP, DOWN }; /* the rounds of the messages */

/* The lowest bit set in the rank; for member 0, the first power of two that no rank reaches. */
static int span_of(const struct grp_rounds *t)
{
    int bit = 1;

    while (bit < t->n && (t->rank & bit) == 0)
        bit *= 2;
    return bit;
}

static int cascade(struct grp_rounds *t)
{
    int span = span_of(t), code = 0;

    for (int bit = 1; bit < span && code == 0; bit *= 2)
        if (t->rank + bit < t->n)
            code = grp_round_recv(t, t->rank + bit, UP);
    if (t->rank > 0) {
        if (code == 0)
            code = grp_round_send(t, t->rank - span, UP);
        if (code == 0)
            code = grp_round_recv(t, t->rank - span, DOWN);
    }
    /* The child with the most members below it is released first. */
    for (int bit = span / 2; bit >= 1 && code == 0; bit /= 2)
        if (t->rank + bit < t->n)
            code = grp_round_send(t, t->rank + bit, DOWN);
    return code;
}

int grp_barrier_tree(struct grp_call *c, struct grp_frozen *k, int count)
{
    struct grp_rounds t;
    int code = grp_rounds_begin(c, k, &t);

    (void)count;
    return code < 0 ? code : grp_rounds_end(&t, cascade(&t));
}
