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
    struct pvmi_segment *segments; /* PvmDataInPlace only */
    size_t nsegments;
    struct mach_frame *frame;  /* arrived: the message; packed: what was last posted, until more is packed. Owned */
};

struct pvmi_arrived;  /* match.c: frames that came and that no receive call has taken yet */
struct pvmi_catch;    /* catchout.c */
struct pvmi_handler;  /* handler.c */

/* ---- the task (task.c) ---------------------------------------------------------------------------------------- */

struct pvm_task {
    const struct mach_ops *ops;
    void *m;
    struct mach_identity who;
    bool joined;
    int depth;                     /* of public calls inside public calls: only the outermost reports errors */
    int option[PVMI_NOPTS];        /* pvm_setopt values by their number */
    int context;                   /* of messages sent and received now */
    struct pvmi_buf **bufs;        /* by mid - 1; buffer.c */
    size_t nbufs;
    int sbuf, rbuf;                /* mids, 0: none */
    struct pvmi_arrived *arrived_first, *arrived_last;
    struct pvmi_catch *catches;
    struct pvmi_handler *handlers;
    int (*recvf)(int, int, int);   /* pvm_recvf's matching function; NULL: the library's own */
    void *hosts, *tasks, *tidlist, *mboxinfo; /* arrays that pvm_config, pvm_tasks, pvm_siblings, pvm_getmboxinfo gave out */
    void *group;                   /* libgpvm3's own */
};

/* Every public call: t = pvmi_enter() finds the calling task and enrolls it if need be (NULL: it could not, and
 * PvmSysErr is due); then work; then return pvmi_return(t, "pvm_name", code), which reports a negative code as
 * PvmAutoErr says, sets pvm_errno, and gives the code back. t may be NULL. */
struct pvm_task *pvmi_enter(void);
int pvmi_return(struct pvm_task *t, const char *call, int code);

/* The calling task if it is enrolled now, else NULL: never enrolls. */
struct pvm_task *pvmi_self(void);

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

#endif
