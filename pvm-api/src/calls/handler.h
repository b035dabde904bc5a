/* handler.h - message handler functions (pvm_addmhf), which run when their message arrives. */
#ifndef PVMI_HANDLER_H
#define PVMI_HANDLER_H

#include <stdbool.h>

struct pvm_task;
struct pvmi_buf;
struct pvmi_handler;

struct pvmi_handlers {
    struct pvmi_handler *first; /* in the order in which they were added */
};

/* If a handler matches the message, runs it, frees the message and returns true. */
bool pvmi_handle(struct pvm_task *t, struct pvmi_buf *b);
/* Returns true if a handler matches the message. */
bool pvmi_handles(const struct pvm_task *t, const struct pvmi_buf *b);
void pvmi_handler_free(struct pvm_task *t);

#endif
