/* getfds.h - the descriptor of pvm_getfds, and waiting for messages without receiving them. */
#ifndef PVMI_GETFDS_H
#define PVMI_GETFDS_H

#include <stdbool.h>

#include "machine.h"

struct pvm_task;

struct pvmi_descriptor {
    int *list;               /* what pvm_getfds gave out: one descriptor; NULL: nothing yet */
    struct mach_frame *seen; /* it came while select waited, and no call has taken it in */
};

/* The descriptor that pvm_getfds gave out; -1: none. The kernel never shows it as readable, select and poll here do. */
int pvmi_message_fd(const struct pvm_task *t);
/* Is there a message that no call has looked at? Waits for one until `deadline` (own clock; any past time: looks). 1,
 * 0; -1 with errno EINTR: a handler of a signal has run. */
int pvmi_message_here(struct pvm_task *t, const char *call, mach_ns deadline);
/* The frame that pvmi_message_here found, once; NULL. */
struct mach_frame *pvmi_message_take(struct pvm_task *t);
/* Whether this task waits for people: the machine then goes on without it. 0 or an error. */
int pvmi_wait_outside(struct pvm_task *t, bool outside);
void pvmi_fds_free(struct pvm_task *t);

#endif
