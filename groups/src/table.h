/* table.h - all groups of a machine: who is in them and who waits in them. The group server's whole memory.
 *
 * No PVM calls and no messages: whoever is to be answered is named through a function of the caller.
 */
#ifndef GRP_TABLE_H
#define GRP_TABLE_H

#include <stdbool.h>

#include "list.h"

/* What the members of a group meet for. One meeting of each kind may be under way in a group. */
enum grp_meeting { GRP_MEET_BARRIER, GRP_MEET_FREEZE, GRP_NMEETINGS };

/* Seen by the functions below. */
struct grp_group {
    struct grp_list members;
    bool frozen;     /* its members are known to all and stay the same */
    bool broken;     /* frozen, and a member left nevertheless: no barrier can complete any more */
    int number;      /* above 0; no other group has it, nor has had it of late */
    int context;     /* of barriers without the server */
    int completable; /* how many of those can complete: both are the caller's, 0 at first */
};

/* The meeting is over for these n tasks (1 or more), in the order they came: their calls return `code`. */
typedef void grp_answer(void *arg, enum grp_meeting meeting, int *tids, int n, int code, const struct grp_group *g);

/* What happens to a group beside meetings: it is frozen (nobody has been told yet); a member of a frozen one left,
 * those that wait have not been told; it is no more, with its last member. */
enum grp_change { GRP_FROZEN, GRP_BROKEN, GRP_ENDED };
typedef void grp_changed(void *arg, enum grp_change change, struct grp_group *g);

struct grp_table;

struct grp_table *grp_table_new(grp_answer *answer, void *arg); /* NULL: no memory */
/* Have that function called too, with the same arg. */
void grp_table_observe(struct grp_table *t, grp_changed *changed);
void grp_table_free(struct grp_table *t);

/* The group of that name, or NULL. Valid until the next change. */
const struct grp_group *grp_table_find(const struct grp_table *t, const char *name);
/* The name of the group of that number, or NULL. Valid until the next change. */
const char *grp_table_name(const struct grp_table *t, int number);
int grp_table_count(const struct grp_table *t);

/* The new member's instance number; PvmDupGroup, PvmNotInGroup (it is frozen), PvmNoMem. */
int grp_table_join(struct grp_table *t, const char *name, int tid);
/* 0; PvmNoGroup, PvmNotInGroup. A group without members is no more. */
int grp_table_leave(struct grp_table *t, const char *name, int tid);
/* The task ended: it leaves all its groups, and waits no more. */
void grp_table_gone(struct grp_table *t, int tid);

/* A member comes to a meeting of `count` members (-1: as many as there are now), called by the first to come. 0: it
 * waits; grp_answer follows, perhaps before the return. PvmNoGroup, PvmNotInGroup, PvmMismatch (not the others' count,
 * or below 1), PvmDupGroup (freeze what is frozen), PvmNoMem. Who came and then ended still counts as come, as in
 * PVM 3.4.6: the barrier it took part in can complete. */
int grp_table_meet(struct grp_table *t, const char *name, enum grp_meeting meeting, int tid, int count);

/* A group as it is shown to people, and who came to a meeting in it. */
struct grp_shown {
    const char *name;
    const struct grp_group *group;
    struct {
        int count, come; /* -1 and 0: none is under way; a freeze that is over: both its count */
        const int *tid;  /* `come` tids in the order they came, negative: ended since; NULL: it is over */
    } meeting[GRP_NMEETINGS];
};

/* Calls show(arg, ...) for each group, in the order of their names; nothing of it is valid afterwards. 0; PvmNoMem. */
int grp_table_show(const struct grp_table *t, void (*show)(void *arg, const struct grp_shown *g), void *arg);

#endif
