/* task.h - the task's side of the carrier: what task.c (the machine interface) and open.c (finding the machine)
 * share. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

#include "arena.h"
#include "carriers/slots/wire/carrier.h"
#include "carriers/slots/wire/handover.h"

/* A descriptor, and which file it is: a program may close the number, and use it for a file of its own. */
struct carrier_file {
    int fd; /* -1: none */
    dev_t device;
    ino_t inode;
};

/* What the program holds: the frame of the interface, and where its body lies in this task's arena (0: in own
 * memory). */
struct held_frame {
    struct mach_frame f;
    uint64_t offset;
    uint64_t serial;         /* as in struct carrier_frame */
    struct held_frame *next; /* of those to be used again */
};

struct carrier_machine {
    struct carrier_file socket; /* to the simulator; also tells when it is gone */
    struct carrier_file memory; /* the region's memfd, only to be read, if `all` could not be mapped; else none */
    const struct carrier_header *header;
    struct carrier_slot *slot;
    uint32_t slot_index, nslots;
    bool is_master, joined, gone;
    uint32_t charges;                        /* enum carrier_charges */
    bool in_call;                            /* _MEASURED: the library has the processor, between the marks of a call */
    struct mach_work *work;                  /* counted computing, */
    int64_t noted_work[PVMSIM_WORK_CLASSES]; /* and what marks have said of it */
    struct arena arena;                      /* this task's own */
    const unsigned char *all; /* the arenas of all slots, one behind the other; NULL: each body is mapped alone */
    unsigned char **arenas;   /* of a task in process: the simulator's */
    int64_t clock_ns, cpu_ns; /* own clock; processor time since the last posting */
    int64_t turn_ns;          /* own clock when the turn began */
    pthread_t caller;         /* who has handed over last, */
    pid_t caller_id;          /* and its number in the system; 0: nobody, or there are no threads */
    int64_t beside_ns, beside_cpu_ns; /* what other threads have let pass, not on the clock yet; computing in it */
    int64_t beside_seen_ns;           /* the latest time that one of them was told */
    struct mach_told told;            /* as the last reply said */
    uint32_t handed_posts;            /* handed over with the last call (the simulator empties the list) */
    uint32_t kept_posts;              /* handed over in this turn, without an end to it */
    int64_t cpu_seen_ns;              /* _MEASURED: thread CPU time already counted */
    int64_t door_ns;                  /* _MEASURED: what the clock itself takes, from one reading to the next */
    struct carrier_frame inbox[CARRIER_FRAMES]; /* arrived, given by the simulator, not yet taken by the program */
    uint32_t inbox_n, inbox_at;
    struct carrier_found { /* the reply to a wait that the library is to begin next: found with the poll before it */
        bool is_here, runs_ahead;
        int32_t result, interrupted;
        int64_t t_ns;
    } found;
    char names[CARRIER_NAMES][sizeof(((struct carrier_mark *)0)->call)]; /* of public functions, by the numbers that
                                                                            marks give them; "": none */
    struct held_frame *spare;                                            /* frames to be used again (frames.c) */
    struct handover_spin spin;
    uint32_t attention;        /* MACH_ATTENTION_* for pvm-api */
    uint64_t signals;          /* given by the simulator, not yet taken by pvm-api */
    struct carrier_meanwhile { /* of the hand-over under way: has a handler come that calls? */
        enum {
            CARRIER_ALONE, /* no, or there is none */
            CARRIER_EARLY, /* before the call was given: another one, which asks nothing, is given in its place */
            CARRIER_LATE,  /* after it, and there is no answer for the call, */
            CARRIER_KEPT   /* or this one, for when the handler is done */
        } how;
        int32_t result;
        uint32_t status, nframes;
        struct carrier_frame frame;
    } meanwhile;
};

/* In `charges`: only what other threads of the process let pass. */
#define CARRIER_CHARGES_BESIDE UINT32_C(16)

extern const struct mach_ops carrier_ops;
extern const struct mach_row mach_row_ap1000; /* machines.h */

/* ---- turn.c ---- */

static inline void carrier_set_clock(struct carrier_machine *c, int64_t clock_ns)
{
    c->clock_ns = clock_ns;
    __atomic_store_n(&c->slot->clock_ns, clock_ns, __ATOMIC_RELAXED);
}

/* The slot's marks are full: hands them over, which is no event of the simulation. False: the machine is gone. */
bool carrier_tell_marks(struct carrier_machine *c);

/* The next mark of this kind, at this time, which counts once it is passed to carrier_noted; the caller sets what else
 * it has. NULL: the machine is gone. */
static inline struct carrier_mark *carrier_next_mark(struct carrier_machine *c, uint32_t kind)
{
    struct carrier_slot *s = c->slot;
    if (c->gone || (s->nmarks >= CARRIER_MARKS && !carrier_tell_marks(c)))
        return NULL;
    struct carrier_mark *m = &s->marks[s->nmarks];
    m->t_ns = c->clock_ns;
    m->kind = kind;
    m->nposts = s->nposts;
    return m;
}
static inline void carrier_noted(struct carrier_machine *c)
{
    __atomic_store_n(&c->slot->nmarks, c->slot->nmarks + 1, __ATOMIC_RELEASE);
}
static inline void carrier_note(struct carrier_machine *c, uint32_t kind)
{
    if (carrier_next_mark(c, kind) != NULL)
        carrier_noted(c);
}

/* What other threads have let pass goes onto the clock (process/task/threads.c). */
void carrier_spend_beside(struct carrier_machine *c);

/* A handler that makes calls while its process waits for the turn gets the turn first. Before anything else. */
void carrier_take_back(struct carrier_machine *c);

/* Begins slot->call, before its other members are filled: what a handler asks meanwhile leaves another op there, and
 * the call counts as interrupted. */
static inline void carrier_ask(struct carrier_machine *c, enum carrier_op op)
{
    if (c->meanwhile.how == CARRIER_EARLY &&
        handover_who(__atomic_load_n(&c->slot->turn, __ATOMIC_ACQUIRE)) != CARRIER_TASK) {
        c->attention |= MACH_ATTENTION_INSIDE; /* just after it was given late, before that was noted */
        carrier_take_back(c);
    }
    c->slot->call.op = (uint32_t)op;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
/* Hand it over, filled. False: the machine is gone. */
bool carrier_hand_over(struct carrier_machine *c, enum carrier_op op);
/* Both, of a call with no other members. */
static inline bool carrier_call(struct carrier_machine *c, enum carrier_op op)
{
    carrier_ask(c, op);
    return carrier_hand_over(c, op);
}

/* ---- task.c, for hardware.c ---- */

/* The program's own work since the library gave it the processor back, counted or measured; and the library's, which is
 * not charged. */
void carrier_spend_own_work(struct carrier_machine *c);
void carrier_skip_measured(struct carrier_machine *c);

/* Does what the program does between two calls take time? */
static inline bool carrier_work_takes_time(const struct carrier_machine *c)
{
    return c->charges == CARRIER_CHARGES_MEASURED ||
           (c->charges == CARRIER_CHARGES_COUNTED && mach_work_is_counted(c->work));
}

/* Before a call begins and after it. */
static inline void carrier_count_own_work(struct carrier_machine *c)
{
    if ((c->attention & MACH_ATTENTION_INSIDE) != 0)
        carrier_take_back(c);
    if (c->charges != CARRIER_CHARGES_NOTHING)
        carrier_spend_own_work(c);
}

static inline void carrier_forget_library_work(struct carrier_machine *c)
{
    if (c->charges == CARRIER_CHARGES_MEASURED)
        carrier_skip_measured(c);
}

/* What each call says, and what its reply must find empty. The call's op has been set. */
void carrier_begin_call(struct carrier_machine *c);
/* Puts into the slot what the task says that it waits for, or leaves behind; want may be NULL. */
void carrier_say_want(struct carrier_slot *s, const struct mach_want *want);
/* What each reply brings, to a task in a process or in the simulator: its turn begins or goes on, the time, signals. */
void carrier_read_reply(struct carrier_machine *c);
/* Processor time passes for this task. */
static inline void carrier_spend(struct carrier_machine *c, int64_t cost_ns)
{
    c->cpu_ns += cost_ns;
    carrier_set_clock(c, c->clock_ns + cost_ns);
}
/* Charge the native send and note the frame in the slot, as CARRIER_POST or CARRIER_BROADCAST. As mach_ops.post. */
int carrier_post_as(struct carrier_machine *c, struct mach_frame *f, enum carrier_op op);
/* A call with a body; what waits for nobody is made again if a signal's handler has come before it was given. 0,
 * PvmNoMem, PvmSysErr. */
int carrier_call_with_body(struct carrier_machine *c, enum carrier_op op, int request, const void *body,
                           uint32_t len_bytes);

/* What the library's own copies of a body cost [ns]. */
static inline int64_t carrier_copy_ns(int64_t ps_per_byte, uint32_t len_bytes)
{
    return (ps_per_byte * (int64_t)len_bytes + 500) / 1000;
}

/* ---- frames.c ---- */

/* mach_ops.frame and .drop. */
int carrier_frame_new(void *m, uint32_t len_bytes, struct mach_frame **out);
void carrier_frame_drop(void *m, struct mach_frame *f);
/* Take an arrived frame's body into memory of our own and give the sender's back. 0, PvmNoMem. */
int carrier_take(struct carrier_machine *c, const struct carrier_frame *a, struct mach_frame **out);
void carrier_give_back(struct carrier_machine *c, const struct carrier_frame *a);
/* A frame that arrived has its body in memory of its own; to send it on, it goes into the arena first. 0, PvmNoMem. */
int carrier_into_arena(struct carrier_machine *c, struct held_frame *h);
/* Frees what is kept to be used again; the last thing. */
void carrier_free_spares(struct carrier_machine *c);

/* ---- waits.c: mach_ops.wait and .mark ---- */

/* What the reply to a wait has brought, so many frames, goes into the inbox. */
void carrier_fill_inbox(struct carrier_machine *c, uint32_t nframes);

int carrier_wait(void *m, mach_ns deadline, const struct mach_want *want, struct mach_frame **out);
void carrier_mark(void *m, enum mach_mark what, const char *name, const void *from, const struct mach_frame *f);

/* ---- hardware.c: the slots of the same names ---- */
int carrier_broadcast(void *m, int whom, struct mach_frame *f);
int carrier_barrier(void *m, int whom, uint32_t status, uint32_t *all);
int carrier_status(void *m, const uint32_t *own, uint32_t *all);
int carrier_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost);
int carrier_covers(void *m, const int32_t *tids, int n);
int carrier_meet(void *m, const int32_t *tids, int n);

/* The machine of this process, NULL if it has none. */
struct carrier_machine *carrier_current(void);

/* Connect (or start a private machine) and map the region. NULL: not possible, and why has been said on stderr. */
struct carrier_machine *carrier_connect(void);

/* Undo carrier_connect. */
void carrier_disconnect(struct carrier_machine *c);

/* ---- files.c ---- */

/* fd -1: none. */
struct carrier_file carrier_file_of(int fd);

/* The file's number; -1 if there is none, or the program has closed it. */
int carrier_file_number(const struct carrier_file *f);

/* Close it, unless the program has. */
void carrier_file_close(struct carrier_file *f);

/* ---- memory.c ---- */

/* Map the header, the own slot and arena, and what can be mapped of the others' to read; `memory` is closed if it is
 * not needed any more. False: not possible; errno says why. */
bool carrier_map(struct carrier_machine *c, int memory, uint32_t slot_index);
void carrier_unmap(struct carrier_machine *c);

/* ---- memory.c; in process, current.c ---- */

/* The body of a frame that has arrived, in whosever arena it lies, to be read until it is looked away from. NULL: there
 * is no address space for it. */
const unsigned char *carrier_look_at(struct carrier_machine *c, const struct carrier_frame *a);
void carrier_look_away(struct carrier_machine *c, const struct carrier_frame *a, const unsigned char *body);

/* mach_row.beside. threads.c */
struct mach_beside;
bool carrier_beside(void *m, struct mach_beside *b);

/* Start a private machine: the end of a socket to it, or -1 (said on stderr). */
int carrier_start_private(void);

/* Only in a process that ends normally: leave if still a task; the master waits until the rest of the machine has
 * ended. */
void carrier_process_ends(void);

/* The clock of this process while it is no task [ns]. */
void carrier_early_set(int64_t clock_ns);
