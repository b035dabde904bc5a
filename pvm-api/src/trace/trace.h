/* trace.h - trace events of the library's calls, as PVM 3.4.6 sends them. One is sent when the program's call begins
 * and one when it ends, if the task's mask has the event. PvmSelfTraceTid, -Code and -Context name the receiver, tag
 * and context. trace_tables.c has what an event consists of, and pvmtev.h the layout of a message.
 *
 * A call whose event has values gives them with PVMI_ENTRY, right after it has entered, in the order of the table and
 * by their types: int, long for an address, char * for a string, (int *, int) or (char **, int) for arrays. The event
 * at the end is sent automatically if the call's code is its only value; else PVMI_EXIT gives its values, with the
 * code. If a task is not traced, this costs a few instructions and no simulated time. An event costs MACH_COST_PACK,
 * and a message with events costs what any message costs.
 */
#ifndef PVMI_TRACE_H
#define PVMI_TRACE_H

#include "task.h"
#include "pvmtev.h"

/* Returns true if the call that t is in sends events. Calls that PVM itself makes inside do not. */
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

/* Sends an event that belongs to no public function: TEV_*, TEV_EVENT_*, its values. */
void pvmi_trace_event_of(struct pvm_task *t, int event, int which, ...);

/* For call.c: a public call begins (its depth is not counted yet), and ends with a code. */
void pvmi_trace_call(struct pvm_task *t, const char *call);
void pvmi_trace_return(struct pvm_task *t, int code);

/* The same for a group call, with what pvmi_group.h says. */
void pvmi_trace_group_call(struct pvm_task *t, const char *call, const char *group, int number);
void pvmi_trace_group_return(struct pvm_task *t, int code, const int *tids, int n);

/* The length of the send buffer, as the event of a send has it; -1: there is none. */
int pvmi_trace_send_bytes(struct pvm_task *t);

/* Works out whether the task is traced now, after its sink, mask or options have changed. */
void pvmi_trace_update(struct pvm_task *t);
/* Sets what a task inherits when it enrolls. */
void pvmi_trace_joined(struct pvm_task *t);
/* Sends what has been held back: buffered events, times, counts. */
void pvmi_trace_flush(struct pvm_task *t);
void pvmi_trace_free(struct pvm_task *t);

/* ---- trace_user.c: events of the program's own (PvmDataTrace) ---------------------------------------------------- */

struct pvmi_buf;
struct pvmi_type;
/* Writes what stands before the program's own values in a new buffer. PvmNoMem. */
int pvmi_trace_user_begin(struct pvm_task *t, struct pvmi_buf *b);
/* Makes room for n bytes that hold nitem items of this type (a PVM_ constant), and writes what they are. PvmNoMem. */
int pvmi_trace_user_extend(struct pvm_task *t, struct pvmi_buf *b, int pvm_type, size_t nitem, size_t n,
                           unsigned char **out);
/* pvm_send to PVM_TRACE_TID with PVM_TRACE_CODE: sends the send buffer to where the task's events go. Returns 0 or an
 * error of pvm_send. */
int pvmi_trace_user_send(struct pvm_task *t);

#endif
