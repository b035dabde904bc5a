/* carrier.h - the memory and the words that a task (C) and the simulator (C++) share: the process carrier.
 *
 * One region of anonymous shared memory (a memfd, so nothing is left behind): a header, one slot per task, one arena of
 * message bodies per slot. A slot belongs to the task while `turn` says CARRIER_TASK and to the simulator while it says
 * CARRIER_MACHINE; handing over is one exchange of that word (handover.h). A task collects its posts in the slot and
 * hands over only when it must wait. The simulator believes nothing that it reads here: it copies, then checks. A task
 * maps its own slot and arena; the header and the arenas of others it maps only to read. */
#ifndef CARRIER_H
#define CARRIER_H

#include <stdint.h>

#include "kernel/turn_reply.h"
#include "machine.h"
#include "work.h"

#define CARRIER_MAGIC UINT64_C(0x5031303030435252)
#define CARRIER_PROTOCOL 17u

#define CARRIER_POSTS 256                  /* posts a task may collect before it must hand over */
#define CARRIER_MARKS 256                  /* marks a task may collect before it must hand them over */
#define CARRIER_NAMES 64                   /* names of public functions that a task may have given numbers */
#define CARRIER_FRAMES 64                  /* frames the simulator gives at one hand-over */
#define CARRIER_READ (2 * CARRIER_FRAMES)  /* bodies that a task may give back before it hands over */
#define CARRIER_PAGE_BYTES UINT64_C(65536) /* whole pages of the system, whatever their size */
#define CARRIER_HEADER_BYTES CARRIER_PAGE_BYTES
#define CARRIER_INBOX_BYTES 131072 /* room for the bodies of one reply's frames in the slot */
#define CARRIER_INBOX_BODY 16384u  /* longer ones stay in the sender's arena, which the receiver maps */
#define CARRIER_INBOX UINT32_MAX   /* as a frame's `arena`: the inbox of the receiver's own slot */
#define CARRIER_ARENA_MOST \
    (UINT64_C(1) << 32) /* of address space for one arena; memory is used only as bodies fill it */
#define CARRIER_MAX_BODY UINT32_C(0x7fffffff) /* PVM counts lengths in int */

enum carrier_turn {
    CARRIER_TASK = 1,    /* the task runs */
    CARRIER_MACHINE = 2, /* the task waits for the simulator */
    CARRIER_DEAD = 3,    /* the process is gone; set by the simulator alone */
    CARRIER_ASLEEP = 16  /* or-ed in: the waiting side sleeps in the kernel and must be woken */
};

enum carrier_op {
    CARRIER_POST = 1,
    CARRIER_BROADCAST, /* posted; dst_tid: enum mach_whom, or CARRIER_AUDIENCE_ONLY */
    CARRIER_JOIN,      /* call.t_ns: the clock that the process brings along */
    CARRIER_LEAVE,
    CARRIER_WAIT,
    CARRIER_CONTROL,
    CARRIER_BARRIER,  /* request: enum mach_whom */
    CARRIER_FLUSH,    /* take the posts: they are full, or somebody may wait for them */
    CARRIER_STATUS,   /* request: 1 sets this cell's lines to call.status; gives reply.status, the OR of all */
    CARRIER_AUDIENCE, /* body: tids. result 1 if they are all the other tasks; the next broadcast is for them alone */
    CARRIER_COVERS,   /* body: tids. As mach_ops.covers */
    CARRIER_MEET,     /* body: tids. As mach_ops.meet */
    CARRIER_TELL,     /* the marks are full: take them, and nothing else; no time passes */
    CARRIER_IDLE,     /* nothing until call.deadline_ns; messages are left where they are */
    CARRIER_SETTLE    /* of a task that runs ahead: what time is it? No time passes */
};

#define CARRIER_AUDIENCE_ONLY 100 /* beside enum mach_whom */

/* One message posted, or arrived. The body lies at `offset` in the arena of slot `arena`, or in the receiver's inbox;
 * offset 0: no body. */
struct carrier_frame {
    uint32_t op, arena;
    int32_t src_tid, dst_tid, tag, context, encoding, wid, route;
    uint32_t len_bytes;
    uint32_t earlier, behind; /* arrived: not 0: as in mach_frame */
    uint64_t offset;
    uint64_t serial; /* arrived: which message of the run it is, if somebody looks into it; else 0 */
    int64_t t_ns;    /* posted: the task's clock after the native send; arrived: when the node had it whole */
    int64_t cpu_ns;  /* posted: processor time since the posting before it (or since the task got its turn) */
};

/* What a task notes while somebody looks into the run (carrier_header.traced), in the order of its happening. */
enum carrier_mark_kind {
    CARRIER_MARK_CALL = MACH_MARK_CALL,
    CARRIER_MARK_RETURN = MACH_MARK_RETURN,
    CARRIER_MARK_ACCEPT = MACH_MARK_ACCEPT,
    CARRIER_MARK_SLEEP, /* time passes without the processor */
    CARRIER_MARK_AWAKE,
    CARRIER_MARK_WHOLE_CALL, /* a call and its return, with no post and no other mark between them */
    CARRIER_MARK_WORK        /* traced 2: since the last such mark, `serial` operations of class src_tid were charged */
};

struct carrier_mark {
    int64_t t_ns; /* the task's clock */
    uint32_t kind;
    uint32_t nposts;    /* posts collected before it */
    uint64_t serial;    /* CARRIER_MARK_CALL: where the program made it; CARRIER_MARK_ACCEPT: of the message, */
    int32_t src_tid;    /* whose it was, */
    uint32_t len_bytes; /* and how long */
    int64_t return_ns;  /* CARRIER_MARK_WHOLE_CALL: when it returned */
    uint32_t name;      /* CARRIER_MARK_CALL, _WHOLE_CALL: the number of the public function's name, and if it is the */
    uint32_t is_new;    /* first with that number, or one that had it before has lost it: */
    char call[24];      /* the name */
};

/* What a task asks for when it hands over. */
struct carrier_call {
    uint32_t op;
    int32_t request;    /* CARRIER_CONTROL, _BARRIER, _STATUS; _JOIN: real time */
    uint32_t status;    /* CARRIER_BARRIER, _STATUS */
    uint32_t len_bytes; /* of the body, in the task's own arena */
    uint64_t offset;
    int64_t t_ns, cpu_ns;                                /* as in carrier_frame */
    int64_t deadline_ns;                                 /* in the task's clock; _CONTROL, _MEET: its alarm */
    struct mach_want_values want;                        /* CARRIER_WAIT, */
#define CARRIER_WANT_TEXT(NAME, BYTES) char NAME[BYTES]; /* and what struct mach_want says in words; "": NULL */
    MACH_WANT_TEXTS(CARRIER_WANT_TEXT)
#undef CARRIER_WANT_TEXT
};

/* What it gets back. */
struct carrier_reply {
    struct turn_reply values;
    int32_t ending; /* not 0: the machine is done with this process, which is to exit with this code, */
    uint32_t nframes;
    struct carrier_frame frames[CARRIER_FRAMES];
};

#define CARRIER_GOES_ON (-1) /* or is to go on without the machine */

/* A body of another's, or of the simulator's, that came with a reply and has been read: the simulator gives it back. */
struct carrier_read {
    uint32_t arena, padding;
    uint64_t offset;
};

/* What a task's own computing costs it. */
enum carrier_charges {
    CARRIER_CHARGES_NOTHING,
    CARRIER_CHARGES_COUNTED, /* what the compiler has counted (work.h); else nothing */
    CARRIER_CHARGES_MEASURED /* the processor time that it has taken on this computer */
};

/* Computing that has been counted. */
struct carrier_work {
    int64_t is_counted;                 /* the program was compiled so, or a library that it has loaded */
    int64_t ns;                         /* charged since the task joined */
    int64_t count[PVMSIM_WORK_CLASSES]; /* of what it consisted */
};

struct carrier_slot {
    uint32_t turn;
    uint32_t nposts, nmarks;
    uint32_t by_hand, nread; /* by_hand: it may wait for its user next: what it posts is handed over at once */
    int64_t clock_ns;        /* the task's clock, written as it moves: for the report of its death */
    uint64_t program_base;   /* where its program lies in its memory: what its file's addresses are counted from */
    struct mach_identity who;
    int64_t native_send_ns, native_recv_ns; /* of this node's kind */
    int64_t copy_send_ps, copy_recv_ps;     /* per byte */
    struct mach_work_price work_price;      /* of this node */
    struct carrier_work work;               /* counted, by the task as it is charged: for those who look into the run */
    struct carrier_call call;
    struct carrier_reply reply;
    struct carrier_read read[CARRIER_READ];
    struct carrier_frame posts[CARRIER_POSTS];
    struct carrier_mark marks[CARRIER_MARKS]; /* from here on untouched memory unless the run is looked into, */
    unsigned char inbox[CARRIER_INBOX_BYTES]; /* or messages with bodies come: good until the next CARRIER_WAIT */
};

struct carrier_header {
    uint64_t magic;
    uint32_t version, nslots;
    uint64_t slot_bytes; /* distance of slots, a multiple of CARRIER_PAGE_BYTES; the first is at CARRIER_HEADER_BYTES */
    uint64_t arena_bytes;   /* of address space for each arena, a power of two up to CARRIER_ARENA_MOST */
    uint64_t arenas_offset; /* arena i is at arenas_offset + i * arena_bytes */
    uint32_t traced;        /* 1: tasks are to note marks; 2: of their work, too */
    uint32_t charges;       /* enum carrier_charges */
    double cpu_factor;      /* CARRIER_CHARGES_MEASURED: processor time counts this many times */
};

/* ---- words on the socket: how a process becomes known to the machine, before the region is there ----------------
 * A hello comes with the process's stderr, if it has one: what its children print goes there. */

#define CARRIER_ENV_SOCKET "AP1000_SOCKET" /* abstract socket of the machine; set for every process it starts */
#define CARRIER_ENV_TICKET "AP1000_TICKET" /* which task the machine expects the process to become */

#define CARRIER_ENV_CLOCK "AP1000_CLOCK" /* simulated time at which the process was started [ns] */

/* The answer to CARRIER_DOWN. */
struct carrier_down_answer {
    uint32_t ntasks; /* that are ended with the machine */
};

/* The answer to CARRIER_PS. */
struct carrier_ps_answer {
    uint32_t bytes; /* that were written */
};

enum carrier_word {
    CARRIER_HELLO = 1,
    CARRIER_EXITING,
    CARRIER_DOWN,
    CARRIER_PS,  /* with a file as the process's stderr: the table of tasks is written into it, then an answer comes */
    CARRIER_TURN /* a signal handler of the task in slot `ticket` wants the turn, which its process has given away */
};

struct carrier_hello {
    uint64_t magic;
    uint32_t version, word;
    int32_t pid;
    int32_t padding;
    uint64_t ticket; /* 0: none; a process that a user started on a machine that is up */
    char program[256];
};

/* The answer comes with the memfd as SCM_RIGHTS. */
struct carrier_welcome {
    uint64_t magic;
    uint32_t version;
    int32_t status; /* 0, PvmOutOfRes, PvmBadVersion */
    uint32_t slot, nslots;
    uint32_t is_master; /* the machine ends with this process: it waits for that when it exits */
    uint32_t padding;
    char socket[104]; /* the machine's, for processes that this one starts by itself */
};

/* What both ends must agree on: the protocol, and the sizes of what they share, so that a libpvm3 and a simulator of
 * different builds are told from each other, too. */
#define CARRIER_SIZES(FIRST, SECOND) ((FIRST)*UINT32_C(0x9e3779b1) + (uint32_t)(SECOND))
#define CARRIER_LAYOUT                                                                                                 \
    CARRIER_SIZES(                                                                                                     \
        CARRIER_SIZES(CARRIER_SIZES(CARRIER_SIZES((uint32_t)sizeof(struct carrier_slot), sizeof(struct carrier_call)), \
                                    sizeof(struct carrier_reply)),                                                     \
                      sizeof(struct mach_identity)),                                                                   \
        sizeof(struct carrier_header) + sizeof(struct carrier_mark) + sizeof(struct carrier_frame))
#define CARRIER_VERSION (CARRIER_PROTOCOL << 24 | (CARRIER_LAYOUT >> 8))

#endif
