/* system.h - prints the messages between the system and tasks that take over a part of it, item by item. */
#pragma once

#include "oracle.h"

#define SM_FIRST ((int)0x80040001) /* the numbers of pvmproto.h */
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

/* Names the sender of a message, or a tid in one. */
const char *party(int tid);

/* Prints the kind of the message received last, and what every message has. Returns its tag. */
int heading(const char *reader);
void nothing_more(void); /* prints whether the message is at its end */

/* Read the next item of the message. int_item, tid_item and text_item also print it, after its name. */
int item(const char *name);
int int_item(const char *name);
int tid_item(const char *name);
char *text(const char *name); /* malloc'ed */
char *text_item(const char *name);
/* Reads environment strings, and prints a line for each; of PVMEPID only whether it is a number, and none that begin
 * with AP1000_. Returns how many there are. */
int env_items(char **env);
