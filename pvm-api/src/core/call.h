/* call.h - the begin and end of every public call.
 *
 * A call begins with t = pvmi_enter(), which finds the calling task and enrolls it if need be (NULL: that failed, and
 * the call returns PvmSysErr). It ends with return pvmi_return(t, "pvm_name", code), which reports a negative code as
 * PvmAutoErr says, sets pvm_errno, and gives the code back. t may be NULL. */
#pragma once

#include "public.h"
#include "pvm3.h"
#include "task.h"

/* `from`: where the program has made the call. */
struct pvm_task *pvmi_enter_call(const char *call, const void *from);
#define PVMI_CALLER __builtin_return_address(0)             /* this and the next only in the public function itself; */
#define pvmi_enter() pvmi_enter_call(__func__, PVMI_CALLER) /* elsewhere give the public name, and its caller */
int pvmi_return(struct pvm_task *t, const char *call, int code);

/* For a call that only works on buffers. A task that is not enrolled has no buffers, so it need not be enrolled for the
 * call. Returns NULL for such a task. */
static inline struct pvm_task *pvmi_enter_buffers_call(const char *call, const void *from)
{
    return pvmi_self() != NULL ? pvmi_enter_call(call, from) : NULL;
}
#define pvmi_enter_buffers() pvmi_enter_buffers_call(__func__, PVMI_CALLER)

/* As pvmi_return, for a negative code that is an answer and no mistake: sets pvm_errno, prints nothing. */
int pvmi_return_quiet(struct pvm_task *t, int code);
/* As pvmi_return_quiet, but PVM does not set pvm_errno to this code, so neither does this. */
int pvmi_return_answer(struct pvm_task *t, int code);

/* Returns whether a call that begins or ends now is the outermost one, and the run is watched. Calls inside a group
 * call, or inside one that a layer above has named, are not outermost. */
static inline bool pvmi_call_is_shown(const struct pvm_task *t)
{
    return (t->watched & PVMI_MARKED) != 0 && t->depth == 0 && !t->layers.in_group_call && !t->layers.shown;
}

/* Where the program has made the call that it is in: for calls of Fortran, not where libfpvm3 has made it. */
static inline const void *pvmi_call_place(const struct pvm_task *t)
{
    return t->layers.fortran_from != NULL ? t->layers.fortran_from : t->from;
}

/* Tells those who watch the run that this public call begins. */
static inline void pvmi_mark_call(struct pvm_task *t, const char *call)
{
    t->ops->mark(t->m, MACH_MARK_CALL, call, pvmi_call_place(t), NULL);
}

/* The program has got the message: tells it to those who watch the run, if there are any. */
static inline void pvmi_mark_accept(struct pvm_task *t, const struct mach_frame *f)
{
    if (t->who.marks != 0)
        t->ops->mark(t->m, MACH_MARK_ACCEPT, NULL, NULL, f);
}
