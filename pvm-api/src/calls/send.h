/* send.h - posts a frame as PVM's send calls do. */
#pragma once

struct mach_frame;
struct pvm_task;

/* Charges the cost and posts one frame, in which only dst_tid, tag and context are not set yet. */
int pvmi_post(struct pvm_task *t, struct mach_frame *f, int tid, int tag);
