/* barrier.c - pvm_barrier, by the algorithm that the machine was started with (--barrier, $AP1000_BARRIER).
 *
 * The server says which algorithm it is when the group is frozen, so that all members use the same one. */
#include "barrier.h"

#include "pvm3.h"
#include "pvmi_group.h"

#define RUN(NAME, WHAT) grp_barrier_##NAME,
static grp_barrier_fn *const algorithms[BARRIER_NALGORITHMS] = {BARRIER_ALGORITHMS(RUN)};

/* Every algorithm but the central one needs to know who comes, so it serves only all members of a frozen group. When
 * fewer are to come, any of them may, and only the server sees which: such a barrier is always central, and *why says
 * so. */
static grp_barrier_fn *algorithm(const struct grp_frozen *k, int count, const char **why)
{
    *why = NULL;
    if (k == NULL)
        *why = "was never frozen (pvm_freezegroup)";
    else if (count != -1 && count != k->members.members)
        *why = "was waited for by a smaller number than all its members";
    else if (k->context == 0 || (unsigned)k->algorithm >= BARRIER_NALGORITHMS)
        *why = "has its barriers at the group server";
    else if (grp_list_inst(&k->members, pvm_mytid()) < 0)
        *why = "was waited for by a task that is no member"; /* central refuses it */
    return *why != NULL ? grp_barrier_central : algorithms[k->algorithm];
}

GRP_PUBLIC int pvm_barrier(char *group, int count)
{
    struct grp_call c;
    int code = grp_begin(&c, GROUP_BARRIER, group, count, GRP_CALLER);

    if (code == 0) {
        struct grp_frozen *k = grp_find_frozen(c.state, group);
        if (!grp_barrier_snet(k, count, &code)) {
            const char *why;
            grp_barrier_fn *barrier = algorithm(k, count, &why);
            pvmi_group_waits(&(struct pvmi_group_wait){GROUP_BARRIER, group, why, 1});
            code = barrier(&c, k, count);
        }
        grp_end(&c);
    }
    return grp_return(code);
}
