/* mailstore.h - PVM's mailboxes: messages, kept as plain bytes under a class name and an index. Every machine uses this
 * implementation. It is not part of libpvm3, which only sends the requests of control.h.
 *
 * The rules were measured on PVM 3.4.6. The owner may replace or delete an entry, and others may if it is
 * PvmMboxOverWritable. PvmMboxMultiInstance never replaces an entry but takes the next free index. The index wanted is
 * in the flags (PvmMboxDirectIndex), or 0. An entry is deleted when its owner ends; a PvmMboxPersistent one stays and
 * then has no owner (0). Classes are listed in the order in which they were made, entries by index. */
#ifndef MAILSTORE_H
#define MAILSTORE_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mailstore;

/* A number for a class name, alike for equal names. */
uint64_t mailstore_hash(const char *name);

/* Returns NULL if there is no memory. mailstore_free, which takes NULL too, frees everything in it. */
struct mailstore *mailstore_new(void);
void mailstore_free(struct mailstore *s);

/* Keeps a copy of len bytes under that index, or with PvmMboxMultiInstance under the next free one. Returns the index;
 * PvmDenied, PvmBadParam (no name), PvmNoMem. */
int mailstore_put(struct mailstore *s, int owner, const char *name, int flags, int index, const void *bytes,
                  uint32_t len);

bool mailstore_has(struct mailstore *s, const char *name, int index);

/* Writes a control_value to out. flags: PvmMboxFirstAvail (the first index that is not lower will do),
 * PvmMboxReadAndDelete (needs the right to delete). Returns 0; PvmNotFound or PvmDenied, and nothing is written. Does
 * not wait: the caller handles PvmMboxWaitForInfo. */
int mailstore_get(struct mailstore *s, int asker, const char *name, int index, int flags, struct wire_out *out);

/* Returns 0, PvmNotFound or PvmDenied. */
int mailstore_remove(struct mailstore *s, int asker, const char *name, int index);

/* Removes entries without an owner, in the class of that name ("": in all) and with that index (-1: with any). */
void mailstore_remove_orphans(struct mailstore *s, const char *name, int index);

/* Writes a control_class and its entries to out for each class that fits the pattern: that contains the texts between
 * the *s of the pattern, one behind the other. "" fits all. A backslash takes the next character literally. Returns the
 * number of classes. */
int mailstore_list(const struct mailstore *s, const char *pattern, struct wire_out *out);

void mailstore_task_ended(struct mailstore *s, int tid);

#ifdef __cplusplus
}
#endif

#endif
