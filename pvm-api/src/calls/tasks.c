/* tasks.c - the tasks of the machine: pvm_kill, pvm_sendsig, pvm_pstat, pvm_tasks.
 *
 * If the task has a resource manager, the manager is asked (manager.c); if that has ended, the machine. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "report.h"
#include "request.h"
#include "system_body.h"
#include "system_messages.h"
#include "tracing.h"
#include "wire.h"

/* number: only for CONTROL_SENDSIG. */
static int about_task(struct pvm_task *t, const char *call, int request, int tid, int number)
{
    if (!tid_is_task(tid))
        return pvmi_bad_tid(t, call, tid);
    /* not malloc'ed, because a task that kills itself never returns to free it */
    unsigned char room[sizeof(struct control_signal)];
    struct wire_out body = {room, 0, sizeof room, 0};
    struct mach_frame *reply = NULL;
    if (request == CONTROL_SENDSIG)
        control_signal_put(&body, &(struct control_signal){tid, number});
    else
        control_tid_put(&body, &(struct control_tid){tid});
    int code;
    while ((code = t->ops->control(t->m, request, body.bytes, body.len, &reply)) == MACH_SIGNALLED) {
        (void)pvmi_signals(t);
        if (!t->joined)
            return PvmSysErr;
    }
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    return code;
}

/* To kill or signal a task that has ended is no error, as in PVM. */
static int ignore_no_task(int code)
{
    return code == PvmNoTask ? 0 : code;
}

PVM_PUBLIC int pvm_kill(int tid)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid);
    int code = t == NULL ? PvmSysErr : about_task(t, "pvm_kill", CONTROL_KILL, tid, 0);
    return pvmi_return(t, "pvm_kill", ignore_no_task(code));
}

PVM_PUBLIC int pvm_sendsig(int tid, int signal)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, signal);
    int code = t == NULL ? PvmSysErr : about_task(t, "pvm_sendsig", CONTROL_SENDSIG, tid, signal);
    return pvmi_return(t, "pvm_sendsig", ignore_no_task(code));
}

PVM_PUBLIC int pvm_pstat(int tid)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid);
    int code = t == NULL ? PvmSysErr : about_task(t, "pvm_pstat", CONTROL_PSTAT, tid, 0);
    return code == PvmNoTask ? pvmi_return_answer(t, code) : pvmi_return(t, "pvm_pstat", code);
}

/* Makes one block: the array, then the names that it points to. */
static struct pvmtaskinfo *read_tasks(struct wire_in *in, int n)
{
    struct pvmtaskinfo *list = calloc(1, ((size_t)n + 1) * sizeof *list + in->len);
    if (list == NULL)
        return NULL;
    char *names = (char *)(list + n + 1);
    for (int i = 0; i < n; i++) {
        struct control_task k = control_task_get(in);
        list[i].ti_tid = k.tid;
        list[i].ti_ptid = k.parent_tid == PvmNoParent ? 0 : k.parent_tid; /* 0 for a task without a parent */
        list[i].ti_host = k.node_tid;
        list[i].ti_flag = k.flags;
        list[i].ti_a_out = strcpy(names, k.file);
        names += strlen(names) + 1;
        list[i].ti_pid = k.pid;
    }
    return list;
}

/* Copies the tasks up to the end of the answer into the form of the machine's own answer. Returns their number or
 * PvmBadMsg. */
static int copy_tasks(struct wire_in *in, struct wire_out *out)
{
    int n = 0;
    for (; !system_at_end(in); n++) {
        struct system_task k = system_task_get(in);
        control_task_put(out, &(struct control_task){k.tid, k.parent_tid, k.node_tid, k.flags, k.file, k.pid});
    }
    return in->bad ? PvmBadMsg : out->bad ? PvmNoMem : n;
}

/* Sets *n and *list. Returns 0 or an error; PvmNoTask: there is no manager any more. */
static int ask_manager_tasks(struct pvm_task *t, int where, int *n, struct pvmtaskinfo **list)
{
    struct wire_out body = {NULL, 0, 0, 0}, copy = {NULL, 0, 0, 0};
    struct pvmi_buf *answer;
    struct wire_in in;
    system_tid_put(&body, &(struct system_tid){where});
    int code = pvmi_manager_ask(t, "pvm_tasks", SM_TASK, &body, &answer, &in);
    if (code < 0)
        return code;
    code = system_get_int(&in);
    *n = code < 0 ? 0 : copy_tasks(&in, &copy);
    pvmi_buf_free(t, answer);
    code = code < 0 ? code : *n < 0 ? *n : 0;
    struct wire_in tasks = {copy.bytes, copy.len, 0, 0};
    *list = code == 0 ? read_tasks(&tasks, *n) : NULL;
    free(copy.bytes);
    return code == 0 && *list == NULL ? PvmNoMem : code;
}

static int give_tasks(struct pvm_task *t, int n, struct pvmtaskinfo *list, int *count, struct pvmtaskinfo **infos)
{
    if (count != NULL)
        *count = n;
    if (infos != NULL)
        *infos = pvmi_list_keep(&t->calls->lists.tasks, list);
    else
        free(list);
    return 0;
}

static int tasks(struct pvm_task *t, int where, int *count, struct pvmtaskinfo **infos)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    if (pvmi_managed(t)) {
        struct pvmtaskinfo *theirs;
        int m = 0, code = ask_manager_tasks(t, where, &m, &theirs);
        if (code == 0)
            return give_tasks(t, m, theirs, count, infos);
        if (pvmi_managed(t)) {
            if (count != NULL)
                *count = 0;
            return code;
        }
    }
    control_tid_put(&body, &(struct control_tid){where});
    int n = pvmi_control(t, CONTROL_TASKS, &body, &answer);
    if (n == PvmNoTask && where < 0) /* not a tid: PVM takes it for a host that does not exist */
        n = PvmNoHost;
    if (n == PvmNoHost && count != NULL)
        *count = 0;
    if (n < 0 && n != PvmNoTask) /* for a task that has ended: an empty list */
        return n;
    n = n < 0 ? 0 : n;
    struct pvmtaskinfo *list = read_tasks(&answer.in, n);
    pvmi_answer_drop(t, &answer);
    if (list == NULL)
        return PvmNoMem;
    PVMI_EXIT(t, 0, n);
    return give_tasks(t, n, list, count, infos);
}

PVM_PUBLIC int pvm_tasks(int where, int *count, struct pvmtaskinfo **infos)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, where);
    return pvmi_return(t, "pvm_tasks", t == NULL ? PvmSysErr : tasks(t, where, count, infos));
}
