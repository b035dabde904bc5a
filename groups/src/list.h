/* list.h - the members of a group by their instance numbers: what the server keeps and a client is told.
 *
 * Not thread-safe, no PVM calls. A list of zeros is an empty one.
 */
#ifndef GRP_LIST_H
#define GRP_LIST_H

struct grp_list {
    int *tid;   /* by instance number; 0: nobody has it now. malloc'ed */
    int nslots; /* one more than the highest instance number in use */
    int room;
    int members; /* slots that are not 0 */
};

/* Give `tid` the lowest free instance number: that number, or PvmNoMem. */
int grp_list_add(struct grp_list *l, int tid);
/* Take it out again: its instance number is free. Nothing if it is not there. */
void grp_list_remove(struct grp_list *l, int tid);
/* The instance number, or PvmNotInGroup. */
int grp_list_inst(const struct grp_list *l, int tid);
/* The tid, or PvmNoInst. */
int grp_list_tid(const struct grp_list *l, int inst);
/* Make *l the list of these slots: 0, or PvmNoMem (*l is empty then). What it held before is freed. */
int grp_list_set(struct grp_list *l, const int *tid, int nslots);
void grp_list_free(struct grp_list *l);

#endif
