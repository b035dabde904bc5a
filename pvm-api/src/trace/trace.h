/* trace.h - trace events of the library's calls, as PVM 3.4.6 sends them: one when a call that the program makes
 * begins, one when it ends, to the task and with the tag and context of PvmSelfTraceTid, -Code and -Context, if the
 * task's mask has the event. What an event consists of is in trace_tables.c; how a message is laid out, in pvmtev.h.
 *
 * A call whose event has values gives them with PVMI_ENTRY, right after it has entered, in the order of the table and
 * by the type of each: int, long for an address, char * for a string, (int *, int) or (char **, int) for arrays. The
 * event at the end follows by itself if all it has is the call's code; else PVMI_EXIT gives its values, the code
 * among them. While a task is not traced, this costs a few instructions and no simulated time. An event costs
 * MACH_COST_PACK, a message of them what any message costs.
 */
#ifndef PVMI_TRACE_H
#define PVMI_TRACE_H

#include "task.h"
#include "pvmtev.h"

/* Does the call that t is in now send events? Not what PVM calls of itself. */
static inline bool pvmi_traced(const struct pvm_task *t)
{
    return t != NULL && t->tracing.call != NULL && t->depth == t->tracing.depth + 1;
}

void pvmi_trace_entry(struct pvm_task *t, ...);
void pvmi_trace_exit(struct pvm_task *t, ...);
#define PVMI_ENTRY(T, ...)                      \
    do {                                        \
        if (pvmi_traced(T))                     \
            pvmi_trace_entry((T), __VA_ARGS__); \
    } while (0)
#define PVMI_EXIT(T, ...)                      \
    do {                                       \
        if (pvmi_traced(T))                    \
            pvmi_trace_exit((T), __VA_ARGS__); \
    } while (0)

/* An event that is no public function's frame: TEV_*, TEV_EVENT_*, its values. */
void pvmi_trace_event_of(struct pvm_task *t, int event, int which, ...);

/* From the frame of public calls: one begins (before its depth counts), and ends with a code. */
void pvmi_trace_call(struct pvm_task *t, const char *call);
void pvmi_trace_return(struct pvm_task *t, int code);

/* The same of a group call, with what pvmi_group.h says. */
void pvmi_trace_group_call(struct pvm_task *t, const char *call, const char *group, int number);
void pvmi_trace_group_return(struct pvm_task *t, int code, const int *tids, int n);

/* Of the send buffer, as the event of a send tells it; -1: there is none. */
int pvmi_trace_send_bytes(struct pvm_task *t);

/* The sink, the mask or the options have changed: is the task traced now? */
void pvmi_trace_update(struct pvm_task *t);
/* It has enrolled: the settings that it inherits. */
void pvmi_trace_joined(struct pvm_task *t);
/* Send what is kept back: buffered events, times, counts. */
void pvmi_trace_flush(struct pvm_task *t);
void pvmi_trace_free(struct pvm_task *t);

/* ---- trace_user.c: events of the program's own (PvmDataTrace)
 * ------------------------------------------------------- */

struct pvmi_buf;
struct pvmi_type;
/* What stands before the program's own values in a new buffer. PvmNoMem. */
int pvmi_trace_user_begin(struct pvm_task *t, struct pvmi_buf *b);
/* Room for n bytes that hold nitem items of this type (a PVM_ constant), announced. PvmNoMem. */
int pvmi_trace_user_extend(struct pvm_task *t, struct pvmi_buf *b, int pvm_type, size_t nitem, size_t n,
                           unsigned char **out);
/* pvm_send to PVM_TRACE_TID with PVM_TRACE_CODE: the send buffer goes where the task's events go. 0, an error as
 * pvm_send. */
int pvmi_trace_user_send(struct pvm_task *t);

#endif
