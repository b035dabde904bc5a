/* words.h - what a task and its daemon say to each other beside messages: the words by which a process gets known, and
 * the requests that the daemons answer and control.h does not have. */
#pragma once

#include "bodies.h"
#include "control.h"

#define CLUSTER_ENV_SOCKET "AP1000_CLUSTER"        /* the daemon's socket; set for every process that it starts */
#define CLUSTER_ENV_TICKET "AP1000_CLUSTER_TICKET" /* the tid that the process is to get */

/* On the socket. The answer comes with the region's memfd, and a second one with the daemon's bell (an eventfd). */
struct cluster_hello {
    uint64_t magic;
    uint32_t version;
    int32_t tid; /* 0: a process that nobody has promised */
};

struct cluster_welcome {
    uint64_t magic;
    uint32_t version, slot; /* slot 0: there is no room */
};

/* Requests beyond those of control.h. */
enum cluster_request {
    CLUSTER_JOIN = 1000, /* cluster_join. 0, then the slot's `who` is filled in. PvmOutOfRes */
    CLUSTER_LEAVE,       /* 0 */
    CLUSTER_OTHERS,      /* control_tid: enum mach_whom. n, then n*int: tids. As control_others */
    CLUSTER_COVERS,      /* cluster_meet. As control_covers */
    CLUSTER_MEET,        /* cluster_meet. As control_meet, then int: the OR of the status words */
    CLUSTER_LINES /* cluster_meet: whom 1: set this node's status lines to `status`. 0, then int: the OR of all */
};

#define CLUSTER_JOIN_FIELDS(F) F(int, pid) F(str, file)
WIRE_BODY(cluster_join, CLUSTER_JOIN_FIELDS)

/* The host's answer to a join. */
#define CLUSTER_JOINED_FIELDS(F) \
    F(int, parent_tid) F(int, context) F(int, nodes) F(int, marks) F(sink, output) F(sink, trace)
WIRE_BODY(cluster_joined, CLUSTER_JOINED_FIELDS)

#define CLUSTER_MEET_FIELDS(F) F(int, whom) F(int, status) F(ints, tids)
WIRE_BODY(cluster_meet, CLUSTER_MEET_FIELDS)
