/* protocol.h - what passes between a task's group calls and the group server.
 *
 * The server is found in the mailbox: a message of two ints, its tid and the context it made for all messages of groups.
 * That context is never a user's, so that no receive call of a program can take such a message, whatever its wildcards.
 *
 * Request: tag = enum grp_request, body string group, int argument.
 * Reply: the same tag, body int result, int frozen (1: the list may be kept), int n, n * int tid by instance number.
 * n > 0 where the request is for the list, or the group is frozen and the result no error.
 * Messages of the collectives (collective.c) go from member to member in the same context, with the user's tag.
 */
#ifndef GRP_PROTOCOL_H
#define GRP_PROTOCOL_H

#define GRP_SERVER "pvmgs"  /* the program, and the class in the mailbox */

enum grp_request {          /* argument; result */
    GRP_JOIN = 1,           /* none; instance number */
    GRP_LEAVE,              /* none; 0 */
    GRP_SIZE,               /* none; members */
    GRP_INST,               /* tid; instance number */
    GRP_TID,                /* instance number; tid */
    GRP_LIST,               /* none; members, and the list */
    GRP_BARRIER,            /* count; 0, when all have come */
    GRP_FREEZE,             /* count; count, and the list, when all have come */
    GRP_NREQUESTS,
    GRP_TASK_GONE = 100     /* no request: the tag of notifications that a member ended */
};

#endif
