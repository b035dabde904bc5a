/* barrier_snet.c - the barrier of a frozen group on the S-Net (the barrier tree), if the group is the whole machine:
 * one task on every cell, and at most one on the host. It is used only with --hardware-collectives.
 *
 * All members of a frozen group know the same list, and a task never moves to another cell. So all of them come to the
 * same decision without asking anyone. The members of any other group are known to the server alone, so the server
 * holds its barriers. */
#include <stdlib.h>

#include "barrier.h"
#include "pvm3.h"
#include "pvmi_group.h"

int grp_barrier_snet(const struct grp_frozen *k, int count, int *code)
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
