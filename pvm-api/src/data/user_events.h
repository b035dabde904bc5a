/* user_events.h - the program's own trace events (PvmDataTrace): a message that says for each run of items what they
 * are. pvm_send to PVM_TRACE_TID with PVM_TRACE_CODE sends it to where the task's events go. */
#pragma once

#include <stddef.h>

struct pvm_task;
struct pvmi_buf;

/* Writes what stands before the program's own values in a new buffer. PvmNoMem. */
int pvmi_user_event_begin(struct pvm_task *t, struct pvmi_buf *b);
/* Makes room for n bytes that hold nitem items of this type (a PVM_ constant), and writes what they are. PvmNoMem. */
int pvmi_user_event_extend(struct pvm_task *t, struct pvmi_buf *b, int pvm_type, size_t nitem, size_t n,
                           unsigned char **out);
/* Writes what stands behind the values, each time that the buffer is sent, whatever its encoding, as in PVM 3.4.6;
 * but a message in place has no room for it. PvmNoMem. */
int pvmi_user_event_end(struct pvm_task *t, struct pvmi_buf *b);
