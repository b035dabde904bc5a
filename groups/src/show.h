/* show.h - lists of the groups for people: pvm_gstat and pvmgroups, with the words and the layout of PVM 3.4.6. */
#pragma once

#include <stdio.h>

#include "table.h"

/* Sends the task the answer to GRP_STATUS (protocol.h); sends nothing if there is no memory. */
void grp_show_to(const struct grp_table *t, int tid);

/* Writes who is missing in the barriers and freezings that are under way, in words; "": nobody is. The text is cut off
 * where there is no room. */
void grp_show_missing(const struct grp_table *t, char *text, size_t bytes);

/* Prints all groups: their members, who waits for what, and their nodes. */
void grp_show_print(const struct grp_table *t, FILE *to);
