/* control_program.h - the control program: it answers the requests of control.h, and sends notices, life events and
 * output. It does the work of PVM's daemons that is the same on every machine. How a task is started, placed and
 * signalled, and how a message travels, differs: each machine fills in the table below.
 *
 * It is not part of libpvm3 and has no thread: the machine calls it, one call at a time. A call that answers a request
 * may block in `hold`, and others may be made meanwhile. */
#ifndef CONTROL_PROGRAM_H
#define CONTROL_PROGRAM_H

#include "control.h"
#include "mailstore.h"
#include "system_messages.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the machine tells of one of its tasks. The strings are valid until the machine is asked again. */
struct control_about {
    struct control_task task;
    const char *file; /* as task.file, but also set for a program that was started by name to begin a run; "" for
                         others */
    struct mach_sink output, trace;
    int service;     /* the task is a server of the library */
    int exit_status; /* as wait() gives it, once its process has ended */
};

/* A message of the system to a task, in PvmDataDefault. The sender frees its bytes. */
struct control_delivery {
    int32_t from_node_tid; /* the node that it leaves */
    int32_t src, dst, tag, context, wait_id;
    int32_t after_tid; /* if not 0: it arrives after all that this task has sent to dst before */
    const unsigned char *bytes;
    uint32_t len_bytes;
    uint32_t counted_bytes; /* the bytes that count in simulated time: the others are paths and numbers of this
                               computer */
};

/* One spawn: the request, and what follows from it for every task that is started. */
struct control_start {
    const struct control_spawn *request;
    int32_t spawner_tid;
    int32_t parent_tid; /* PvmParentNotSet if the spawner does not want to be the parent */
    int flags;          /* the request's, without CONTROL_SPAWN_SERVICE */
    int service;
    struct mach_sink output, trace;
    const int *nodes; /* the numbers of the nodes that the tasks may go to, ascending */
    int nnodes;       /* 0: there is none, and `start` returns PvmNoHost */
};

/* What each machine fills in; no slot may be NULL. `m` is the pointer that control_new was given. */
struct control_ops {
    /* Asks for the node with that number; 0 is the host or the first node. Returns 1 and *out; 0 and *out if the
     * machine knows the node but it is not in the machine now; -1 if no node has this or a higher number. */
    int (*node)(void *m, int number, struct control_node *out);

    /* Asks for the task with that tid. Returns 1 and *out, or 0 if there is none (any more). */
    int (*task)(void *m, int32_t tid, struct control_about *out);

    /* Returns the number of tasks, with their tids in *tids, ascending (the caller frees *tids), or PvmNoMem. */
    int (*tasks)(void *m, int32_t **tids);

    /* The tasks that were spawned together with this one, which is among them; those that have ended are, too. Returns
     * how many and *tids, which the caller frees; PvmNoParent if nobody spawned the task; PvmNoMem. */
    int (*siblings)(void *m, int32_t tid, int32_t **tids);

    /* Returns the tid of a task's node, also for a task that has ended, or PvmNoTask if no task ever had the tid. */
    int32_t (*home)(void *m, int32_t tid);

    /* Starts s->request->count tasks, and sets a tid or an error for each in tids, which has room for them. Returns how
     * many have been started, or an error if none was; tids is not set then. May take simulated time. */
    int (*start)(void *m, const struct control_start *s, int32_t *tids);

    /* Gives the task a signal. from_tid 0: at once; else after all that that task has sent it before. Both tasks
     * exist. */
    void (*signal)(void *m, int32_t from_tid, int32_t tid, int number);

    /* Sends the message. It is dropped if there is no such task. */
    void (*deliver)(void *m, const struct control_delivery *l);

    /* Blocks the task whose request is being answered until `release` is called. Returns 0, or PvmSysErr if the task
     * can wait no longer; its request then ends with that error. */
    int (*hold)(void *m, int32_t asker_tid);

    /* Lets this task look again, if it is held. Others may look, too. */
    void (*release)(void *m, int32_t tid);

    /* Sets where a task's lines, or its life events, go from now on. */
    void (*set_output)(void *m, int32_t tid, struct mach_sink to);
    void (*set_trace)(void *m, int32_t tid, struct mach_sink to);

    /* Says whether the task waits for people from now on. The machine goes on without it meanwhile. */
    void (*set_outside)(void *m, int32_t tid, int on);

    /* Adds nodes to the machine; the names are those of pvm_addhosts. May block. Returns how many were added, and in
     * codes a node's tid or an error for each; or an error if none was, and codes is not set. */
    int (*add_nodes)(void *m, int32_t asker_tid, const struct body_strs *names, int32_t *codes);

    /* Removes the node with that number (not 0) from the machine: calls control_node_deleted, then ends the node's
     * tasks. */
    void (*delete_node)(void *m, int number);

    /* Ends the machine and all its tasks, after the asker has its answer. */
    void (*halt)(void *m);

    /* A number that the machine keeps for a layer above PVM (control.h, CONTROL_PARAMETER): 1 and *value; 0: none. */
    int (*parameter)(void *m, const char *name, double *value);

    /* Simulated time [ns]. */
    mach_ns (*now)(void *m);
};

struct control;

/* Returns NULL if there is no memory. `ops` must stay valid as long. control_free takes NULL, too. */
struct control *control_new(const struct control_ops *ops, void *m);
void control_free(struct control *c);

/* Answers one request of that task. Returns the result as mach_ops.control gives it, and the body of the answer in
 * *out, which the caller frees in every case; after an error the body means nothing. */
int control_answer(struct control *c, int32_t asker_tid, int request, const void *body, uint32_t len_bytes,
                   struct wire_out *out);

/* ---- what the machine tells the control program ------------------------------------------------------------------ */

/* A task that nobody spawned joins: sets where its lines (*output) and its life events (*trace) go. A registered tracer
 * gets those that are still 0. */
void control_inherit(struct control *c, struct mach_sink *output, struct mach_sink *trace);

/* The task has ended: tasks that asked for it are notified, its mailbox entries go, and its roles return to the
 * system. */
void control_task_ended(struct control *c, int32_t tid);

/* Nodes have been added, all at one time; a node has been deleted: tasks that asked for it are notified. */
void control_nodes_added(struct control *c, int n, const int32_t *node_tids);
void control_node_deleted(struct control *c, int32_t node_tid);

/* ---- messages to those that collect output and life events ------------------------------------------------------- */

/* Sends to the collector of the task's lines, if there is one. count is CONTROL_OUTPUT_MADE, _BEGIN or _END (text is
 * not used), or the number of bytes of text. */
void control_tell_output(struct control *c, const struct control_about *t, int count, const char *text);

/* Sends to the collector of the task's life events, if there is one: the task has been made (TEV_NEWTASK), has been
 * spawned (TEV_SPNTASK), has ended (TEV_ENDTASK). name: the file as PVM names it, "-" if nobody spawned the task. */
void control_tell_made(struct control *c, const struct control_about *t, int parent_tid, int flags, const char *name);
void control_tell_spawned(struct control *c, const struct control_about *t);
void control_tell_ended(struct control *c, const struct control_about *t);

/* ---- fallbacks for machines without a broadcast bus and a barrier tree ------------------------------------------- */

/* The tids of all other tasks of `whom` (enum mach_whom), without servers of the library, ascending. To post a frame to
 * each of them is mach_ops.broadcast. columns: how many cells a row has. Returns how many and *tids, which the caller
 * frees; PvmBadParam if there is no such `whom`, or if the host asks for a row or column, as it is in none;
 * PvmNoMem. */
int control_others(struct control *c, int32_t tid, int whom, int columns, int32_t **tids);

/* mach_ops.covers, worked out from the nodes of the tasks. */
int control_covers(struct control *c, const int32_t *tids, int n);

/* mach_ops.barrier (n is 0: all of `whom`) and mach_ops.meet (n tids, the caller's among them), built on `hold`. Sets
 * *all to the OR of the status words, and *last to the time when the last task came, by the machine's clock [ns]; the
 * caller must not go on before that. Returns what those slots return. */
int control_meet(struct control *c, int32_t tid, int whom, const int32_t *tids, int n, uint32_t status, uint32_t *all,
                 mach_ns *last);

/* ---- tasks that stand in for a part of the system (CONTROL_REGISTER) --------------------------------------------- */

/* Returns the tid of the task that has this role on that node (a hoster: on any node), or 0 if the system itself has
 * it. */
int32_t control_role(const struct control *c, enum system_role role, int32_t node_tid);
/* From now on this task has the role on that node; 0: the system itself. Returns 0 or PvmNoMem. */
int control_set_role(struct control *c, enum system_role role, int32_t node_tid, int32_t tid);

#ifdef __cplusplus
}
#endif

#endif
