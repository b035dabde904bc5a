/* pack.h - what the pack, unpack and buffer files of pvm-api call of each other. All codes are PVM's, 0 is success. */
#ifndef PVMI_PACK_H
#define PVMI_PACK_H

#include "encode.h"
#include "pvmi.h"

/* ---- buffer.c ---- */

/* A call that only works on buffers: a task that is not enrolled has none, so such a call need not enroll it. NULL: not
 * enrolled. */
static inline struct pvm_task *pvmi_enter_buffers_call(const char *call)
{
    return pvmi_self() != NULL ? pvmi_enter_call(call) : NULL;
}
#define pvmi_enter_buffers() pvmi_enter_buffers_call(__func__)

/* The active buffers. PvmNoBuf. */
int pvmi_buf_active_send(struct pvm_task *t, struct pvmi_buf **out);
int pvmi_buf_active_recv(struct pvm_task *t, struct pvmi_buf **out);

/* Room for n more bytes at the end, to be written at once; what was posted keeps its own copy. PvmNoMem. */
int pvmi_buf_extend(struct pvm_task *t, struct pvmi_buf *b, size_t n, unsigned char **out);

/* The encoded bytes, b->len_bytes of them; not for PvmDataInPlace. */
const unsigned char *pvmi_buf_bytes(const struct pvmi_buf *b);

/* b->len_bytes as users see it: a message in place counts as empty. */
int pvmi_buf_len_seen(const struct pvmi_buf *b);

/* ---- inplace.c ---- */

/* Note n bytes of the user's memory, which stays where it is (refer), or a copy of them (copy). PvmNoMem. */
int pvmi_inplace_refer(struct pvmi_buf *b, const void *bytes, size_t n);
int pvmi_inplace_copy(struct pvmi_buf *b, const void *bytes, size_t n);
/* Note all that another such buffer has noted. PvmNoMem. */
int pvmi_inplace_append(struct pvmi_buf *b, const struct pvmi_buf *other);
/* Read all of it: b->len_bytes bytes. */
void pvmi_inplace_read(const struct pvmi_buf *b, unsigned char *to);
void pvmi_inplace_free(struct pvmi_buf *b);

/* ---- pack.c, unpack.c ---- */

/* PvmBadParam, PvmNotImpl (in place with a stride), PvmNoMem. */
int pvmi_pack_items(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items, int nitem,
                    int stride);
/* As above, of dense items that do not outlive the call. */
int pvmi_pack_values(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items, int nitem);
int pvmi_pack_string(struct pvm_task *t, struct pvmi_buf *b, const char *s);

/* PvmBadParam; PvmBadMsg (no encoding that can be read); PvmNoData: what whole items there were are given out, and the
 * buffer is at its end, as in the original. */
int pvmi_unpack_items(struct pvmi_buf *b, const struct pvmi_type *type, void *items, int nitem, int stride);
int pvmi_unpack_string(struct pvmi_buf *b, char *s);

#endif
