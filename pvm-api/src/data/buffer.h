/* buffer.h - message buffers: a task's table of them, and what the files that fill, read and send them need. All
 * codes are PVM's, 0 is success. */
#ifndef PVMI_BUFFER_H
#define PVMI_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct mach_frame;
struct pvm_task;
struct pvmi_arrived;
struct pvmi_segment; /* PvmDataInPlace: a piece of the user's memory, read when the message is sent (inplace.c) */

/* A message buffer, known to the user by its mid. It holds encoded bytes: either its own, being packed, or those of a
 * frame that arrived. */
struct pvmi_buf {
    int mid;
    int encoding; /* PvmDataDefault, PvmDataRaw, PvmDataInPlace */
    int src, dst, tag, context, wid, crc;
    unsigned char *own; /* bytes packed so far; malloc'ed; NULL for a message that arrived */
    size_t len_bytes, room_bytes;
    size_t at; /* where unpacking goes on */
    bool read; /* PvmDataDefault, and it came or was the receive buffer: packing begins it anew, as in PVM */
    struct pvmi_segment *segments; /* PvmDataInPlace only */
    size_t nsegments;
    struct mach_frame *frame;     /* arrived: the message; packed: what was last posted, until more is packed. Owned */
    struct pvmi_arrived *arrived; /* not received yet (the user may know it by pvm_probe, and free it); NULL: no such */
};

struct pvmi_buffers {
    struct pvmi_buf **all; /* by mid - 1; NULL where there is none; malloc'ed */
    size_t room;
    size_t used;  /* those from here on were never given out */
    size_t *free; /* those below that are free: a heap, the lowest first; room for `room` of them; malloc'ed */
    size_t nfree;
    int send, receive; /* mids of the active ones; 0: none */
};

/* ---- buffer.c: the table ---- */

/* The buffer of that mid. PvmNoSuchBuf. */
int pvmi_buf_find(struct pvm_task *t, int mid, struct pvmi_buf **out);
/* The active buffers. PvmNoBuf. */
int pvmi_buf_active_send(struct pvm_task *t, struct pvmi_buf **out);
int pvmi_buf_active_recv(struct pvm_task *t, struct pvmi_buf **out);
/* A new, empty one. 0 and *out (t owns it); PvmBadParam (encoding), PvmNoMem. */
int pvmi_buf_new(struct pvm_task *t, int encoding, struct pvmi_buf **out);
/* A new buffer around a frame that arrived; owns the frame from now on (also on error: it is dropped). 0; PvmNoMem. */
int pvmi_buf_from_frame(struct pvm_task *t, struct mach_frame *f, struct pvmi_buf **out);
void pvmi_buf_free(struct pvm_task *t, struct pvmi_buf *b);
/* Free all: at pvm_exit. */
void pvmi_buf_free_all(struct pvm_task *t);

/* ---- buffer.c: the bytes ---- */

/* The encoded bytes, b->len_bytes of them; not for PvmDataInPlace. */
const unsigned char *pvmi_buf_bytes(const struct pvmi_buf *b);
/* b->len_bytes as users see it: a message in place counts as empty. */
int pvmi_buf_len_seen(const struct pvmi_buf *b);
/* Room for n more bytes at the end, to be written at once; what was posted keeps its own copy. PvmNoMem. */
int pvmi_buf_extend(struct pvm_task *t, struct pvmi_buf *b, size_t n, unsigned char **out);
/* The buffer's bytes as a frame ready to post (encoding and body set; the caller sets dst_tid, tag, context). The
 * buffer keeps owning it, and gives the same one again until more is packed; PvmDataInPlace reads the user's memory
 * anew each time. 0; PvmNoMem. */
int pvmi_buf_frame(struct pvm_task *t, struct pvmi_buf *b, struct mach_frame **out);

/* ---- inplace.c ---- */

/* Note n bytes of the user's memory, which stays where it is (refer), or a copy of them (copy). PvmNoMem. */
int pvmi_inplace_refer(struct pvmi_buf *b, const void *bytes, size_t n);
int pvmi_inplace_copy(struct pvmi_buf *b, const void *bytes, size_t n);
/* Note all that another such buffer has noted. PvmNoMem. */
int pvmi_inplace_append(struct pvmi_buf *b, const struct pvmi_buf *other);
/* Read all of it: b->len_bytes bytes. */
void pvmi_inplace_read(const struct pvmi_buf *b, unsigned char *to);
void pvmi_inplace_free(struct pvmi_buf *b);

#endif
