/* mailstore.h - PVM's mailboxes: messages kept under a class name and an index, as bytes of which it knows nothing. One
 * implementation for every machine; it is no part of libpvm3, which only asks for it through control.h.
 *
 * Rules, each measured on PVM 3.4.6: an entry may be replaced or deleted by its owner, and by others if it is
 * PvmMboxOverWritable; PvmMboxMultiInstance never replaces but goes to the next free index; the index asked for is in
 * the flags (PvmMboxDirectIndex), 0 if none; an entry ends with its owner unless it is PvmMboxPersistent, and is then
 * nobody's (owner 0). Classes are listed in the order of their making, entries by index.
 */
#ifndef MAILSTORE_H
#define MAILSTORE_H

#include <stdint.h>

#include "wire.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mailstore;

/* NULL: no memory. Everything in it goes with mailstore_free, which takes NULL too. */
struct mailstore *mailstore_new(void);
void mailstore_free(struct mailstore *s);

/* Keep a copy of len bytes at that index, or with PvmMboxMultiInstance at the next free one. The index where they are
 * now; PvmDenied, PvmBadParam (no name), PvmNoMem. */
int mailstore_put(struct mailstore *s, int owner, const char *name, int flags, int index, const void *bytes,
                  uint32_t len);

/* Write a control_value to out. flags: PvmMboxFirstAvail (the first index not below), PvmMboxReadAndDelete
 * (needs the right to delete). 0; PvmNotFound, PvmDenied, and nothing is written. Does not wait: PvmMboxWaitForInfo is
 * the caller's. */
int mailstore_get(struct mailstore *s, int asker, const char *name, int index, int flags, struct wire_out *out);

/* 0; PvmNotFound, PvmDenied. */
int mailstore_remove(struct mailstore *s, int asker, const char *name, int index);

/* Remove what is nobody's any more: in the class of that name ("": in all), at that index (-1: at all). */
void mailstore_remove_orphans(struct mailstore *s, const char *name, int index);

/* Write a control_class and its entries to out, for each class that fits: "" fits all, a * at the end any rest, else
 * the name itself. The number of classes. */
int mailstore_list(const struct mailstore *s, const char *pattern, struct wire_out *out);

void mailstore_task_ended(struct mailstore *s, int tid);

#ifdef __cplusplus
}
#endif

#endif
