/* control_int.h - shared by the files of the control program. */
#ifndef CONTROL_INT_H
#define CONTROL_INT_H

#include <stdbool.h>

#include "control_program.h"
#include "pvm3.h"

struct control_notice;  /* control_notices.c */
struct control_seat;    /* control_roles.c */
struct control_told;    /* control_life.c */
struct control_entrant; /* control_meet.c */

struct control {
    const struct control_ops *ops;
    void *m;
    struct mailstore *mail;
    struct control_notice *notices;
    struct control_seat *seats;
    struct control_told *told;
    struct control_entrant *entrants;
};

/* Answers: the result, and the body of the answer in *out. A body that cannot be read is the caller's to refuse. */
int control_do_spawn(struct control *c, int32_t asker, struct wire_in *in, struct wire_out *out);
int control_do_notify(struct control *c, int32_t asker, struct wire_in *in);
int control_do_role(struct control *c, int32_t asker, struct wire_in *in, struct wire_out *out);
int control_do_trace(struct control *c, int32_t asker, struct wire_in *in);

/* Send the body, from the node with that tid (0: the host) to dst, and free it. */
void control_send(struct control *c, int32_t from_node_tid, int32_t dst, int tag, int context, struct wire_out *body,
                  uint32_t uncounted_bytes);

/* The number of the node with that name; -1. *n (may be NULL) gets what is known of it, *there whether it is in the
 * machine. */
int control_node_named(struct control *c, const char *name, struct control_node *n, bool *there);
/* Is the node with that tid in the machine? */
bool control_node_there(struct control *c, int32_t node_tid);

void control_notices_task_ended(struct control *c, int32_t tid);
void control_roles_task_ended(struct control *c, int32_t tid);
void control_roles_node_deleted(struct control *c, int32_t node_tid);
void control_meet_task_ended(struct control *c, int32_t tid);
void control_notices_free(struct control *c);
void control_roles_free(struct control *c);
void control_told_free(struct control *c);
void control_entrants_free(struct control *c);

#endif
