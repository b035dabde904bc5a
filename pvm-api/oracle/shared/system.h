/* system.h - messages between the system and tasks that stand in for a part of it, item by item as lines. */
#ifndef SYSTEM_H
#define SYSTEM_H

#include "oracle.h"

#define SM_FIRST ((int)0x80040001) /* numbers of pvmproto.h */
#define DAEMON ((int)0x80000000)

enum sm {
    SM_SPAWN,
    SM_EXEC,
    SM_EXECACK,
    SM_TASK,
    SM_CONFIG,
    SM_ADDHOST,
    SM_DELHOST,
    SM_ADD,
    SM_ADDACK,
    SM_NOTIFY,
    SM_TASKX,
    SM_HOSTX,
    SM_HANDOFF,
    SM_SCHED,
    SM_STHOST,
    SM_STHOSTACK,
    SM_STTASK,
    SM_COUNT
};

#define SM(name) (SM_FIRST + name)

/* Who a message is from, or a tid in one. */
const char *party(int tid);

/* Says of which kind the message received last is, and what goes with every message: its tag. */
int heading(const char *reader);
void nothing_more(void); /* and that it holds no more */

/* What the message holds next: unsaid, or as a line. */
int item(const char *name);
int int_item(const char *name);
int tid_item(const char *name);
char *text(const char *name); /* malloc'ed */
char *text_item(const char *name);
/* Environment strings, a line each: names alone where the value is of one run, and none that only one machine sends.
 * How many. */
int env_items(char **env);

#endif
