/* buffer.h - message buffers: a task's table of them, and what the files that fill, read and send them need.
 *
 * All codes are PVM's; 0 is success. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "machine.h"
#include "pvm3.h"

struct pvm_task;
struct pvmi_arrived;
struct pvmi_segment; /* PvmDataInPlace: a piece of the user's memory, which is read when the message is sent
                        (inplace.c) */

/* A message buffer, which the user knows by its mid. It holds encoded bytes: its own, if it is being packed, or those
 * of a frame that arrived. */
struct pvmi_buf {
    int mid;
    int encoding;   /* PvmDataDefault, PvmDataRaw, PvmDataInPlace */
    unsigned types; /* bit n: items of the type n (PVM_INT ...) were packed; 0: nobody knows */
    int src, dst, tag, context, wid, crc;
    unsigned char *own; /* the bytes packed so far; malloc'ed; NULL for a message that arrived */
    size_t len_bytes, room_bytes;
    size_t at;   /* where unpacking continues */
    bool read;   /* PvmDataDefault: it has arrived or was the receive buffer, so packing starts it again from empty, as
                  in PVM */
    bool probed; /* pvm_probe has found it since it was the receive buffer: it is read from its beginning again */
    struct pvmi_segment *segments; /* PvmDataInPlace only */
    size_t nsegments;
    struct mach_frame *frame;     /* arrived: the message; packed: what was posted last, until more is packed. The
                                     buffer owns it */
    struct pvmi_arrived *arrived; /* the message has not been received yet (the user may know it by pvm_probe, and
                                     free it); else NULL */
    struct pvmi_buf *next;        /* of those to be used again */
};

struct pvmi_buffers {
    struct pvmi_buf **all; /* by mid - 1; NULL: no such buffer; malloc'ed */
    size_t room;
    size_t used;  /* places from here on have never been used */
    size_t *free; /* the places below that are free: a heap, the lowest first, with room for `room`; malloc'ed */
    size_t nfree;
    struct pvmi_buf *spare; /* to be used again */
    int send, receive;      /* the mids of the active buffers; 0: none */
};

/* ---- buffer.c: the table ---- */

/* Finds the buffer with that mid. PvmNoSuchBuf. */
int pvmi_buf_find(struct pvm_task *t, int mid, struct pvmi_buf **out);
/* Find the active buffers. PvmNoBuf. */
int pvmi_buf_active_send(struct pvm_task *t, struct pvmi_buf **out);
int pvmi_buf_active_recv(struct pvm_task *t, struct pvmi_buf **out);
/* Makes a new, empty buffer. Returns 0 and *out (t owns it), PvmBadParam (encoding) or PvmNoMem. One of PvmDataTrace
 * needs pvmi_user_event_begin next. */
int pvmi_buf_new(struct pvm_task *t, int encoding, struct pvmi_buf **out);
/* Makes a new buffer around a frame that arrived, and owns the frame from now on (after an error it has been dropped).
 * Returns 0 or PvmNoMem. */
int pvmi_buf_from_frame(struct pvm_task *t, struct mach_frame *f, struct pvmi_buf **out);
void pvmi_buf_free(struct pvm_task *t, struct pvmi_buf *b);
/* The program has got the message that has arrived in b: tells it to those who watch the run. It is told once, also of
 * a message that was packed into while it waited. */
void pvmi_buf_accept(struct pvm_task *t, const struct pvmi_buf *b);
/* Frees the active receive buffer, if there is one. */
void pvmi_buf_free_receive(struct pvm_task *t);
/* Frees all buffers and the table, at pvm_exit. The active ones are none then. */
void pvmi_buf_free_all(struct pvm_task *t);

/* ---- buffer.c: the bytes ---- */

/* A frame's encoding: the buffer's, and above it its types. */
#define PVMI_ANY_TYPE ((2u << PVM_ULONG) - 1)
static inline int pvmi_frame_encoding(int encoding, unsigned types)
{
    return encoding | (int)(types << MACH_ENCODING_BITS);
}

/* The encoded bytes, b->len_bytes of them. Not for PvmDataInPlace. */
const unsigned char *pvmi_buf_bytes(const struct pvmi_buf *b);
/* b->len_bytes as users see it: the length of a message in place is 0 to them. */
int pvmi_buf_len_seen(const struct pvmi_buf *b);
/* Makes room for n more bytes at the end, which the caller writes at once. What was posted has its own copy.
 * PvmNoMem. */
int pvmi_buf_extend(struct pvm_task *t, struct pvmi_buf *b, size_t n, unsigned char **out);
/* Gives the buffer's bytes as a frame that is ready to post: encoding and body are set, and the caller sets dst_tid,
 * tag and context. The buffer owns the frame, and gives the same one again until more is packed; for PvmDataInPlace the
 * user's memory is read anew each time. Returns 0 or PvmNoMem. */
int pvmi_buf_frame(struct pvm_task *t, struct pvmi_buf *b, struct mach_frame **out);

/* ---- inplace.c ---- */

/* Note n bytes: refer leaves them where they are in the user's memory, copy keeps a copy. PvmNoMem. */
int pvmi_inplace_refer(struct pvmi_buf *b, const void *bytes, size_t n);
int pvmi_inplace_copy(struct pvmi_buf *b, const void *bytes, size_t n);
/* Notes all that another such buffer has noted. PvmNoMem. */
int pvmi_inplace_append(struct pvmi_buf *b, const struct pvmi_buf *other);
/* Writes all the noted bytes to `to`: b->len_bytes bytes. */
void pvmi_inplace_read(const struct pvmi_buf *b, unsigned char *to);
void pvmi_inplace_free(struct pvmi_buf *b);
