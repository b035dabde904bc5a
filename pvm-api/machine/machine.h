/* machine.h - what a PVM task needs from the machine below it, and nothing else.
 *
 * Above this line (pvm-api, groups): message buffers, packing, matching by tid/tag/context, options, error texts.
 * Below it: frames on their way, simulated time, placement, the life of tasks. One table of calls, one such table per
 * machine: `loop` (pvm-api/tests/loop.c, all inside one process) and the simulated AP1000 (ap1000-sim/carrier).
 *
 * It is not a PVM interface: no buffer ids, no wildcards, no options. Error codes are PVM's (pvm3.h), 0 is success.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "costs.h"
#include "tids.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int64_t mach_ns; /* simulated time since the machine started [ns] */

#define MACH_FOREVER INT64_MAX
#define MACH_EPOCH_S 757382400 /* wall clocks show 1994-01-01 00:00:00 UTC at 0: fixed, so that runs repeat [s] */
#define MACH_ANY (-1)          /* in struct mach_want: any value */

/* Given by calls that wait, beside PVM's codes: a task has sent this one a signal. Raise what `signals` gives, then
 * call again. */
#define MACH_SIGNALLED (-100)

/* Bits of the word that struct mach_identity points to. */
#define MACH_ATTENTION_SIGNALS 1u /* `signals` has some to give */
#define MACH_ATTENTION_INSIDE 2u  /* a call of this task waits: whoever makes another one now is a signal handler */

/* Who takes part in a broadcast or a barrier. Services of the library never do. */
enum mach_whom {
    MACH_MACHINE, /* every task of the machine */
    MACH_CELLS,   /* every task on a cell */
    MACH_ROW,     /* every task on the cells of the caller's row of the array; of a cell, and for a broadcast, alone */
    MACH_COLUMN   /* the same of its column */
};

/* Where a task's printed lines or trace events go: a message of this tag and context to this task; tid 0: nowhere. */
struct mach_sink {
    int32_t tid, context, tag;
};

/* Who a task is. Written by join. */
struct mach_identity {
    int32_t tid;
    int32_t parent_tid;       /* PvmNoParent for a task that a user started from a shell */
    int32_t node;             /* 0 is the host, 1..ncells the cells */
    int32_t node_tid;         /* what pvm_tidtohost gives for this task */
    int32_t cells_x, cells_y; /* the array of cells: the one at (x, y) is node 1 + y * cells_x + x; 0: there are none */
    int32_t hardware; /* not 0: multicast and groups are to use the broadcast bus and the barrier tree where they can */
    int32_t barrier;  /* enum barrier_algorithm (barriers.h): how pvm_barrier works in groups that are frozen on this
                         machine */
    int32_t real_time;   /* not 0: what the program sees as time is the real one */
    int32_t context;     /* the message context that the task starts in */
    int32_t manager_tid; /* the resource manager of the tasks that join on this node; 0: none, the machine itself */
    struct mach_sink output, trace;
    char node_name[32];
    int32_t marks;                      /* not 0: somebody looks into this run, and mark is to be called */
    const volatile uint32_t *attention; /* MACH_ATTENTION_*, good until leave; NULL: always 0 */
    mach_ns cost_ns[MACH_NCOSTS];       /* what each library cost is on this node */
};

/* Which way a sender would like. A machine with one way for all takes that. */
enum mach_route {
    MACH_ROUTE_DEFAULT, /* the machine's choice: on workstations through the daemons */
    MACH_ROUTE_DIRECT   /* from task to task, opened when first asked for, and kept (PvmRouteDirect) */
};

/* One message on its way, or arrived. */
struct mach_frame {
    int32_t src_tid, dst_tid; /* src_tid is set by the machine when it is posted */
    int32_t tag, context, encoding;
    int32_t route;       /* enum mach_route, when it is posted; MACH_ROUTE_DEFAULT in a new frame */
    int32_t wid;         /* pairs an answer with its request (pvm_setminfo); the machine only carries it */
    uint32_t len_bytes;  /* of body */
    mach_ns arrived;     /* when the receiver's node had it whole; set by the machine */
    unsigned char *body; /* len_bytes bytes, aligned for any type; NULL if len_bytes is 0 */
};

/* A message that has reached a task, and that its program has not received. */
struct mach_unread {
    int32_t src_tid, tag, context;
};

enum { MACH_UNREAD_TOLD = 3 };

/* What a waiting task hopes for. Only for people who ask what a task does: it never filters what wait gives. */
struct mach_want {
    int32_t tid, tag, context; /* MACH_ANY: any */
    const char *call;          /* name of the public function that waits; static storage */
    const char *group;   /* of a group call: its group. Of the group server: who is missing, in words. NULL: none */
    const char *unheard; /* of pvm_barrier: why it is not by the algorithm that the user has chosen; NULL */
    uint32_t unread;     /* how many messages the library holds that no call has received, */
    struct mach_unread first[MACH_UNREAD_TOLD]; /* and those of them that came first */
};

/* What a task tells those who look into a run. */
enum mach_mark {
    MACH_MARK_CALL = 1, /* a public call begins: `call` */
    MACH_MARK_RETURN,   /* it ends */
    MACH_MARK_ACCEPT    /* a message is handed to the program, or to a handler of its: `frame` */
};

/* No slot is NULL: what a machine has no hardware for it does in software, what it cannot do at all it answers with an
 * error. */
struct mach_ops {
    size_t size; /* sizeof(struct mach_ops) as the machine was compiled: a later table may be longer */
    const char *name;

    /* Become a task. Blocks until the machine has placed it. 0 and *who; PvmSysErr (no machine, or it ended),
     * PvmOutOfRes (no room for another task), PvmBadVersion (a machine of another version). */
    int (*join)(void *m, struct mach_identity *who);

    /* Stop being a task. Frames not yet taken are dropped, frames already posted still arrive. After it only join and
     * now may be called. Never fails. */
    void (*leave)(void *m);

    /* This task's own clock [ns]. Does not block, does not advance time. */
    mach_ns (*now)(void *m);

    /* Spend `cost` ns >= 0 of processor time on this node: a library cost, a copy. Does not block in real time. */
    void (*charge)(void *m, mach_ns cost);

    /* Let `span` ns >= 0 pass without using the processor (sleep). Blocks until the machine has come that far, so that
     * a loop which only sleeps lets the others go on. Returns what was left [ns] when it ended early, since a task has
     * sent a signal, else 0. */
    mach_ns (*idle)(void *m, mach_ns span);

    /* A frame to fill: body has room for len_bytes that the machine can carry without another copy. The caller owns it
     * until drop. 0 and *out; PvmNoMem. */
    int (*frame)(void *m, uint32_t len_bytes, struct mach_frame **out);

    /* Give a frame back: one made by frame, or one that wait or control returned. What was posted still arrives. */
    void (*drop)(void *m, struct mach_frame *f);

    /* Send f to f->dst_tid; charges the native send. Does not wait for the receiver. The caller still owns the frame
     * and may post it again to other tasks, with other tags; after the first post the body must not be written any
     * more. 0; also 0 if dst_tid has ended (PVM drops such messages); PvmBadParam if dst_tid cannot be a task, nor is
     * the system; PvmSysErr if the machine is gone. What the system makes of messages: system_messages.h; others it
     * drops. */
    int (*post)(void *m, struct mach_frame *f);

    /* The next frame that reached this task, in order of arrival, each exactly once; charges the native receive. Waits
     * until `deadline` (own clock; 0 or any past time polls, MACH_FOREVER waits). `want` may be NULL.
     * 1 and *out (owned by the caller until drop); 0 at the deadline; MACH_SIGNALLED; PvmSysErr if the machine is gone
     * or every task waits for ever. */
    int (*wait)(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out);

    /* Ask the host's control program: spawn, kill, lists, notify, mailboxes (control.h has the requests and the layout
     * of their bodies). Blocks for the answer, at the simulated cost of a message to the host and back. The request
     * body is copied. 0 or the request's own positive result, and *reply (owned by the caller until drop; NULL if the
     * request has no answer but its code); MACH_SIGNALLED (only of requests that wait for another task: nothing has
     * been done yet); or the request's PVM error code, and *reply is NULL. */
    int (*control)(void *m, int request, const void *body, uint32_t len_bytes, struct mach_frame **reply);

    /* ---- hardware help, or a fallback (control_program.h has them) ----------------------------------------------- */

    /* One frame to every other task of `whom` (enum mach_whom) that there is now; dst_tid is ignored. As post; between
     * two tasks it keeps its place among the frames posted. PvmBadParam: no such `whom`, or the host has no row. */
    int (*broadcast)(void *m, int whom, struct mach_frame *f);

    /* Blocks until every task of `whom`, the caller among them, is in it. *all (may be NULL) gets the OR of the status
     * words that they brought. 0; MACH_SIGNALLED (it is in it no more); PvmSysErr as wait; PvmBadParam if the caller is
     * none of them, or no such `whom`. */
    int (*barrier)(void *m, int whom, uint32_t status, uint32_t *all);

    /* The status lines of the cells, apart from any barrier. own (may be NULL): this cell's become *own, from now until
     * they are set again; all (may be NULL) gets the OR over all cells as of now. Does not wait for anybody. 0;
     * PvmBadParam to set on the host, which has none; PvmSysErr as post. */
    int (*status)(void *m, const uint32_t *own, uint32_t *all);

    /* Send f to each of n tasks (no tid twice, none the caller's) as post would, spending cost ns before each native
     * send. With who.hardware, and if they are all the other tasks of the machine, it goes once over the broadcast bus,
     * for one cost and one native send. Who gets it, and its place among other frames of the pair, are the same. As
     * post; after an error those before it in the list may have it. */
    int (*multicast)(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost);

    /* Can the barrier tree serve these n tasks: does exactly one of them sit on every cell, and at most one on the
     * host? 1 or 0. A task's place never changes, so that everyone who asks gets the same answer at any time. Costs
     * nothing: whoever knows a tid knows its place. */
    int (*covers)(void *m, const int32_t *tids, int n);

    /* The barrier of such tasks, the caller among them: blocks until all are in it; each gives the same list, in any
     * order. 0; MACH_SIGNALLED (it is in it no more); PvmNoTask if one of them has ended; PvmBadParam if covers says 0;
     * PvmSysErr as wait. */
    int (*meet)(void *m, const int32_t *tids, int n);

    /* Only for looking inside a run; called only if the identity says `marks`. A machine that never says so does
     * nothing here. Does not block in simulated time and never changes what happens or when. `call` (static storage;
     * NULL unless a call begins) is the outermost public function; calls inside it are not told. `frame` (NULL unless a
     * message is accepted) is one that wait gave; it stays the caller's. */
    void (*mark)(void *m, enum mach_mark what, const char *call, const struct mach_frame *frame);

    /* The signals that tasks have sent since the last call, as a set: bit n - 1 is signal n. The caller raises them, so
     * that a handler runs at a simulated time and between calls, and may make calls itself. Those that end a process,
     * whatever it does, are not among them. Costs no time. */
    uint64_t (*signals)(void *m);
};

/* Spend one library cost, as it is on the node of that task. All of them are spent here, but for those that multicast
 * is given. */
static inline void mach_spend(const struct mach_ops *ops, void *m, const struct mach_identity *who, enum mach_cost what)
{
    if (who->cost_ns[what] > 0)
        ops->charge(m, who->cost_ns[what]);
}

/* Given by what a library is put together with (pvm-api/assembly; tests bring their own); pvm-api only calls them.
 *
 * mach_open: the machine that the calling task is to use; 0 and both outputs, or PvmSysErr. Says on stderr, once and in
 * one line, why it failed. Does not join.
 * mach_task_slot: where pvm-api keeps its pointer to the calling task's state; one such place per task. Never NULL;
 * holds NULL at first. In a child of fork() it holds NULL again: the child is no task until it joins.
 * mach_early_now, mach_early_idle: the clock of a process that is not (or not yet) a task: it starts at 0 and moves by
 * mach_early_idle alone; a task that joins a machine brings it along.
 * mach_early_node: the name of the node that such a process is on, if whoever started it has said so; NULL.
 * mach_early_real: not 0 if what such a process sees as time is the real one; struct mach_identity says it of a task.
 */
int mach_open(const struct mach_ops **ops, void **m);
void **mach_task_slot(void);
mach_ns mach_early_now(void);
void mach_early_idle(mach_ns span);
int mach_early_real(void);
const char *mach_early_node(void);

#ifdef __cplusplus
}
#endif

#endif
