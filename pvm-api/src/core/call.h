/* call.h - the frame of every public call.
 *
 * t = pvmi_enter() finds the calling task and enrolls it if need be (NULL: it could not, and PvmSysErr is due); then
 * the work; then return pvmi_return(t, "pvm_name", code), which reports a negative code as PvmAutoErr says, sets
 * pvm_errno, and gives the code back. t may be NULL.
 */
#ifndef PVMI_CALL_H
#define PVMI_CALL_H

#include "public.h"
#include "pvm3.h"
#include "task.h"

struct pvm_task *pvmi_enter_call(const char *call);
#define pvmi_enter() pvmi_enter_call(__func__) /* of the public function itself; elsewhere give the public name */
int pvmi_return(struct pvm_task *t, const char *call, int code);

/* A call that only works on buffers: a task that is not enrolled has none, so such a call need not enroll it. NULL: not
 * enrolled. */
static inline struct pvm_task *pvmi_enter_buffers_call(const char *call)
{
    return pvmi_self() != NULL ? pvmi_enter_call(call) : NULL;
}
#define pvmi_enter_buffers() pvmi_enter_buffers_call(__func__)

/* As pvmi_return for a negative code that is an answer rather than a mistake: sets pvm_errno, prints nothing. */
int pvmi_return_quiet(struct pvm_task *t, int code);
/* ... that PVM does not keep in pvm_errno either. */
int pvmi_return_answer(struct pvm_task *t, int code);

/* How lines on stderr name the caller: "t40001", or "pid123" of a process that is no task now (t may be NULL).
 * Written to `text`, which has room for PVMI_WHO_BYTES; gives it back. */
#define PVMI_WHO_BYTES 16
const char *pvmi_who(const struct pvm_task *t, char *text);

/* Charge one library cost of this node. */
void pvmi_charge(struct pvm_task *t, enum mach_cost what);

/* Is a call that begins or ends now the outermost one, and does anybody look? Calls inside a group call, or inside one
 * that a layer above has named, are not. */
static inline bool pvmi_call_is_shown(const struct pvm_task *t)
{
    return (t->watched & PVMI_MARKED) != 0 && t->depth == 0 && !t->layers.in_group_call && !t->layers.shown;
}

/* The message is the program's now: told to those who look into the run, if there are any. */
static inline void pvmi_mark_accept(struct pvm_task *t, const struct mach_frame *f)
{
    if (t->who.marks != 0)
        t->ops->mark(t->m, MACH_MARK_ACCEPT, NULL, f);
}

#endif
