/* pvmsim.c - what libpvm3 gives the layers above it beyond PVM: pvmsim.h. Groups and Fortran have libraries.c. */
#define PVMSIM_STRONG
#include "pvmsim.h"

#include <stdio.h>
#include <string.h>

#include "call.h"
#include "life.h"
#include "control.h"
#include "request.h"

#define MOST_NS INT64_C(1000000000000000000) /* 31 years: no sum of two is beyond an int64_t */

PVM_PUBLIC void pvmsim_charge(int64_t ns)
{
    struct pvm_task *t = pvmi_self();
    if (ns < 0 || ns > MOST_NS)
        (void)pvmi_return(NULL, "pvmsim_charge", PvmBadParam);
    else if (t != NULL)
        t->ops->charge(t->m, ns);
    else
        mach_early_idle(ns);
}

static int ask_number(struct pvm_task *t, const char *name, double *value)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    control_name_put(&body, &(struct control_name){name});
    int code = pvmi_control(t, CONTROL_PARAMETER, &body, &answer);
    if (code > 0)
        *value = control_number_get(&answer.in).value;
    pvmi_answer_drop(t, &answer);
    return code;
}

PVM_PUBLIC int pvmsim_parameter(const char *name, double *value)
{
    struct pvm_task *t = pvmi_enter();
    int code = t == NULL ? PvmSysErr : name == NULL || value == NULL ? PvmBadParam : ask_number(t, name, value);
    return pvmi_return(t, "pvmsim_parameter", code);
}

/* Told only as an outermost call; `shown` remembers whether it has been. */
PVM_PUBLIC void pvmsim_enter(const char *call)
{
    struct pvm_task *t = pvmi_task_state();
    if (t == NULL)
        return;
    t->layers.any = true;
    if (t->layers.named++ > 0 || call == NULL)
        return;
    t->layers.name = call;
    if (t->joined && pvmi_call_is_shown(t)) {
        snprintf(t->layers.shown_name, sizeof t->layers.shown_name, "%.*s", (int)strcspn(call, ":"), call);
        t->from = PVMI_CALLER;
        pvmi_mark_call(t, t->layers.shown_name);
        t->layers.shown = true;
    }
}

PVM_PUBLIC void pvmsim_leave(void)
{
    struct pvm_task *t = pvmi_task_state();
    if (t == NULL || t->layers.named == 0 || --t->layers.named > 0)
        return;
    t->layers.name = NULL;
    if (!t->layers.shown)
        return;
    t->layers.shown = false;
    t->ops->mark(t->m, MACH_MARK_RETURN, NULL, NULL, NULL);
}
