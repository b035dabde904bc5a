/* handler.h - message handler functions (pvm_addmhf): run when their message arrives. */
#ifndef PVMI_HANDLER_H
#define PVMI_HANDLER_H

#include <stdbool.h>

struct pvm_task;
struct pvmi_buf;
struct pvmi_handler;

struct pvmi_handlers {
    struct pvmi_handler *first; /* in the order they were added */
};

/* If a handler wants the message, run it; the message is then freed. */
bool pvmi_handle(struct pvm_task *t, struct pvmi_buf *b);
/* Would one want it? */
bool pvmi_handles(const struct pvm_task *t, const struct pvmi_buf *b);
void pvmi_handler_free(struct pvm_task *t);

#endif
