/* pack.h - packs items into a buffer and unpacks them, for the public calls.
 *
 * All codes are PVM's; 0 is success. */
#pragma once

#include "encode.h"

struct pvm_task;
struct pvmi_buf;

/* Returns 0, PvmBadParam, PvmNotImpl (in place with a stride) or PvmNoMem. */
int pvmi_pack_items(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items, int nitem,
                    int stride);
/* The same for items without gaps, which need not exist after the call. */
int pvmi_pack_values(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items,
                     int nitem);
int pvmi_pack_string(struct pvm_task *t, struct pvmi_buf *b, const char *s);

/* Returns 0; PvmBadParam; PvmBadMsg (the encoding cannot be read); PvmNoData: the whole items that there were have been
 * unpacked, and the buffer is at its end, as in the original. */
int pvmi_unpack_items(struct pvmi_buf *b, const struct pvmi_type *type, void *items, int nitem, int stride);
int pvmi_unpack_string(struct pvmi_buf *b, char *s);
