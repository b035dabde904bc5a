/* control_int.h - what the files of the control program share. */
#pragma once

#include <stdbool.h>

#include "control_program.h"
#include "pvm3.h"

struct control_notices; /* control_notices.c */
struct control_seat;    /* control_roles.c */
struct control_told;    /* control_life.c */
struct control_entrant; /* control_meet.c */

/* Which contexts are in use (control_contexts.c). All zero: none. */
struct control_contexts {
    int32_t *owners;      /* by the context's number, from 0; 0: it is free; malloc'ed */
    int room, used, next; /* next: to be given, if it is free */
};

/* A task that is held until an entry of this name comes. */
struct control_reader {
    uint64_t name; /* its hash */
    int32_t tid;
};

struct control {
    const struct control_ops *ops;
    void *m;
    struct mailstore *mail;
    struct control_notices *notices; /* NULL until the first */
    struct control_seat *seats;
    struct control_told *told;
    struct control_entrant *entrants;
    struct control_contexts contexts;
    struct control_reader *readers; /* by name, then by tid */
    int nreaders, room_for_readers;
};

/* Each answers one request: returns the result, and puts the body of the answer in *out. The caller refuses the request
 * if the body could not be read. */
int control_do_spawn(struct control *c, int32_t asker, struct wire_in *in, struct wire_out *out);
int control_do_notify(struct control *c, int32_t asker, struct wire_in *in);
int control_do_role(struct control *c, int32_t asker, struct wire_in *in, struct wire_out *out);
int control_do_trace(struct control *c, int32_t asker, struct wire_in *in);
int control_do_context(struct control *c, int32_t asker, int context);

/* Sends the body from the node with that tid (0: the host) to dst, and frees it. */
void control_send(struct control *c, int32_t from_node_tid, int32_t dst, int tag, int context, struct wire_out *body,
                  uint32_t uncounted_bytes);

/* Returns the number of the node with that name, or -1. *there: whether it is in the machine. */
int control_node_named(struct control *c, const char *name, bool *there);
/* Returns true if the node with that tid is in the machine. */
bool control_node_there(struct control *c, int32_t node_tid);

void control_notices_task_ended(struct control *c, int32_t tid);
void control_roles_task_ended(struct control *c, int32_t tid);
void control_roles_node_deleted(struct control *c, int32_t node_tid);
void control_meet_task_ended(struct control *c, int32_t tid);
void control_contexts_task_ended(struct control *c, int32_t tid);
void control_notices_free(struct control *c);
void control_roles_free(struct control *c);
void control_told_free(struct control *c);
void control_entrants_free(struct control *c);
