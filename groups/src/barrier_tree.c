/* barrier_tree.c - a cascade: members tell the one above them when all below have come; when member 0 knows of all, the
 * word goes down the same way. The tree is binomial: the one above a member is its rank without the lowest bit set.
 * 2 * ceil(log2 n) messages one after another, 2 * (n - 1) in all.
 *
 * The cascade is the software barrier of trees; P.-C. Yew, N.-F. Tzeng, D. H. Lawrie, IEEE Trans. Comput. C-36 (1987).
 */
#include "barrier.h"

enum { UP, DOWN }; /* rounds */

/* The lowest bit of the rank, or the first power of two that no rank reaches, of member 0. */
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
    /* The one with most members below it first. */
    for (int bit = span / 2; bit >= 1 && code == 0; bit /= 2)
        if (t->rank + bit < t->n)
            code = grp_round_send(t, t->rank + bit, DOWN);
    return code;
}

int grp_barrier_tree(struct grp_call *c, struct grp_kept *k, int count)
{
    struct grp_rounds t;
    int code = grp_rounds_begin(c, k, &t);

    (void)count;
    return code < 0 ? code : grp_rounds_end(&t, cascade(&t));
}
