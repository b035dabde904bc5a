/* group_names.h - the two names of libgpvm3 that others know as well: traces, reports, the console, the launcher of a
 * real node. */
#pragma once

#define GROUP_SERVER "pvmgs"        /* the program that is the group server, and the name of its mailbox */
#define GROUP_BARRIER "pvm_barrier" /* the call that waits for all others of a group */
