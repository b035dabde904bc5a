/* list.h - the members of a group by their instance numbers, as the server keeps them and clients are told.
 *
 * It makes no PVM calls and is not thread-safe. A list that is all zeros is an empty list. */
#pragma once

struct grp_list {
    int *tid;   /* by instance number; 0: the number is free. malloc'ed */
    int nslots; /* one more than the highest instance number in use */
    int room;
    int members; /* slots that are not 0 */
};

/* Gives `tid` the lowest free instance number. Returns that number, or PvmNoMem. */
int grp_list_add(struct grp_list *l, int tid);
/* Removes `tid`, so that its instance number is free. Does nothing if it is not in the list. */
void grp_list_remove(struct grp_list *l, int tid);
/* Returns the instance number, or PvmNotInGroup. */
int grp_list_inst(const struct grp_list *l, int tid);
/* Returns the tid, or PvmNoInst. */
int grp_list_tid(const struct grp_list *l, int inst);
/* Makes *l the list of these slots and frees what it held before. Returns 0, or PvmNoMem (*l is empty then). */
int grp_list_set(struct grp_list *l, const int *tid, int nslots);
void grp_list_free(struct grp_list *l);
