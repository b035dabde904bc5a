/* table.h - the groups of a machine: who is in them, and who waits in them. It is all that the group server remembers.
 *
 * It makes no PVM calls and sends no messages: it calls functions of the caller for tasks that are to be answered. */
#pragma once

#include <stdbool.h>

#include "list.h"

/* What the members of a group meet for. One meeting of each kind may be under way in a group. */
enum grp_meeting { GRP_MEET_BARRIER, GRP_MEET_FREEZE, GRP_NMEETINGS };

/* What the functions below tell of a group. */
struct grp_group {
    struct grp_list members;
    bool frozen;     /* all members know the list of members, and it stays the same */
    bool broken;     /* it is frozen, and a member has left nevertheless: no barrier can complete any more */
    int number;      /* above 0; no other group has it, and none has had it recently */
    int context;     /* of its barriers without the server; set by the caller, 0 at first */
    int completable; /* how many of those barriers can complete; set by the caller, 0 at first */
};

/* Called when a meeting is over, for its n tasks (1 or more) in the order in which they came: their calls return
 * `code`. */
typedef void grp_answer(void *arg, enum grp_meeting meeting, int *tids, int n, int code, const struct grp_group *g);

/* What can happen to a group beside meetings: it has been frozen (the members have not been told yet); a member has
 * left a frozen group (those that wait have not been told yet); the group has ended, since its last member left. */
enum grp_change { GRP_FROZEN, GRP_BROKEN, GRP_ENDED };
typedef void grp_changed(void *arg, enum grp_change change, struct grp_group *g);

struct grp_table;

struct grp_table *grp_table_new(grp_answer *answer, void *arg); /* NULL: no memory */
/* Sets a function that is called for each change, with the same arg. */
void grp_table_observe(struct grp_table *t, grp_changed *changed);
void grp_table_free(struct grp_table *t);

/* Returns the group of that name, or NULL. It is valid until the next change. */
const struct grp_group *grp_table_find(const struct grp_table *t, const char *name);
/* Returns the name of the group with that number, or NULL. It is valid until the next change. */
const char *grp_table_name(const struct grp_table *t, int number);
int grp_table_count(const struct grp_table *t);

/* Returns the new member's instance number; PvmDupGroup, PvmNotInGroup (the group is frozen) or PvmNoMem. */
int grp_table_join(struct grp_table *t, const char *name, int tid);
/* Returns 0, PvmNoGroup or PvmNotInGroup. A group ends with its last member. */
int grp_table_leave(struct grp_table *t, const char *name, int tid);
/* The task has ended: it leaves all its groups, and it waits no more. */
void grp_table_task_ended(struct grp_table *t, int tid);

/* A member comes to a meeting. count: how many members it takes, as the first to come says (-1: as many as there are
 * now). Returns 0 if the task waits: grp_answer follows, perhaps before the return. Errors: PvmNoGroup, PvmNotInGroup,
 * PvmMismatch (another count than the others', or below 1), PvmDupGroup (the group is frozen already), PvmNoMem. A task
 * that came and then ended still counts, as in PVM 3.4.6: the barrier that it took part in can complete. */
int grp_table_meet(struct grp_table *t, const char *name, enum grp_meeting meeting, int tid, int count);

/* A group as lists for people show it, with those that have come to its meetings. */
struct grp_shown {
    const char *name;
    const struct grp_group *group;
    struct {
        int count, arrived; /* -1 and 0: no meeting is under way. A freeze that is over: both are its count */
        const int *tid; /* `arrived` tids in the order they came; negative: ended since; NULL: the meeting is over */
    } meeting[GRP_NMEETINGS];
};

/* Calls show(arg, ...) for each group, in the order of their names; the data is valid during that call only. Returns 0
 * or PvmNoMem. */
int grp_table_show(const struct grp_table *t, void (*show)(void *arg, const struct grp_shown *g), void *arg);
