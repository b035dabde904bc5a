/* task.h - the task's side of the cluster machine: what its files share. */
#pragma once

#include <sys/types.h>

#include "cluster/wire/region.h"
#include "cluster/wire/words.h"

#define CLUSTER_NESTED 8 /* calls that may wait one inside another, in signal handlers */
#define NS_PER_S INT64_C(1000000000)

/* A frame that the library holds. */
struct cluster_frame {
    struct mach_frame f; /* first: a pointer to a mach_frame is cast to this */
    uint64_t body;       /* in our own arena, with one reference; 0: none, or not there */
    uint64_t note;       /* a message that is read where its sender has put it; 0 */
    int held;            /* its place in the slot's list */
    uint64_t number;     /* among those of its sender to us, if the run is watched; 0 */
    int from;            /* the node that it has come from and is counted for; -1: none */
    uint64_t sweep;      /* as in its note */
};

/* Bytes that have come from a node: taken in, and still here; and received, but not told yet. */
struct counts {
    uint64_t here, unsaid;
};

/* A poll that had nothing to give, and that a wait for the same is to follow; how many frames had been given then. */
struct polled {
    const void *want;
    uint64_t given;
};

struct cluster_machine {
    struct cluster_region region;
    mach_ns trimmed_ns;
    struct arena arena;
    uint32_t slot_index;
    struct cluster_slot *slot;
    int socket, bell;    /* the daemon's; both close-on-exec */
    ino_t socket_file;   /* the program may have closed the number, and opened another file under it */
    bool joined, gone;   /* gone: the daemon is */
    bool is_child;       /* of the daemon: the system ends us with it */
    uint32_t attention;  /* MACH_ATTENTION_* */
    uint32_t looks;      /* before it sleeps */
    uint64_t last_taken; /* the end of slot->taken */
    mach_ns last_arrived;
    uint64_t round;        /* of the request asked last */
    struct direct *direct; /* connections with tasks of other nodes; NULL: none yet (direct.c) */
    struct counts *counts; /* of what has come from each node */
    int ncounts;
    bool must_say;  /* the daemon is to know of one of them as soon as there is room to say so */
    bool consumed;  /* the program has done with some of it since the library found nothing last */
    uint64_t sweep; /* how often all of it has been counted as received */
    uint64_t given; /* frames that `wait` has given */
    struct polled polled[CLUSTER_NESTED];
    unsigned npolled;
    struct watch_state *watch; /* watch.c; NULL: nobody watches */
    /* cluster_nap: so notes.c waits, whatever comes meanwhile. */
    void (*nap)(struct cluster_machine *c, mach_ns until);
};

extern const struct mach_ops cluster_ops;

/* ---- notes.c */

/* Room in the own arena; waits a while for bodies that come back. 0: none. */
uint64_t cluster_room(struct cluster_machine *c, uint64_t len_bytes);
/* A note in the own arena, 0: no room. */
uint64_t cluster_own_note(struct cluster_machine *c);
/* Hangs it into the daemon's inbox. */
void cluster_tell_daemon(struct cluster_machine *c, uint64_t note);

/* ---- arrivals.c */

/* Looks what has come: messages go to the end of the chain `taken`, answers to `answers`. */
void cluster_look(struct cluster_machine *c);
/* The same; sleeps: if nothing is there, the task sleeps then. What has come by connections was there before what is in
 * the inbox was sent: a notice comes behind the messages. Who finds nothing in the inbox, and then sleeps, is told of
 * the connections there. */
void cluster_look_before(struct cluster_machine *c, bool sleeps);
/* What the bell shows now. Who looks whether he must sleep reads it before. */
uint32_t cluster_bell(const struct cluster_machine *c);
/* Sleeps until something comes or has come since the bell showed that, a signal's handler has run, or `until`
 * (CLOCK_MONOTONIC). False: the daemon is gone. */
bool cluster_sleep(struct cluster_machine *c, mach_ns until, uint32_t bell);
/* Sleeps so, and looks. */
void cluster_nap(struct cluster_machine *c, mach_ns until);

/* ---- requests.c */

/* Asks the daemon, and waits for the answer. *answer (may be NULL) gets its note, which the caller frees, or 0. Returns
 * its result, PvmNoMem or PvmSysErr. */
int cluster_ask(struct cluster_machine *c, int request, const void *body, uint32_t len_bytes, uint64_t *answer);
/* The slot `control` of machine.h. */
int cluster_control(void *m, int request, const void *body, uint32_t len_bytes, struct mach_frame **reply);

/* ---- direct.c */

/* The serial number of the next message to that task of another node; 0: it needs none. wants: a connection to it is
 * asked for if there is none. */
uint64_t cluster_direct_serial(struct cluster_machine *c, int32_t tid, bool wants);
/* The message with that number could not be sent: the next one has it. */
void cluster_direct_unsent(struct cluster_machine *c, int32_t tid, uint64_t serial);
/* Sends the message by the connection to its receiver. False: it is to go by the daemon. */
bool cluster_direct_send(struct cluster_machine *c, const struct mach_frame *f, uint64_t serial);
/* Whether messages come by connections. */
bool cluster_direct_comes(const struct cluster_machine *c);
/* Takes what has come by them. */
void cluster_direct_look(struct cluster_machine *c);
/* As cluster_sleep where something comes by them, for so long [ns]; MACH_FOREVER. */
void cluster_direct_sleep(struct cluster_machine *c, mach_ns span, uint32_t bell);
/* The daemon says what has become of a connection. Takes the note. */
void cluster_direct_told(struct cluster_machine *c, uint64_t note);
/* A message has come by the daemon: it is given on in its turn. */
void cluster_direct_sort(struct cluster_machine *c, uint64_t note);
/* All that has been sent is at the receivers' nodes, and the connections are closed. */
void cluster_direct_end(struct cluster_machine *c);
/* In a child of fork(), and when the machine is closed: the descriptors alone. */
void cluster_direct_close(struct cluster_machine *c);

/* ---- frames.c: slots of machine.h with these names */

int cluster_frame_new(void *m, uint32_t len_bytes, struct mach_frame **out);
void cluster_frame_drop(void *m, struct mach_frame *f);
int cluster_post(void *m, struct mach_frame *f);
/* Makes a frame of the note that came first in `taken`. 0, PvmNoMem. */
int cluster_receive(struct cluster_machine *c, struct mach_frame **out);
/* What the daemon counts as under way to us: a message of that note has been taken in. */
void cluster_count_in(struct cluster_machine *c, struct cluster_note *n);
/* The program waits for something else than what is here: all that is here counts as received, as what it waits for may
 * stand behind it. */
void cluster_count_all(struct cluster_machine *c);
/* The daemon is told what is due, if there is room for that. */
void cluster_say_received(struct cluster_machine *c);

/* ---- watch.c */

/* Returns true if the task notes what it does. */
bool cluster_watched(const struct cluster_machine *c);
/* The task has joined; leaves; the machine is closed. */
void cluster_watch_begin(struct cluster_machine *c);
void cluster_watch_end(struct cluster_machine *c);
void cluster_watch_free(struct cluster_machine *c);
/* A message goes to its dst_tid; one has come: returns its number. */
void cluster_watch_sent(struct cluster_machine *c, const struct mach_frame *f);
uint64_t cluster_watch_come(struct cluster_machine *c, int32_t src_tid);
/* Something has happened; kind: enum cluster_event_kind. */
void cluster_watch_note(struct cluster_machine *c, int kind, int32_t other, int32_t tag);
/* A wait is over, by that message or by something else (NULL). */
void cluster_watch_goes_on(struct cluster_machine *c, const struct cluster_frame *by);
/* The slot `mark` of machine.h. */
void cluster_mark(void *m, enum mach_mark what, const char *call, const void *from, const struct mach_frame *frame);

/* ---- hardware.c: slots of machine.h with these names */

int cluster_broadcast(void *m, int whom, struct mach_frame *f);
int cluster_barrier(void *m, int whom, uint32_t status, uint32_t *all);
int cluster_status(void *m, const uint32_t *own, uint32_t *all);
int cluster_multicast(void *m, struct mach_frame *f, const int32_t *tids, int n, mach_ns cost);
int cluster_covers(void *m, const int32_t *tids, int n);
int cluster_meet(void *m, const int32_t *tids, int n);
