/* barrier.c - pvm_barrier, by the algorithm that the machine was started with (--barrier, $AP1000_BARRIER).
 *
 * The server says which algorithm it is when the group is frozen, so that all members use the same one.
 */
#include "barrier.h"

#include "pvm3.h"

#define RUN(NAME, WHAT) grp_barrier_##NAME,
static grp_barrier_fn *const algorithms[BARRIER_NALGORITHMS] = {BARRIER_ALGORITHMS(RUN)};

/* Every algorithm but the central one needs to know who comes, so it serves only all members of a frozen group. When
 * fewer are to come, any of them may, and only the server sees which: such a barrier is always central. */
static grp_barrier_fn *algorithm(const struct grp_frozen *k, int count)
{
    if (k == NULL || k->context == 0 || (unsigned)k->algorithm >= BARRIER_NALGORITHMS)
        return grp_barrier_central;
    if (count != -1 && count != k->members.members)
        return grp_barrier_central;
    if (grp_list_inst(&k->members, pvm_mytid()) < 0)
        return grp_barrier_central; /* central refuses it */
    return algorithms[k->algorithm];
}

GRP_PUBLIC int pvm_barrier(char *group, int count)
{
    struct grp_call c;
    int code = grp_begin(&c, "pvm_barrier", group, count);

    if (code == 0) {
        struct grp_frozen *k = grp_find_frozen(c.state, group);
        if (!grp_barrier_snet(k, count, &code))
            code = algorithm(k, count)(&c, k, count);
        grp_end(&c);
    }
    return grp_return(code);
}
