/* request.h - a request of this task to the machine's control program. control.h has the list of requests. */
#pragma once

#include "wire.h"

struct mach_frame;
struct pvm_task;

struct pvmi_answer {
    struct mach_frame *frame; /* NULL: it has no body */
    struct wire_in in;        /* reads its body */
};

/* Calls mach_ops.control, and again as often as a signal interrupts it. The caller drops the answer, which may be
 * empty. Frees the request's body. */
int pvmi_control(struct pvm_task *t, int request, struct wire_out *body, struct pvmi_answer *answer);
void pvmi_answer_drop(struct pvm_task *t, const struct pvmi_answer *answer);
/* The same for a request whose answer has no body. */
int pvmi_control_code(struct pvm_task *t, int request, struct wire_out *body);
