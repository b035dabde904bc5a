/* send.h - posting a frame as PVM's send calls do. */
#ifndef PVMI_SEND_H
#define PVMI_SEND_H

struct mach_frame;
struct pvm_task;

/* Charge and post one frame that is filled but for dst_tid, tag, context. */
int pvmi_post(struct pvm_task *t, struct mach_frame *f, int tid, int tag);

#endif
