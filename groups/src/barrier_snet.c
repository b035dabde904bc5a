/* barrier_snet.c - the barrier of a frozen group that is the whole machine, on the barrier tree: one task on every
 * cell, and perhaps one on the host. Only where the machine was told so (--hardware-collectives).
 *
 * A frozen group: all its members know the same list, and where a task sits never changes, so all of them come to the
 * same decision without asking anyone. Of any other group only the server knows the members, and the barrier is its.
 */
#include <stdlib.h>

#include "barrier.h"
#include "pvm3.h"
#include "pvmi_group.h"

int grp_barrier_snet(const struct grp_kept *k, int count, int *code)
{
    int n = 0, met;

    if (k == NULL || (count != -1 && count != k->members.members) || grp_list_inst(&k->members, pvm_mytid()) < 0)
        return 0;
    int *tid = calloc((size_t)k->members.members + 1, sizeof *tid);
    if (tid == NULL) {
        *code = PvmNoMem;
        return 1;
    }
    for (int inst = 0; inst < k->members.nslots; inst++)
        if (k->members.tid[inst] != 0)
            tid[n++] = k->members.tid[inst];
    met = pvmi_meet(tid, n);
    free(tid);
    if (met <= 0)
        *code = met == PvmNoTask ? PvmNoGroup : met;
    return met <= 0;
}
