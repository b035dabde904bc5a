/* pvmi.h - what the files of pvm-api share: the state of a task, its message buffers, and the frame of a public call.
 *
 * Nothing here is seen by users. All state hangs off struct pvm_task; there is no mutable file-scope variable.
 */
#ifndef PVMI_H
#define PVMI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "machine.h"
#include "pvm3.h"

#define PVM_PUBLIC __attribute__((visibility("default")))

#define PVMI_NOPTS 26 /* options 1..25 of pvm_setopt */

/* ---- message buffers (buffer.c) ------------------------------------------------------------------------------- */

struct pvmi_segment; /* PvmDataInPlace: a piece of the user's memory, read when the message is sent (inplace.c) */

/* A message buffer, known to the user by its mid. It holds encoded bytes: either its own, being packed, or those of a
 * frame that arrived. */
struct pvmi_buf {
    int mid;
    int encoding;              /* PvmDataDefault, PvmDataRaw, PvmDataInPlace */
    int src, dst, tag, context, wid, crc;
    unsigned char *own;        /* bytes packed so far; malloc'ed; NULL for a message that arrived */
    size_t len_bytes, room_bytes;
    size_t at;                 /* where unpacking goes on */
    bool read;                 /* PvmDataDefault, and it came or was the receive buffer: packing begins it anew, as in PVM */
    struct pvmi_segment *segments; /* PvmDataInPlace only */
    size_t nsegments;
    struct mach_frame *frame;  /* arrived: the message; packed: what was last posted, until more is packed. Owned */
    bool waits;                /* arrived, and not received yet: the user may know it by pvm_probe, and free it */
};

struct pvmi_arrived;  /* match.c: frames that came and that no receive call has taken yet */
struct pvmi_catch;    /* catchout.c */
struct pvmi_handler;  /* handler.c */
struct pvmi_trace;    /* trace_events.c */
struct pvmi_trace_event; /* trace_tables.h */

/* Why the frame of public calls looks closer, in watched. */
#define PVMI_MARKED 1 /* somebody looks into the run */
#define PVMI_TRACED 2 /* the task sends trace events */

/* ---- the task (task.c) ---------------------------------------------------------------------------------------- */

struct pvm_task {
    const struct mach_ops *ops;
    void *m;
    struct mach_identity who;
    bool joined;
    bool came_back;                /* it has left before: what its first enrollment set is the user's now */
    int depth;                     /* of public calls inside public calls: only the outermost reports errors */
    bool in_group_call;            /* and has been told as a mark: the calls that libgpvm3 makes inside are not */
    int watched;                   /* PVMI_MARKED, PVMI_TRACED; 0 almost always */
    int option[PVMI_NOPTS];        /* pvm_setopt values by their number */
    int noreset_index;             /* of the mailbox that says so, while PvmNoReset is set */
    int context;                   /* of messages sent and received now */
    int inherited;                 /* the context that its first enrollment began in */
    bool spawned;                  /* had a parent then */
    struct pvmi_buf **bufs;        /* by mid - 1; buffer.c */
    size_t nbufs;
    int sbuf, rbuf;                /* mids, 0: none */
    struct pvmi_arrived *arrived_first, *arrived_last;
    int searches;                  /* under way among them: above 1 inside the user's own matching function */
    struct pvmi_catch *catches;
    struct pvmi_handler *handlers;
    int (*recvf)(int, int, int);   /* pvm_recvf's matching function; NULL: the library's own */
    void *hosts, *tasks, *tidlist, *mboxinfo; /* arrays that pvm_config, pvm_tasks, pvm_siblings, pvm_getmboxinfo gave out */
    void *noresets;                /* array that pvm_getnoresets gave out */
    int *fds;                      /* what pvm_getfds gave out: one descriptor; NULL: nothing yet */
    struct mach_frame *seen;       /* it came while select waited, and no call has taken it in */
    void *master;                  /* the host that pvm_reg_rm gave out */
    bool has_role[4];              /* by enum system_role */
    int role_index[4];             /* which mailbox entry says so, plus 1; 0: none */
    int next_wait_id;              /* manager.c: of the next request */
    bool manager_watched;          /* its end will be told */
    int *contexts;                 /* what pvm_newcontext gave this task and it still owns */
    int ncontexts, context_last;   /* context_last: number of the newest */
    FILE *catch_file;              /* where caught output goes; NULL: pvm_catchout was never called */
    int next_mhid;                 /* handler.c */
    mach_ns waited_ns;             /* of the task's clock, what passed without using the processor */
    mach_ns left_ns, left_early_ns; /* both clocks when the task last left; 0 before */
    uint32_t no_attention;         /* where who.attention points if the machine has none */
    uint64_t signals;              /* taken from the machine, not yet raised; bit n - 1 is signal n */
    mach_ns alarm_at, alarm_every; /* of ITIMER_REAL, own clock; alarm_at 0: not set, alarm_every 0: once */
    char tmask[2][40];             /* trace masks: own, children's */
    struct pvmi_trace *trace;      /* trace.h; NULL: never traced */
    const struct pvmi_trace_event *traced; /* of the call that the program is in; NULL: none is sent */
    int trace_depth;               /* where the program's own calls begin: above 0 inside a message handler */
    void *group;                   /* libgpvm3's own */
    void (*group_end)(void *);     /* called with it at pvm_exit, while still enrolled */
    void *fortran;                 /* libfpvm3's own */
    void (*fortran_end)(void *);   /* the same for it */
};

/* Every public call: t = pvmi_enter() finds the calling task and enrolls it if need be (NULL: it could not, and
 * PvmSysErr is due); then work; then return pvmi_return(t, "pvm_name", code), which reports a negative code as
 * PvmAutoErr says, sets pvm_errno, and gives the code back. t may be NULL. */
struct pvm_task *pvmi_enter_call(const char *call);
#define pvmi_enter() pvmi_enter_call(__func__) /* of the public function itself; elsewhere give the public name */
int pvmi_return(struct pvm_task *t, const char *call, int code);

/* As pvmi_return for a negative code that is an answer rather than a mistake: sets pvm_errno, prints nothing. */
int pvmi_return_quiet(struct pvm_task *t, int code);
/* ... that PVM does not keep in pvm_errno either. */
int pvmi_return_answer(struct pvm_task *t, int code);

/* The calling task if it is enrolled now, else NULL: never enrolls. */
struct pvm_task *pvmi_self(void);

/* Where its state is kept, made if need be; enrolled or not. NULL: no memory. */
struct pvm_task *pvmi_here(void);

/* Leave and free everything, if there is anything: the process or its thread ends. May be called at any time. */
void pvmi_task_end(void);

/* One control request of this task; ops->control with the call's own handling of NULL. `out` (may be NULL) gets the
 * answer's body: the caller drops the frame. Frees the request body. */
struct wire_out;
struct wire_in;
int pvmi_control(struct pvm_task *t, int request, struct wire_out *body, struct mach_frame **reply, struct wire_in *in);
/* ... of a request whose answer is its code alone. */
int pvmi_control_code(struct pvm_task *t, int request, struct wire_out *body);

/* The message is the program's now: told to those who look into the run, if there are any. */
static inline void pvmi_mark_accept(struct pvm_task *t, const struct mach_frame *f)
{
    if (t->who.marks != 0)
        t->ops->mark(t->m, MACH_MARK_ACCEPT, NULL, f);
}

/* Charge one library cost of this node. */
void pvmi_charge(struct pvm_task *t, enum mach_cost what);

/* ---- buffer.c, encode.c --------------------------------------------------------------------------------------- */

/* The buffer of that mid. PvmNoSuchBuf. */
int pvmi_buf_find(struct pvm_task *t, int mid, struct pvmi_buf **out);
/* A new, empty one. 0 and *out (t owns it); PvmBadParam (encoding), PvmNoMem. */
int pvmi_buf_new(struct pvm_task *t, int encoding, struct pvmi_buf **out);
void pvmi_buf_free(struct pvm_task *t, struct pvmi_buf *b);
/* Free all: at pvm_exit. */
void pvmi_buf_free_all(struct pvm_task *t);
/* The buffer's bytes as a frame ready to post (encoding and body set; the caller sets dst_tid, tag, context). The buffer
 * keeps owning it, and gives the same one again until more is packed; PvmDataInPlace reads the user's memory anew each
 * time. 0; PvmNoMem. */
int pvmi_buf_frame(struct pvm_task *t, struct pvmi_buf *b, struct mach_frame **out);
/* A new buffer around a frame that arrived; owns the frame from now on (also on error: it is dropped). 0; PvmNoMem. */
int pvmi_buf_from_frame(struct pvm_task *t, struct mach_frame *f, struct pvmi_buf **out);

/* ---- match.c -------------------------------------------------------------------------------------------------- */

/* What a receive call looks for, and under which name it waits. */
struct pvmi_look {
    const char *call;
    int tid, tag;     /* -1: any */
    mach_ns deadline; /* own clock; 0: what is there now; MACH_FOREVER */
    bool take;        /* false: it stays where it is (probe) */
};
/* The first message of the task's context that fits, as the matching function says. 1 and *out; 0: none by the deadline;
 * an error of the machine or of the user's matching function. */
int pvmi_match(struct pvm_task *t, const struct pvmi_look *look, struct pvmi_buf **out);
/* Take in one frame, whoever it is for: output and handled messages are dealt with, others kept. 1, 0, error as wait. */
int pvmi_match_pull(struct pvm_task *t, const struct pvmi_look *look);
void pvmi_match_free(struct pvm_task *t);

/* It waits no longer to be received: it has been, or is freed. */
void pvmi_match_forget(struct pvm_task *t, struct pvmi_buf *b);
/* Wait for the answer, the message of context 0 with this source, tag and wait id: 1 and *out (the caller frees it); or for
 * the other message that ends the wait: 0. An error of the machine. */
struct pvmi_reply {
    const char *call;
    int src, tag, wait_id;
    int other_context, other_tag;
};
int pvmi_match_reply(struct pvm_task *t, const struct pvmi_reply *r, struct pvmi_buf **out);

/* ---- abi.c ---------------------------------------------------------------------------------------------------- */

/* The task's context has changed. */
void pvmi_abi_context(const struct pvm_task *t);

/* ---- manager.c ---------------------------------------------------------------------------------------------------- */

/* Does a resource manager take this task's requests? */
static inline bool pvmi_managed(const struct pvm_task *t)
{
    return t->who.manager_tid > 0;
}

/* As pvmi_control, but of the manager, and both bodies are system_body.h's. 0 and *answer, whose body *in reads (the caller
 * frees it with pvmi_buf_free); PvmNoTask: it has ended, from now on the task has none; an error of the machine. */
int pvmi_manager_ask(struct pvm_task *t, const char *call, int tag, struct wire_out *body, struct pvmi_buf **answer, struct wire_in *in);
/* The same without an answer. Frees the body. 0 or an error. */
int pvmi_manager_tell(struct pvm_task *t, int tag, int wait_id, struct wire_out *body);

/* ---- clock.c -------------------------------------------------------------------------------------------------- */

/* Whether what the process sees as time is simulated: unless AP1000_TIME=real. */
bool pvmi_clock_simulated(void);
/* This process's simulated time and processor time [ns]. Of a task, reading costs MACH_COST_CLOCK. Never enrolls. */
mach_ns pvmi_clock_now(void);
mach_ns pvmi_clock_cpu(void);
/* Let simulated time pass. What was left [ns] when the program's handler of a signal cut it short, else 0. */
mach_ns pvmi_clock_idle(mach_ns span);
/* The clock of a task, enrolled or not (NULL: of a process that never was one), without the cost of reading it. */
mach_ns pvmi_clock_of(const struct pvm_task *t);

/* ---- signals.c ------------------------------------------------------------------------------------------------- */

/* Raise what is due: what other tasks have sent, and the alarm clock's. Handlers run inside; they may make any call, leave
 * the machine, or not come back. True if any ran. */
bool pvmi_signals(struct pvm_task *t);
/* Could pvmi_signals have anything to do? */
static inline bool pvmi_signals_due(const struct pvm_task *t)
{
    return (*t->who.attention & MACH_ATTENTION_SIGNALS) != 0 ||
           (t->alarm_at != 0 && pvmi_clock_of(t) >= t->alarm_at);
}
/* `when`, or the time of the alarm if that is earlier. */
static inline mach_ns pvmi_or_alarm(const struct pvm_task *t, mach_ns when)
{
    return t->alarm_at != 0 && t->alarm_at < when ? t->alarm_at : when;
}

/* ---- libc.c: what calls that wait share ---------------------------------------------------------------------------- */

/* Too long to count is as long as can be. */
mach_ns pvmi_span_ns(int64_t s, int64_t ns);
/* Was a wait cut short by a signal, with `left` ns to go? Then errno says so, and *out (may be NULL) what was left. */
struct timespec;
bool pvmi_cut_short(mach_ns left, struct timespec *out);

/* ---- getfds.c ------------------------------------------------------------------------------------------------------ */

/* The descriptor that pvm_getfds gave out; -1: none. The kernel never shows it as readable, select and poll here do. */
int pvmi_message_fd(const struct pvm_task *t);
/* Is there a message that no call has looked at? Waits for one until `deadline` (own clock; any past time: looks). 1, 0;
 * -1 with errno EINTR: a handler of a signal has run. */
int pvmi_message_here(struct pvm_task *t, const char *call, mach_ns deadline);
/* The frame that pvmi_message_here found, once; NULL. */
struct mach_frame *pvmi_message_take(struct pvm_task *t);
/* Whether this task waits for people: the machine then goes on without it. 0 or an error. */
int pvmi_wait_outside(struct pvm_task *t, bool outside);
void pvmi_fds_free(struct pvm_task *t);

/* ---- send.c --------------------------------------------------------------------------------------------------- */

/* Charge and post one frame that is filled but for dst_tid, tag, context. */
int pvmi_post(struct pvm_task *t, struct mach_frame *f, int tid, int tag);

/* ---- handler.c, catchout.c ------------------------------------------------------------------------------------ */

/* If a handler wants the message, run it; the message is then freed. */
bool pvmi_handle(struct pvm_task *t, struct pvmi_buf *b);
bool pvmi_handles(const struct pvm_task *t, const struct pvmi_buf *b); /* would one? */
void pvmi_handler_free(struct pvm_task *t);

#define PVMI_CATCH_CONTEXT 0x7ffff /* of the messages that bring caught output; both numbers as in PVM 3.4.6 */
#define PVMI_CATCH_TAG ((int)0x80030005)
/* If the frame brings caught output, write it. The frame stays the caller's. */
bool pvmi_catch(struct pvm_task *t, const struct mach_frame *f);
/* A child was started whose output comes here. */
void pvmi_catch_child(struct pvm_task *t, int tid);
/* Wait until the output of every child has ended. */
void pvmi_catch_wait(struct pvm_task *t);
void pvmi_catch_free(struct pvm_task *t);

/* ---- options.c, tasks and hosts given out ---------------------------------------------------------------------- */

void pvmi_option_defaults(struct pvm_task *t);
/* What a task finds set when it enrolls, from the identity it was given. */
void pvmi_option_joined(struct pvm_task *t);
/* Keep a list for the user in place of the one given out before, which is freed; the new one again. */
void *pvmi_list_keep(void **slot, void *list);
/* Free what pvm_config, pvm_tasks, pvm_siblings, pvm_getmboxinfo gave out. */
void pvmi_lists_free(struct pvm_task *t);

#endif
