/* request.h - a request of this task to the machine's control program. control.h has the list of requests. */
#ifndef PVMI_REQUEST_H
#define PVMI_REQUEST_H

struct mach_frame;
struct pvm_task;
struct wire_in;
struct wire_out;

/* Calls mach_ops.control, and again as often as a signal interrupts it. *in reads the body of the answer. The caller
 * drops *reply, which may be NULL. Frees the request's body. */
int pvmi_control(struct pvm_task *t, int request, struct wire_out *body, struct mach_frame **reply, struct wire_in *in);
/* The same for a request whose answer has no body. */
int pvmi_control_code(struct pvm_task *t, int request, struct wire_out *body);

#endif
