/* machine.h - the interface between a PVM task and the machine below it: what the task needs, and nothing else.
 *
 * Above this line (pvm-api, groups) are message buffers, packing, matching by tid/tag/context, options and error texts.
 * Below it are frames on their way, simulated time, placement and the life of tasks. Each machine has one table of
 * these calls: `loop` (pvm-api/tests/loop.c, all inside one process), the simulated AP1000 (ap1000-sim/carriers), and
 * real computers (pvm-api/cluster/task).
 *
 * It is not a PVM interface: it has no buffer ids, no wildcards, no options. Error codes are PVM's (pvm3.h); 0 is
 * success. */
#ifndef MACHINE_H
#define MACHINE_H

#include <stdbool.h>
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

/* A result of calls that wait, in addition to PVM's codes: a task has sent this task a signal, or a handler has called
 * in between. Raise the signals that `signals` returns, then call again. */
#define MACH_SIGNALLED (-100)

/* Bits of the word that struct mach_identity points to. */
#define MACH_ATTENTION_SIGNALS 1u /* `signals` has signals to return */
#define MACH_ATTENTION_INSIDE 2u  /* a call of this task waits: another call that begins now is a signal handler's */
#define MACH_ATTENTION_AHEAD 4u   /* the task runs ahead of simulated time: see mach_ops.wait */

/* Who takes part in a broadcast or a barrier. Servers of the library never do. */
enum mach_whom {
    MACH_MACHINE, /* every task of the machine */
    MACH_CELLS,   /* every task on a cell */
    MACH_ROW,     /* the tasks on the cells of the caller's row; the caller must be on a cell, except for a broadcast */
    MACH_COLUMN   /* the same of its column */
};

/* The destination of a task's printed lines or trace events: messages with this tag and context to tid; 0: none. */
struct mach_sink {
    int32_t tid, context, tag;
};

/* Values that a machine gives a task's library as time goes on. The struct is copied as a whole: a new value is
 * declared here, set by the machine (Task::reply of ap1000-sim), and read by the library. */
struct mach_told {
    mach_ns late_wait; /* time spent waiting for messages that were given ahead, since join [ns] */
};

/* The identity of a task. `join` writes it. */
struct mach_identity {
    int32_t tid;
    int32_t parent_tid;       /* PvmNoParent if a user has started the task from a shell */
    int32_t node;             /* 0 is the host, 1..ncells the cells */
    int32_t node_tid;         /* the result of pvm_tidtohost for this task */
    int32_t cells_x, cells_y; /* the array of cells: the cell at (x, y) is node 1 + y * cells_x + x; 0: there are no
                                 cells */
    int32_t hardware;       /* not 0: multicast and groups use the broadcast bus and the barrier tree where they can */
    int32_t barrier;        /* enum barrier_algorithm (barriers.h), for groups that are frozen on this machine */
    int32_t real_time;      /* not 0: the program sees the real time */
    int32_t clock_percent;  /* how fast the clocks go that the program reads, of simulated time; 0: as fast */
    int32_t datagram_bytes; /* the longest message that may go by MACH_ROUTE_DATAGRAM; 0: this machine loses nothing */
    int32_t context;        /* the message context that the task starts in */
    int32_t manager_tid;    /* the resource manager for tasks that join on this node; 0: there is none, the machine
                            itself does its work */
    struct mach_sink output, trace;
    char node_name[64];
    int32_t marks;                         /* not 0: this run is traced or reported, so call mark */
    const volatile uint32_t *attention;    /* MACH_ATTENTION_*, valid until leave; NULL: always 0 */
    const volatile struct mach_told *told; /* current values, valid until leave; NULL: all 0 */
    mach_ns cost_ns[MACH_NCOSTS];          /* each library cost on this node */
    mach_ns worked; /* computing before it joined, which has been charged to its clock with the join [ns] */
};

/* The route that a sender asks for. A machine with only one route uses that. */
enum mach_route {
    MACH_ROUTE_DEFAULT, /* the machine's choice; on workstations, through the daemons */
    MACH_ROUTE_DIRECT,  /* from task to task; the link is opened at the first use and kept (PvmRouteDirect) */
    MACH_ROUTE_DATAGRAM /* as a datagram of its own, which may be lost (PvmRouteDatagram); only if the identity has
                           datagram_bytes, and no longer than that */
};

/* Of a frame's encoding the lowest bits are PVM's (PvmDataDefault ...); those above are the library's own. */
#define MACH_ENCODING_BITS 8

/* A message that is on its way or has arrived. */
struct mach_frame {
    int32_t src_tid, dst_tid; /* the machine sets src_tid when the frame is posted */
    int32_t tag, context, encoding;
    int32_t route;       /* enum mach_route, used when the frame is posted; MACH_ROUTE_DEFAULT in a new frame */
    int32_t wid;         /* pairs an answer with its request (pvm_setminfo); the machine only carries it */
    uint32_t len_bytes;  /* of body */
    mach_ns arrived;     /* when all of it was on the receiver's node; the machine sets it */
    bool earlier;        /* it had reached the task before the frame that its last wait gave (MACH_ATTENTION_AHEAD) */
    bool behind;         /* with `earlier`: not before that frame, but together with it */
    unsigned char *body; /* len_bytes bytes, aligned for any type; NULL if len_bytes is 0 */
};

/* A message that has reached a task, and that its program has not received. */
struct mach_unread {
    int32_t src_tid, tag, context;
};

enum { MACH_UNREAD_TOLD = 3 };

/* What a waiting task waits for. It is shown to people who ask what a task does, and the machine may use it to let the
 * task run ahead. It never filters the frames that wait gives.
 *
 * The values are copied as a whole through a machine, and the texts by their list: a new one is declared here, set by
 * the library, and read where it is needed. Booleans are int32_t, so that no bit pattern is invalid. */
struct mach_want_values {
    int32_t tid, tag, context; /* MACH_ANY: any */
    int32_t then_forever; /* a poll: if it gives 0, the task's next call will wait for ever. A machine may use it */
    int32_t plain;        /* the task takes the first message that fits, and until then only keeps other messages */
    int32_t naps;         /* the program polls, and sleeps between its polls where simulated time does not see it */
    int32_t barrier;      /* the task is in pvm_barrier, whose algorithm the user may choose */
    uint32_t unread;      /* number of messages that the library holds and no call has received, */
    struct mach_unread first[MACH_UNREAD_TOLD]; /* and those of them that came first */
};

/* Adds one to the messages that a task leaves unread, if it is of that context and a task has sent it. The first one is
 * that of the lowest source and tag, in whatever order they came. */
static inline void mach_add_unread(struct mach_want_values *left, int32_t src_tid, int32_t tag, int32_t context)
{
    struct mach_unread *first = &left->first[0];
    if (!tid_is_task(src_tid) || tag < 0 || context != left->context)
        return;
    if (left->unread++ == 0 || src_tid < first->src_tid || (src_tid == first->src_tid && tag < first->tag)) {
        first->src_tid = src_tid;
        first->tag = tag;
        first->context = context;
    }
}

/* TEXT(name, bytes that are kept of it, with the NUL). call: the public function that waits. group: for a group call,
 * its group; for the group server, the missing members, in words. unheard: for pvm_barrier, why it does not use the
 * algorithm that the user has chosen. */
#define MACH_WANT_TEXTS(TEXT) TEXT(call, 96) TEXT(group, 200) TEXT(unheard, 64)

struct mach_want {
    struct mach_want_values values;
#define MACH_WANT_TEXT(NAME, BYTES) const char *NAME; /* NULL: none; kept by the caller until the wait is over */
    MACH_WANT_TEXTS(MACH_WANT_TEXT)
#undef MACH_WANT_TEXT
};

/* The events that a task marks for traces and reports. */
enum mach_mark {
    MACH_MARK_CALL = 1, /* a public call begins: `call` */
    MACH_MARK_RETURN,   /* it ends */
    MACH_MARK_ACCEPT    /* the program, or its message handler, gets a message: `frame` */
};

/* No slot is NULL. A machine without the hardware for a call does it in software, or returns an error if it cannot do
 * it. */
struct mach_ops {
    size_t size; /* sizeof(struct mach_ops) when the machine was compiled; a later table may be longer */
    const char *name;

    /* Becomes a task. Blocks until the machine has placed it. Returns 0 and *who; PvmSysErr (no machine, or it has
     * ended), PvmOutOfRes (no room for another task), PvmBadVersion (the machine is of another version). */
    int (*join)(void *m, struct mach_identity *who);

    /* Stops being a task. Frames that have arrived are dropped; frames that were posted still arrive. Afterwards only
     * join and now may be called. Never fails. left is for people: its values say the task's context (MACH_ANY: nothing
     * counts) and, by mach_add_unread, what the library holds and no call has received; its call says what is odd of
     * the program, NULL or "" if nothing is. */
    void (*leave)(void *m, const struct mach_want *left);

    /* Returns this task's own clock [ns]. Does not advance time. Blocks only if the task runs ahead of simulated time,
     * until that has come to where the task resumed. */
    mach_ns (*now)(void *m);

    /* Spends `cost` ns >= 0 of processor time on this node, for a library cost or a copy. Does not block in real time,
     * and does nothing on a machine whose time is real (MACH_TIME_REAL): there the time has passed already. */
    void (*charge)(void *m, mach_ns cost);

    /* Lets `span` ns >= 0 pass without using the processor (sleep). Blocks until the machine has reached that time, so
     * that a loop which only sleeps lets others run. Returns 0, or the remaining time [ns] if the signal of another
     * task ended the sleep. */
    mach_ns (*idle)(void *m, mach_ns span);

    /* Makes a frame whose body has room for len_bytes, which the machine can carry without another copy. The caller
     * owns it until drop. May wait until there is room. Returns 0 and *out, or PvmNoMem. */
    int (*frame)(void *m, uint32_t len_bytes, struct mach_frame **out);

    /* Gives back a frame that came from frame, wait or control. If it was posted, it still arrives. */
    void (*drop)(void *m, struct mach_frame *f);

    /* Sends f to f->dst_tid, and charges the native send. Does not wait for the receiver. The caller still owns the
     * frame and may post it again, to other tasks and with other tags; after the first post the body must not be
     * changed. Returns 0; also 0 if dst_tid has ended (PVM drops such messages); PvmBadParam if dst_tid can be neither
     * a task nor the system; PvmSysErr if the machine is gone. system_messages.h has the messages that the system
     * reads; it drops all others. */
    int (*post)(void *m, struct mach_frame *f);

    /* Gives the next frame that has reached this task, in order of arrival, each exactly once, and charges the native
     * receive. Waits until `deadline` (own clock; 0 or any past time: does not wait; MACH_FOREVER: no limit). `want`
     * may be NULL. Returns 1 and *out (the caller owns it until drop); 0 at the deadline; MACH_SIGNALLED; PvmSysErr if
     * the machine is gone or, as far as it can tell, every task waits for ever.
     *
     * A machine may give a frame before simulated time has come to its arrival, if `want` is plain, names its sender
     * and has no deadline: the task then runs ahead, and MACH_ATTENTION_AHEAD is set until its next call that waits or
     * reads the clock. Frames that came before that one, and did not fit, are given by the wait after that, with
     * `earlier` set: they belong before the frame that was given ahead, or right `behind` it, and their cost has been
     * charged. */
    int (*wait)(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out);

    /* Asks the host's control program: spawn, kill, lists, notify, mailboxes (control.h has the requests and their
     * bodies). Blocks until the answer is there, at the simulated cost of a message to the host and back. The request's
     * body is copied. Returns 0 or the request's own positive result, and *reply (the caller owns it until drop; NULL
     * if the answer has no body). Or returns MACH_SIGNALLED, before anything was done; or the request's PVM error.
     * *reply is NULL then. */
    int (*control)(void *m, int request, const void *body, uint32_t len_bytes, struct mach_frame **reply);

    /* ---- hardware help, or a fallback (control_program.h has them) ----------------------------------------------- */

    /* Sends one frame to every other task of `whom` (enum mach_whom) that exists now; dst_tid is not used. Errors as
     * post. Between two tasks the frame keeps its place among the posted ones. PvmBadParam: no such `whom`, or the host
     * has no row. */
    int (*broadcast)(void *m, int whom, struct mach_frame *f);

    /* Blocks until every task of `whom`, which the caller belongs to, is in the barrier. *all (may be NULL) gets the OR
     * of their status words. Returns 0; MACH_SIGNALLED (the caller is out of the barrier again); PvmSysErr as wait;
     * PvmBadParam if the caller does not belong to `whom`, or there is no such `whom`. */
    int (*barrier)(void *m, int whom, uint32_t status, uint32_t *all);

    /* The status lines of the cells, which are independent of barriers. If own is not NULL, this cell's lines are *own
     * until they are set again; if all is not NULL, it gets the OR over all cells as it is now. Does not wait for
     * anybody. Returns 0; PvmBadParam for setting on the host, which has no lines; PvmSysErr as post. */
    int (*status)(void *m, const uint32_t *own, uint32_t *all);

    /* Sends f to each of n tasks as post would, and spends cost ns before each native send. No tid may occur twice, nor
     * be the caller's. With who.hardware, if they are all the other tasks of the machine, f goes once over the
     * broadcast bus, for one cost and one native send; the receivers, and its place among the other frames, are the
     * same. Returns as post; after an error, the tasks listed before may have got it. */
    int (*multicast)(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost);

    /* Returns 1 if the barrier tree can serve these n tasks, that is if exactly one of them is on every cell and at
     * most one on the host; else 0. A task never changes its place, so everyone gets the same answer at any time. Costs
     * nothing, as the place of a task follows from its tid. */
    int (*covers)(void *m, const int32_t *tids, int n);

    /* The barrier of such tasks, the caller among them: blocks until all are in it. Each of them gives the same list,
     * in any order. Returns 0; MACH_SIGNALLED (the caller is out of the barrier again); PvmNoTask if one of them has
     * ended; PvmBadParam if covers says 0; PvmSysErr as wait. */
    int (*meet)(void *m, const int32_t *tids, int n);

    /* Marks an event for traces and reports; called only if the identity has `marks`. Other machines do nothing here.
     * Does not block in simulated time, and never changes what happens or when. `call` (NULL unless a call begins; the
     * machine copies it) is the outermost public function; calls inside it are not marked. `from`: where in
     * the program it was made. `frame` (NULL unless a message is accepted) came from wait, and the caller keeps it. */
    void (*mark)(void *m, enum mach_mark what, const char *call, const void *from, const struct mach_frame *frame);

    /* Returns the signals that tasks have sent since the last call, as a set: bit n - 1 is signal n. The caller raises
     * them, so that a handler runs at a simulated time, between calls, and may make calls itself. Signals that end a
     * process whatever it does are not among them. Costs no time. */
    uint64_t (*signals)(void *m);
};

/* Spends one library cost of that task's node. All library costs are spent here, except those passed to multicast. */
static inline void mach_spend(const struct mach_ops *ops, void *m, const struct mach_identity *who, enum mach_cost what)
{
    if (who->cost_ns[what] > 0)
        ops->charge(m, who->cost_ns[what]);
}

/* pvm-api calls these functions; pvm-api/assembly defines them, and tests define their own.
 *
 * mach_open: finds the machine for the calling task, and does not join it. Returns 0 and both outputs, or PvmSysErr
 * after one line on stderr that says why. mach_task_slot: the place where pvm-api keeps its pointer to the calling
 * task's state. Each task has one such place, which is never NULL and holds NULL at first. In a child of fork() it
 * holds NULL again, as the child is no task until it joins. mach_early_now, mach_early_idle: the clock of a process
 * that is not (yet) a task. It starts at 0 and only mach_early_idle moves it; a task that joins a machine begins with
 * that time. mach_early_node: the number of the node of such a process, with its name in *name, if whoever started the
 * process has said so (early_node.h); otherwise -1, and *name is untouched. mach_early_real: not 0 if such a process
 * sees the real time; for a task, struct mach_identity says so. */
int mach_open(const struct mach_ops **ops, void **m);
void **mach_task_slot(void);
mach_ns mach_early_now(void);
void mach_early_idle(mach_ns span);
int mach_early_real(void);
int mach_early_node(const char **name);

#ifdef __cplusplus
}
#endif

#endif
