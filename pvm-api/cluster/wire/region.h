/* region.h - the memory that the processes of one node share: an inbox and an arena for each task, and for the daemon.
 *
 * One memfd, so that nothing is left behind. A sender puts a note (a frame's head) and its body into its own arena and
 * hangs the note into the inbox of the receiver: a task's on the same node, else the daemon's. The receiver gives both
 * back. All tasks of a node belong to one user, and trust each other and the daemon, as with PVM's daemons.
 *
 * Everything in here is named by its offset from the beginning of the region, never by an address. 0 is no offset. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "machine.h"

#define CLUSTER_MAGIC UINT64_C(0x50564d6e6f646531)
#define CLUSTER_VERSION 6u
#define CLUSTER_SLOTS 1024                        /* processes of one node at most, the daemon (slot 0) included */
#define CLUSTER_HELD 256                          /* messages that a task may read where their sender has put them */
#define CLUSTER_ARENA_BYTES (UINT64_C(1) << 32)   /* address space at most; memory is used only as bodies fill it */
#define CLUSTER_WINDOW_BYTES (UINT64_C(16) << 20) /* that a node sends to a task of another before it is received */
#define CLUSTER_NAME_BYTES 100

/* An inbox's head that is no note: it is empty, and its owner looks; or sleeps on the futex, or in epoll. */
#define CLUSTER_AWAKE UINT64_C(0)
#define CLUSTER_ASLEEP UINT64_C(1)
#define CLUSTER_POLLS UINT64_C(2)

enum cluster_kind {
    CLUSTER_FRAME = 1, /* a message */
    CLUSTER_REQUEST,   /* a task asks its daemon: request, round, body */
    CLUSTER_ANSWER,    /* to it: result, round, body */
    CLUSTER_TAKEN,     /* a task has received `round` bytes from the node with number `request` */
    CLUSTER_WANTS,     /* a task wants a connection to dst_tid, on another node */
    CLUSTER_CONNECTED, /* to a task: a connection with task src_tid. request: enum cluster_way */
    CLUSTER_EVENTS_OF, /* a task hands over records of itself (run_events.h) */
    CLUSTER_CHECK,     /* to a task: who was to send it the note at `round`, the owner of slot `request`, has died; if
                          it never came, it is freed */
    CLUSTER_HAS,       /* a task has the end of a connection from dst_tid; request 0: it has no descriptor for it */
    CLUSTER_WAKES      /* it has none to wake the owner of slot `request` */
};

enum cluster_way {
    CLUSTER_WAY_NONE, /* it cannot be had */
    CLUSTER_WAY_OVER, /* the other task has closed it */
    CLUSTER_WAY_IN,   /* messages from src_tid come by it; it comes by the task's socket, with the tid before it */
    CLUSTER_WAY_OUT   /* the same, of messages to src_tid */
};

struct cluster_note {
    uint64_t next;  /* in an inbox: the one pushed before; in a chain of taken ones: the one that came after */
    uint64_t later; /* while an inbox is emptied: the one pushed after */
    uint64_t serial_next, early_next, early_before; /* of early ones: of the same sender, and in the list of all */
    uint32_t kind, from_slot;                       /* whose arena it lies in, with its body */
    int32_t src_tid, dst_tid, tag, context, encoding, wid;
    uint32_t seen; /* it has been taken out of an inbox */
    int32_t request, result;
    uint32_t len_bytes; /* of the body */
    uint64_t body, round;
    uint64_t serial; /* among those of src_tid to dst_tid, from 1, if some of these go by a connection; 0: none */
    mach_ns arrived;
};

#define CLUSTER_NOBODY UINT32_MAX

enum cluster_state {
    CLUSTER_FREE,
    CLUSTER_PROMISED, /* a process has been started, and may be sent messages; it has not joined yet */
    CLUSTER_JOINED,
    CLUSTER_LEFT, /* its process goes on */
    CLUSTER_ENDED /* its process is gone; what it sent may be under way still */
};

struct cluster_slot {
    _Alignas(64) uint64_t inbox; /* the note pushed last; or CLUSTER_AWAKE, CLUSTER_ASLEEP, CLUSTER_POLLS */
    uint32_t bell;               /* the owner sleeps on it; counts what has come or been taken */
    uint32_t begun, given;       /* notes in its arena: begun by the owner, and given back, by anybody */
    uint32_t counted;            /* what `begun` is with the one at `posting` */
    uint32_t state;              /* enum cluster_state; written by the daemon */
    int32_t tid;                 /* 0: none */
    int32_t pid;
    uint32_t wake;                /* names the socket that wakes it out of epoll */
    uint64_t top;                 /* as arena.top, for the daemon, which gives the memory of the dead back */
    uint64_t posting;             /* a note of its own that nobody else has yet, perhaps; 0 */
    uint32_t posting_to;          /* the slot that is to get it, or CLUSTER_NOBODY */
    _Alignas(64) uint64_t taking; /* the chain of notes that are being taken out of the inbox, as they hung there */
    uint64_t taken;               /* the chain of notes that the owner has taken out and not read */
    uint64_t early;               /* the list of those that have overtaken others of the same sender */
    uint64_t answers;             /* the chain of answers whose asker has not looked yet */
    uint64_t held[CLUSTER_HELD];  /* notes whose bodies it reads where they are; 0: free */
    uint64_t events;              /* records of itself that the daemon has not got; 0: none */
    uint32_t nevents;
    struct mach_identity who;
};

struct cluster_header {
    uint64_t magic;
    uint32_t version, nslots;
    uint64_t slots_at, arenas_at, arena_bytes, bytes;
    mach_ns zero_ns;                      /* what CLOCK_MONOTONIC of this computer shows at time 0 of the machine */
    int32_t daemon_pid, number;           /* of the node, from 0 */
    char name[CLUSTER_NAME_BYTES];        /* of the daemon's socket; others begin so */
    uint16_t slot_of[TID_LOCAL_PART + 1]; /* by the local part of a tid; 0: no such task here */
};

/* Notes in that arena that others hold or will. */
static inline uint32_t cluster_under_way(const struct cluster_slot *s)
{
    return s->begun - __atomic_load_n(&s->given, __ATOMIC_ACQUIRE);
}

/* One process's view of it. */
struct cluster_region {
    unsigned char *base;
    struct cluster_header *header;
    int memory; /* the memfd, or -1 */
    int waker;  /* the socket by which it wakes others; 0: none yet */
};

/* Makes a region, whose arenas have at most so many bytes; maps one that another process has made. False and errno:
 * not possible. */
bool cluster_region_make(struct cluster_region *r, uint64_t most_bytes);
bool cluster_region_map(struct cluster_region *r, int memory);
void cluster_region_unmap(struct cluster_region *r);

static inline struct cluster_slot *cluster_slot(const struct cluster_region *r, uint32_t index)
{
    return (struct cluster_slot *)(void *)(r->base + r->header->slots_at) + index;
}

static inline uint64_t cluster_arena_at(const struct cluster_region *r, uint32_t index)
{
    return r->header->arenas_at + index * r->header->arena_bytes;
}

static inline struct cluster_note *cluster_note(const struct cluster_region *r, uint64_t at)
{
    return (struct cluster_note *)(void *)(r->base + at);
}

/* A new note with all fields 0 in the arena of that slot, which is the caller's. Returns its offset, or 0. */
uint64_t cluster_note_new(const struct cluster_region *r, struct arena *a, uint32_t slot);
/* Makes one of the bytes at that offset, which are of that slot's arena. */
void cluster_note_begin(const struct cluster_region *r, uint64_t at, uint32_t slot);
/* A new note with a body of so many bytes, a copy of those at `body`, or to be filled in if that is NULL. Returns the
 * note's offset; 0: there is no room for both. */
uint64_t cluster_note_with(const struct cluster_region *r, struct arena *a, uint32_t slot, const void *body,
                           uint32_t len_bytes);
/* A note becomes that message, which has come or been sent now; the body lies at that offset, and has its length. */
void cluster_note_frame(const struct cluster_region *r, uint64_t at, const struct mach_frame *f, uint64_t body);
/* Room for a body in the same arena, with one reference. Returns its offset in the region, or 0. */
uint64_t cluster_body_new(const struct cluster_region *r, struct arena *a, uint32_t slot, uint64_t len_bytes);
/* Gives the memory of much that is read back to the system, not too often: to be called before the arena's owner
 * sleeps. *last_ns: when it was done last. */
void cluster_trim(struct arena *a, mach_ns *last_ns);
/* Gives a note back, with its reference to its body. A CLUSTER_CHECK does its work then. */
void cluster_note_free(const struct cluster_region *r, uint64_t at);

static inline bool cluster_is_empty(uint64_t inbox)
{
    return inbox <= CLUSTER_POLLS;
}

/* Hangs the note into that inbox. Returns how its owner sleeps: the caller then wakes it; or CLUSTER_AWAKE. */
uint64_t cluster_push(const struct cluster_region *r, uint32_t slot, uint64_t at);
/* The same for a task's inbox, and wakes the task. (The daemon has a descriptor for that.) False: as below. */
bool cluster_give(struct cluster_region *r, uint32_t slot, uint64_t at);
/* Wakes the owner of that slot, who sleeps in epoll. False: this process has no descriptor for that. */
bool cluster_wake_by_socket(struct cluster_region *r, uint32_t slot);
/* The socket that wakes the owner of that slot out of epoll; it gets a name that nobody has. -1: not possible. */
int cluster_wake_open(struct cluster_region *r, uint32_t slot);
/* Takes all notes out of an inbox: the one that came first, from which `next` leads to the one after it; or 0. */
uint64_t cluster_take(const struct cluster_region *r, uint32_t slot);
/* The same for a process that may be killed meanwhile: the notes stay in slot->taking. Returns the one that came first,
 * from which `later` leads to the one after it, or 0. cluster_took: that first one is somewhere else now. */
uint64_t cluster_take_first(const struct cluster_region *r, uint32_t slot);
void cluster_took(const struct cluster_region *r, uint32_t slot, uint64_t first);
/* The note is the owner's alone: nobody else will get it. */
void cluster_keep(const struct cluster_region *r, uint64_t at);
/* The owner of that slot has died: returns the note that it was about to send, and that nobody has perhaps, or 0. *to:
 * the slot that was to get it, or CLUSTER_NOBODY. */
uint64_t cluster_unposted(const struct cluster_region *r, uint32_t slot, uint32_t *to);
/* A note becomes a CLUSTER_CHECK for it. The slot stays in use until that is freed. */
void cluster_note_check(const struct cluster_region *r, uint64_t check, uint32_t slot, uint64_t at);
/* Frees every note of a chain. */
void cluster_free_chain(const struct cluster_region *r, uint64_t first);

/* CLOCK_MONOTONIC [ns], as libc gives it: the library's own clock does not stand before it. */
mach_ns cluster_monotonic(void);
/* The machine's time on this node. */
mach_ns cluster_now(const struct cluster_region *r);
