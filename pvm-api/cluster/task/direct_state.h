/* direct_state.h - the connections of one task with tasks of other nodes (direct.c): direct_out.c sends by them,
 * direct_in.c takes what comes. */
#pragma once

#include "cluster/task/task.h"

/* A message of up to that many bytes goes directly: a longer one is as fast by the daemons, which copy nothing. */
#define DIRECT_MOST_BYTES 32768u
/* For what has come and is no whole message yet. */
#define DIRECT_ROOM_BYTES 65536u

/* Before a message's bytes. */
struct direct_head {
    uint32_t len_bytes;
    int32_t tag, context, encoding, wid;
    uint64_t serial;
};

struct direct_out {
    int32_t tid;
    int fd;      /* -1: not there (yet) */
    bool wanted; /* the daemon has not said yet what has become of it */
    int room_bytes;
    int left_bytes;  /* at least so much of the room is free */
    uint64_t serial; /* of the last message */
    struct direct_out *next;
};

struct direct_in {
    int32_t tid;
    int fd;
    uint64_t serial;            /* of the last message that has been given on */
    uint64_t early, last_early; /* those that have overtaken others, in order; 0 */
    unsigned char *bytes;       /* that have come, and are no whole message yet; DIRECT_ROOM_BYTES */
    size_t have;
    struct direct_in *next;
};

struct direct {
    struct direct_out *outs;
    struct direct_in *ins;
    int epoll, wake, nins;
    bool stuck; /* a message that has come has no room */
};

/* ---- direct_out.c */

/* The task's connections, made empty if there are none yet. NULL: no memory. */
struct direct *direct_of(struct cluster_machine *c);
/* The connection to that task. NULL: none has been asked for. */
struct direct_out *direct_out_to(struct direct *d, int32_t tid);
/* The descriptor that the daemon has made is the connection's. */
void direct_begin_out(struct direct_out *o, int fd);
void direct_close_out(struct direct_out *o);
/* There is none, or it is over: then nothing is known of that task any more. */
void direct_end_out(struct direct *d, int32_t tid, bool over);

/* ---- direct_in.c */

/* What is known of messages from that task, made anew if nothing is. NULL: no memory. */
struct direct_in *direct_in_from(struct direct *d, int32_t tid);
/* Takes what has come by the connection. */
void direct_read(struct cluster_machine *c, struct direct_in *i);
/* Messages that had no room are tried again. */
void direct_retry(struct cluster_machine *c);
void direct_close_in(struct direct *d, struct direct_in *i);
