/* protocol.h - what passes between a task's group calls and the group server.
 *
 * The server is found in the mailbox: a message of two ints, its tid and GRP_CONTEXT, the context of all messages of
 * groups. pvm_newcontext never gives that one, so that no receive call of a program can take such a message, whatever
 * its wildcards.
 *
 * Request: tag = enum grp_request, body int number, int argument; number 0: string group. A member names its group by
 * the number that it got when it joined: on each side of every barrier that is one pack and one unpack call less.
 *
 * Reply: the same tag, body int result, int number, int kept, int n, n * int tid by instance number; kept above 1: int
 * context of the group's barriers. The reply to a barrier is int result alone, the same for all, sent by pvm_mcast.
 *     number  of the group that the task has just joined, else 0
 *     n       above 0 if the request is for the list, or asks about a frozen group and the result is no error
 *     kept    0, or, if the list may be kept, 1 + the number of its barriers' algorithm (enum barrier_algorithm)
 *
 * Messages of the collectives (collective.c) go from member to member in the same context, with the user's tag; those
 * of a barrier without the server in the context of the group, with the tags below.
 *
 * Two requests have no body; they, GRP_CONTEXT and the answer are those of PVM 3.4.6, whose pvm_gstat and pvmgroups
 * make them (gstat.c). GRP_DUMP has no answer: the server prints its groups. GRP_STATUS: int groups, and for each:
 * int length of its name, string name, int members, int n, int count of the barrier under way (-1: none), int come,
 * n * int tid by instance number (-1: nobody), come * int tid. */
#pragma once

#include "barriers.h"
#include "group_names.h"

#define GRP_CONTEXT 0x7fffc

/* Beside each request: its argument; then its result. */
enum grp_request {
    GRP_JOIN = 1, /* none; instance number */
    GRP_LEAVE,    /* how many barriers without the server the member has completed; 0 */
    GRP_SIZE,     /* none; members */
    GRP_INST,     /* tid; instance number */
    GRP_TID,      /* instance number; tid */
    GRP_LIST,     /* none; members, and the list */
    GRP_BARRIER,  /* count; 0, sent when all have come */
    GRP_FREEZE,   /* count; count, and the list, sent when all have come */
    GRP_NREQUESTS,
    GRP_DUMP = 9,
    GRP_STATUS = 10,
    GRP_TASK_ENDED = 100 /* no request: the tag of the notification that a member has ended */
};

/* Tags in the context of a frozen group. From member to member: the barrier's number in the life of the group, modulo
 * GRP_EPOCHS, and a round in it; no body. (Two barriers under way never differ by more than 1.) From the server to each
 * member after one has left: GRP_TAG_BROKEN, body int: how many barriers can complete. */
#define GRP_ROUNDS 64
#define GRP_EPOCHS 0x1000000
#define GRP_TAG_BROKEN (GRP_ROUNDS * GRP_EPOCHS)
