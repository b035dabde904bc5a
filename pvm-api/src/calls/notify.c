/* notify.c - pvm_notify: asks the machine to send messages when tasks end, or hosts come and go. */
#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "report.h"
#include "request.h"
#include "system_body.h"
#include "system_messages.h"
#include "tracing.h"
#include "wire.h"

/* Returns true if there is a manager to ask. Its end is checked first, as a manager that has ended answers nothing. */
static bool managed(struct pvm_task *t)
{
    struct wire_out body = {NULL, 0, 0, 0};
    if (!pvmi_managed(t))
        return false;
    control_tid_put(&body, &(struct control_tid){t->who.manager_tid});
    if (pvmi_control_code(t, CONTROL_PSTAT, &body) == PvmNoTask)
        t->who.manager_tid = 0;
    return pvmi_managed(t);
}

/* The manager sends the messages, if it likes to: it does not answer. tids NULL: none. */
static int ask_manager(struct pvm_task *t, int what, int tag, int n, const int *tids)
{
    struct wire_out body = {NULL, 0, 0, 0};
    system_notify_put(&body, &(struct system_notify){what, t->contexts.current, tag, n});
    for (int i = 0; i < n && tids != NULL; i++)
        system_put_int(&body, tids[i]);
    return pvmi_manager_tell(t, SM_NOTIFY, 0, &body);
}

static int event_of(int what)
{
    return what & ~PvmNotifyCancel;
}

static bool has_list(int event)
{
    return event == PvmTaskExit || event == PvmHostDelete || event == PvmRouteDelete;
}

static int ask(struct pvm_task *t, int what, int tag, int n, const int *tids)
{
    struct wire_out body = {NULL, 0, 0, 0};
    const int event = event_of(what);
    const bool listed = has_list(event);
    if (event < PvmTaskExit || event > PvmRouteDelete || tag < 0 || (listed && (n < 1 || tids == NULL)))
        return PvmBadParam;
    for (int i = 0; i < n && event == PvmTaskExit; i++)
        if (!tid_is_task(tids[i]))
            return pvmi_bad_tid(t, "pvm_notify", tids[i]);
    if (event == PvmRouteAdd || event == PvmRouteDelete)
        return 0; /* there is one route, and it never changes */
    if (managed(t))
        return ask_manager(t, what, tag, n, listed ? tids : NULL);
    control_notify_put(&body, &(struct control_notify){what, tag, t->contexts.current, listed ? 0 : n,
                                                       body_ints_of(listed ? n : 0, tids)});
    return pvmi_control_code(t, CONTROL_NOTIFY, &body);
}

PVM_PUBLIC int pvm_notify(int what, int tag, int n, int *tids)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, what, tag, tids, tids != NULL && n > 0 && has_list(event_of(what)) ? n : 0);
    return pvmi_return(t, "pvm_notify", t == NULL ? PvmSysErr : ask(t, what, tag, n, tids));
}
