/* tasks.c - the tasks of the machine: pvm_kill, pvm_sendsig, pvm_pstat, pvm_tasks. Where a resource manager takes such a
 * request it is asked (manager.c); if it turns out to have ended, the host. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "control.h"
#include "request.h"
#include "system_body.h"
#include "system_messages.h"
#include "trace.h"
#include "wire.h"

static int about_task(struct pvm_task *t, int request, int tid, const int *more)
{
    if (!tid_is_task(tid))
        return PvmBadParam;
    /* Not from the heap: a task that kills itself does not come back to free it. */
    int32_t body[2] = {tid, more != NULL ? *more : 0};
    struct mach_frame *reply = NULL;
    int code = t->ops->control(t->m, request, body, more != NULL ? sizeof body : sizeof body[0], &reply);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    return code;
}

/* To kill or signal a task that is gone is no error: nobody waits for the outcome, as in PVM. */
static int whether_there_or_not(int code)
{
    return code == PvmNoTask ? 0 : code;
}

PVM_PUBLIC int pvm_kill(int tid)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid);
    int code = t == NULL ? PvmSysErr : about_task(t, CONTROL_KILL, tid, NULL);
    return pvmi_return(t, "pvm_kill", whether_there_or_not(code));
}

PVM_PUBLIC int pvm_sendsig(int tid, int signal)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid, signal);
    int code = t == NULL ? PvmSysErr : about_task(t, CONTROL_SENDSIG, tid, &signal);
    return pvmi_return(t, "pvm_sendsig", whether_there_or_not(code));
}

PVM_PUBLIC int pvm_pstat(int tid)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, tid);
    int code = t == NULL ? PvmSysErr : about_task(t, CONTROL_PSTAT, tid, NULL);
    return code == PvmNoTask ? pvmi_return_answer(t, code) : pvmi_return(t, "pvm_pstat", code);
}

/* One block: the array, then the names it points to. */
static struct pvmtaskinfo *read_tasks(struct wire_in *in, int n)
{
    struct pvmtaskinfo *list = calloc(1, ((size_t)n + 1) * sizeof *list + in->len);
    if (list == NULL)
        return NULL;
    char *names = (char *)(list + n + 1);
    for (int i = 0; i < n; i++) {
        list[i].ti_tid = wire_get_int(in);
        int parent = wire_get_int(in);
        list[i].ti_ptid = parent == PvmNoParent ? 0 : parent; /* a task without one */
        list[i].ti_host = wire_get_int(in);
        list[i].ti_flag = wire_get_int(in);
        list[i].ti_a_out = strcpy(names, wire_get_str(in));
        names += strlen(names) + 1;
        list[i].ti_pid = wire_get_int(in);
    }
    return list;
}

/* The tasks to the end of the answer, as the machine's own answer has them. Their number or PvmBadMsg. */
static int copy_tasks(struct wire_in *in, struct wire_out *out)
{
    int n = 0;
    for (; !system_at_end(in); n++) {
        for (int i = 0; i < 4; i++)
            wire_put_int(out, system_get_int(in));
        wire_put_str(out, system_get_str(in));
        wire_put_int(out, system_get_int(in));
    }
    return in->bad ? PvmBadMsg : out->bad ? PvmNoMem : n;
}

/* *n and *list. 0 or an error; PvmNoTask: there is no manager any more. */
static int ask_manager_tasks(struct pvm_task *t, int where, int *n, struct pvmtaskinfo **list)
{
    struct wire_out body = {NULL, 0, 0, 0}, copy = {NULL, 0, 0, 0};
    struct pvmi_buf *answer;
    struct wire_in in;
    system_put_int(&body, where);
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
        *infos = pvmi_list_keep(&t->lists.tasks, list);
    else
        free(list);
    return 0;
}

static int tasks(struct pvm_task *t, int where, int *count, struct pvmtaskinfo **infos)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
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
    wire_put_int(&body, where);
    int n = pvmi_control(t, CONTROL_TASKS, &body, &reply, &in);
    if (n == PvmNoTask && where < 0) /* no tid at all: to PVM a host that is not there */
        n = PvmNoHost;
    if (n == PvmNoHost && count != NULL)
        *count = 0;
    if (n < 0 && n != PvmNoTask) /* a task that is gone: an empty list */
        return n;
    n = n < 0 ? 0 : n;
    struct pvmtaskinfo *list = read_tasks(&in, n);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
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
