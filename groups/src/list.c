/* list.c - the members of a group by their instance numbers. */
#include "list.h"

#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

static int reserve(struct grp_list *l, int nslots)
{
    int room = nslots > 2 * l->room ? nslots : 2 * l->room;
    int *tid;

    if (nslots <= l->room)
        return 0;
    tid = realloc(l->tid, (size_t)room * sizeof *tid);
    if (tid == NULL)
        return PvmNoMem;
    l->tid = tid;
    l->room = room;
    return 0;
}

int grp_list_add(struct grp_list *l, int tid)
{
    int inst = 0;

    while (inst < l->nslots && l->tid[inst] != 0)
        inst++;
    if (inst == l->nslots) {
        if (reserve(l, inst + 1) < 0)
            return PvmNoMem;
        l->nslots++;
    }
    l->tid[inst] = tid;
    l->members++;
    return inst;
}

void grp_list_remove(struct grp_list *l, int tid)
{
    int inst = grp_list_inst(l, tid);

    if (inst < 0)
        return;
    l->tid[inst] = 0;
    l->members--;
    while (l->nslots > 0 && l->tid[l->nslots - 1] == 0)
        l->nslots--;
}

int grp_list_inst(const struct grp_list *l, int tid)
{
    if (tid == 0)
        return PvmNotInGroup;
    for (int inst = 0; inst < l->nslots; inst++)
        if (l->tid[inst] == tid)
            return inst;
    return PvmNotInGroup;
}

int grp_list_tid(const struct grp_list *l, int inst)
{
    return inst >= 0 && inst < l->nslots && l->tid[inst] != 0 ? l->tid[inst] : PvmNoInst;
}

int grp_list_set(struct grp_list *l, const int *tid, int nslots)
{
    grp_list_free(l);
    if (nslots <= 0)
        return 0;
    if (reserve(l, nslots) < 0)
        return PvmNoMem;
    memcpy(l->tid, tid, (size_t)nslots * sizeof *tid);
    l->nslots = nslots;
    for (int inst = 0; inst < nslots; inst++)
        l->members += tid[inst] != 0;
    return 0;
}

void grp_list_free(struct grp_list *l)
{
    free(l->tid);
    memset(l, 0, sizeof *l);
}
