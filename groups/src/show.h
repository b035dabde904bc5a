/* show.h - the groups as people see them, by pvm_gstat and pvmgroups: with words and layout of PVM 3.4.6. */
#ifndef GRP_SHOW_H
#define GRP_SHOW_H

#include <stdio.h>

#include "table.h"

/* Sends the task what GRP_STATUS gives (protocol.h); nothing if there is no memory. */
void grp_show_to(const struct grp_table *t, int tid);

/* Who is missing in the barriers and freezings that are under way, in words; "": none is. Cut off where there is no
 * room. */
void grp_show_missing(const struct grp_table *t, char *text, size_t bytes);

/* Prints all groups: members, who waits for what, on which nodes. */
void grp_show_print(const struct grp_table *t, FILE *to);

#endif
