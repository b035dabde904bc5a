/* pack.h - items into and out of a buffer, for the calls that pack and unpack. All codes are PVM's, 0 is success. */
#ifndef PVMI_PACK_H
#define PVMI_PACK_H

#include "encode.h"

struct pvm_task;
struct pvmi_buf;

/* PvmBadParam, PvmNotImpl (in place with a stride), PvmNoMem. */
int pvmi_pack_items(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items, int nitem,
                    int stride);
/* As above, of dense items that do not outlive the call. */
int pvmi_pack_values(struct pvm_task *t, struct pvmi_buf *b, const struct pvmi_type *type, const void *items,
                     int nitem);
int pvmi_pack_string(struct pvm_task *t, struct pvmi_buf *b, const char *s);

/* PvmBadParam; PvmBadMsg (no encoding that can be read); PvmNoData: what whole items there were are given out, and the
 * buffer is at its end, as in the original. */
int pvmi_unpack_items(struct pvmi_buf *b, const struct pvmi_type *type, void *items, int nitem, int stride);
int pvmi_unpack_string(struct pvmi_buf *b, char *s);

#endif
