/* local.h - the processes of a node: local.c has their slots and tids, and what they ask; local_inbox.c what they get;
 * local_known.c how they get known; local_end.c how they end.  A slot is used again once nothing is under way any more
 * of what its process has sent. */
#pragma once

#include "cluster/node/node.h"

/* ---- local.c */

/* A slot for a process. NULL: all are in use. */
struct local *local_new(struct node *n);
/* A slot and a tid for a process that is about to begin. NULL: no room. */
struct local *local_promise(struct node *n);
/* The promise is not kept. */
void local_forget(struct node *n, struct local *l);
void local_request(struct node *n, const struct cluster_note *q);
/* WORD_ANSWER: to a request of that task. Always true. */
bool local_answer(struct node *n, int from, const struct word *w, const void *body);
/* Records that the task has noted (run_events.h), at that offset of the region, go to node 0. */
void local_events(struct node *n, int32_t tid, uint64_t records, uint32_t len_bytes);
/* The process is no task any more. */
void local_detach(struct node *n, struct local *l);

/* ---- local_inbox.c */

/* A copy of that message as a note in that arena of ours; 0: no room. */
uint64_t local_note(struct node *n, struct arena *a, const struct word *w, const void *body);
/* Hangs a copy of that message into the inbox of a task here. */
void local_deliver(struct node *n, const struct word *w, const void *body);
/* Hangs the answer to a task's request of that round into the inbox of its process. */
void local_push_answer(struct node *n, uint32_t slot, uint64_t round, int result, const void *body, uint32_t len);

/* ---- local_known.c */

/* Opens the socket at which tasks of this node get known. */
void local_listen(struct node *n);

/* ---- local_end.c */

/* The process of that task is gone. */
void local_ended(struct node *n, struct local *l, int status);
void local_reap(struct node *n);
/* Those whose processes are gone, and who still had something to send, are looked at again. */
void local_retry_ends(struct node *n);
