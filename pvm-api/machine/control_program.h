/* control_program.h - the control program: what the host answers to the requests of control.h, and what it tells tasks
 * unasked (notices, life events, output). Here is what PVM's daemons do and what is the same on every machine. How a
 * task is started, where it is put, how it is signalled and how a message travels is the machine's own: it fills in the
 * table below.
 *
 * It is no part of libpvm3 and keeps no thread: the machine calls it, one call at a time. A call for a request may
 * block in `hold`; other calls may be made meanwhile.
 */
#ifndef CONTROL_PROGRAM_H
#define CONTROL_PROGRAM_H

#include "control.h"
#include "mailstore.h"
#include "system_messages.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the machine says of one of its tasks. The strings are good until the machine is asked again. */
struct control_about {
    struct control_task task;
    const char *file; /* as task.file, but also of a program that was started by name to begin a run; "" for others */
    struct mach_sink output, trace;
    int service;     /* a server of the library */
    int exit_status; /* as of wait(), once its process has ended */
};

/* A message of the system to a task, in PvmDataDefault. Its bytes are the sender's. */
struct control_letter {
    int32_t from_node_tid; /* it leaves this node */
    int32_t src, dst, tag, context, wait_id;
    int32_t after_tid; /* not 0: it arrives after all that this task has sent to dst before */
    const unsigned char *bytes;
    uint32_t len_bytes;
    uint32_t counted_bytes; /* so many count in simulated time: the rest are paths and numbers of this computer */
};

/* One spawn: the request, and what comes of it for every task that is started. */
struct control_start {
    const struct control_spawn *request;
    int32_t spawner_tid;
    int32_t parent_tid; /* PvmParentNotSet: the spawner does not want to be it */
    int flags;          /* of the request, without CONTROL_SPAWN_SERVICE */
    int service;
    struct mach_sink output, trace;
    const int *nodes; /* numbers of the nodes that the tasks may go to, ascending, at least one */
    int nnodes;
};

/* What a machine fills in; no slot may be NULL. `m` is what control_new was given. */
struct control_ops {
    /* The node with that number, from 0 (the host, or the first): 1; 0: the machine could have it, but has not now; -1:
     * there is no node with this or a higher number. *out is set for 1 and 0. */
    int (*node)(void *m, int number, struct control_node *out);

    /* The task with that tid: 1 and *out, or 0: there is none (any more). */
    int (*task)(void *m, int32_t tid, struct control_about *out);

    /* The tids of all tasks, ascending; the caller frees *tids. How many; PvmNoMem. */
    int (*tasks)(void *m, int32_t **tids);

    /* The tids of the tasks that were spawned together with this one, itself among them and also those that have ended.
     * The caller frees *tids. How many; PvmNoParent if nobody spawned it; PvmNoMem. */
    int (*siblings)(void *m, int32_t tid, int32_t **tids);

    /* The tid of a task's node, also of a task that has ended; PvmNoTask if no task ever had the tid. */
    int32_t (*home)(void *m, int32_t tid);

    /* Start s->request->count tasks; tids has room for so many and gets a tid or an error for each. How many have been
     * started; an error: none, and tids is not set. May take simulated time. */
    int (*start)(void *m, const struct control_start *s, int32_t *tids);

    /* Give the task a signal: from_tid 0: at once; else after what that task has sent it before. Both tasks are there.
     */
    void (*signal)(void *m, int32_t from_tid, int32_t tid, int number);

    /* Send the message; it is dropped if there is no such task. */
    void (*deliver)(void *m, const struct control_letter *l);

    /* Block the task whose request is being answered until `release` is called. 0; PvmSysErr: it cannot go on waiting,
     * and its request is to end with that. */
    int (*hold)(void *m, int32_t asker_tid);

    /* Let every task that is held look again. */
    void (*release)(void *m);

    /* Where a task's lines, or what happens to it, is told from now on. */
    void (*set_output)(void *m, int32_t tid, struct mach_sink to);
    void (*set_trace)(void *m, int32_t tid, struct mach_sink to);

    /* Whether the task waits for people from now on: the machine then goes on without it. */
    void (*set_outside)(void *m, int32_t tid, int on);

    /* Bring nodes into the machine, names as pvm_addhosts has them; codes: a node's tid or an error for each. May
     * block. How many came in, or an error: none did, and codes is not set. */
    int (*add_nodes)(void *m, int32_t asker_tid, const struct body_strs *names, int32_t *codes);

    /* Take the node with that number, not 0, out of the machine: call control_node_deleted, then end its tasks. */
    void (*delete_node)(void *m, int number);

    /* End the machine and all its tasks, once the asker has its answer. */
    void (*halt)(void *m);

    /* A number that the machine keeps for a layer above PVM (control.h, CONTROL_PARAMETER): 1 and *value; 0: none. */
    int (*parameter)(void *m, const char *name, double *value);

    /* Simulated time [ns]. */
    mach_ns (*now)(void *m);
};

struct control;

/* NULL: no memory. `ops` must live as long. control_free takes NULL too. */
struct control *control_new(const struct control_ops *ops, void *m);
void control_free(struct control *c);

/* Answer one request of that task: the result as mach_ops.control gives it, and the body of the answer in *out, which
 * the caller frees (whatever the result; of an error it means nothing). */
int control_answer(struct control *c, int32_t asker_tid, int request, const void *body, uint32_t len_bytes,
                   struct wire_out *out);

/* ---- what the machine tells the control program -------------------------------------------------------------------
 */

/* A task that nobody spawned joins: *output and *trace are where its lines and its life events go; a registered tracer
 * takes what is still 0. */
void control_inherit(struct control *c, struct mach_sink *output, struct mach_sink *trace);

/* It is no task any more: those who asked are told, its mailboxes go, what it stood in for is the system's again. */
void control_task_ended(struct control *c, int32_t tid);

/* Nodes have come in, all at one time; a node has gone: those who asked are told. */
void control_nodes_added(struct control *c, int n, const int32_t *node_tids);
void control_node_deleted(struct control *c, int32_t node_tid);

/* ---- what a task's collectors are told --------------------------------------------------------------------------- */

/* To who collects the task's lines, if anybody: count CONTROL_OUTPUT_MADE, _BEGIN, _END (text is not used), or that
 * many bytes of text. */
void control_tell_output(struct control *c, const struct control_about *t, int count, const char *text);

/* To who collects the task's life events, if anybody: it has been made (TEV_NEWTASK), has been spawned (TEV_SPNTASK),
 * has ended (TEV_ENDTASK). name: as PVM says it, "-" for a task that nobody spawned. */
void control_tell_made(struct control *c, const struct control_about *t, int parent_tid, int flags, const char *name);
void control_tell_spawned(struct control *c, const struct control_about *t);
void control_tell_ended(struct control *c, const struct control_about *t);

/* ---- fallbacks for machines without a broadcast bus and a barrier tree ---------------------------------------------
 */

/* The tids of all other tasks of `whom` (enum mach_whom), ascending, without services; the caller frees *tids. Posting
 * a frame to each of them is mach_ops.broadcast. columns: cells along x, for rows and columns. How many; PvmBadParam:
 * no such `whom`, or the host is in no row; PvmNoMem. */
int control_others(struct control *c, int32_t tid, int whom, int columns, int32_t **tids);

/* As mach_ops.covers, from the tasks' nodes. */
int control_covers(struct control *c, const int32_t *tids, int n);

/* mach_ops.barrier (n 0: all of `whom`) and mach_ops.meet (n tids, among them the caller's) over `hold`. *all gets the
 * OR of the status words, *last when the last one came, by the machine's clock [ns]: the caller is to go on no earlier.
 * As those slots return. */
int control_meet(struct control *c, int32_t tid, int whom, const int32_t *tids, int n, uint32_t status, uint32_t *all,
                 mach_ns *last);

/* ---- tasks that stand in for a part of the system (CONTROL_REGISTER) ----------------------------------------------
 */

/* The tid of the task that does it on that node (a hoster: on any); 0: the system itself does. */
int32_t control_role(const struct control *c, enum system_role role, int32_t node_tid);
/* This task does it on that node from now on; 0: nobody. */
void control_set_role(struct control *c, enum system_role role, int32_t node_tid, int32_t tid);

#ifdef __cplusplus
}
#endif

#endif
