/* show.h - lists of the groups for people: pvm_gstat and pvmgroups, with the words and the layout of PVM 3.4.6. */
#ifndef GRP_SHOW_H
#define GRP_SHOW_H

#include <stdio.h>

#include "table.h"

/* Sends the task the answer to GRP_STATUS (protocol.h); sends nothing if there is no memory. */
void grp_show_to(const struct grp_table *t, int tid);

/* Prints all groups: their members, who waits for what, and their nodes. */
void grp_show_print(const struct grp_table *t, FILE *to);

#endif
