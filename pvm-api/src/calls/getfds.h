/* getfds.h - the descriptor of pvm_getfds, and how to wait for messages without receiving them. */
#ifndef PVMI_GETFDS_H
#define PVMI_GETFDS_H

#include <stdbool.h>

#include "machine.h"

struct pvm_task;

struct pvmi_descriptor {
    int *list;               /* the list that pvm_getfds gave out, with one descriptor; NULL: not yet */
    struct mach_frame *seen; /* a frame that came while select waited, and that no call has read in yet */
};

/* Returns the descriptor that pvm_getfds gave out, or -1. The kernel never shows it as readable; select and poll here
 * do. */
int pvmi_message_fd(const struct pvm_task *t);
/* Waits until `deadline` (own clock; any past time: does not wait) for a message that no call has read in. Returns 1 if
 * there is one; 0; -1 with errno EINTR if a handler of a signal has run. */
int pvmi_message_waiting(struct pvm_task *t, const char *call, mach_ns deadline);
/* Says whether this task waits for people: the machine then goes on without it. Returns 0 or an error. */
int pvmi_wait_outside(struct pvm_task *t, bool outside);
void pvmi_fds_free(struct pvm_task *t);

#endif
