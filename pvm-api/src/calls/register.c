/* register.c - pvm_reg_hoster, pvm_reg_tasker, pvm_reg_rm, pvm_reg_tracer: a task takes over a part of the system.
 *
 * system_messages.h has what such a task is asked from then on; the machine asks it (a manager is asked by the tasks,
 * manager.c). Here is the registration, and the mailbox entries that show it to others. */
#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "request.h"
#include "system_body.h"
#include "system_messages.h"
#include "tracing.h"
#include "wire.h"

/* Returns the tid of the entry's owner, 0 if there is none, or an error. */
static int owner_of(const char *name)
{
    struct pvmmboxinfo *list = NULL;
    int n = 0;
    int code = pvm_getmboxinfo((char *)name, &n, &list);
    return code < 0 ? code : n > 0 && list[0].mi_nentries > 0 ? list[0].mi_owners[0] : 0;
}

/* Stores the message that `fill` packs under the name. The send buffer stays as it is. Returns the index or an
 * error. */
static int publish(const char *name, int flags, int (*fill)(void *), void *what)
{
    int mid = pvm_mkbuf(PvmDataDefault);
    if (mid < 0)
        return mid;
    int old = pvm_setsbuf(mid);
    int code = fill(what);
    if (code == 0)
        code = pvm_putinfo((char *)name, mid, flags);
    pvm_setsbuf(old);
    pvm_freebuf(mid);
    return code;
}

void pvmi_roles_left(struct pvm_task *t)
{
    t->calls->roles = (struct pvmi_roles){{false}, {0}};
}

/* Tells the machine. Returns 0 (for a manager, the tid of the one before) or an error. */
static int tell_machine(struct pvm_task *t, enum system_role role, bool on, struct pvmi_answer *answer)
{
    struct wire_out body = {NULL, 0, 0, 0};
    control_register_put(&body, &(struct control_register){(int32_t)role, on});
    return pvmi_control(t, CONTROL_REGISTER, &body, answer);
}

static int fill_tid(void *tid)
{
    return pvm_pkint(tid, 1, 1);
}

/* Shows the role to others: a mailbox entry with the task's tid, which ends with the task. */
static void show_role(struct pvm_task *t, enum system_role role, const char *name, bool on)
{
    int *index = &t->calls->roles.index[role];
    if (*index > 0)
        pvm_delinfo((char *)name, *index - 1, PvmMboxDefault);
    *index = 0;
    if (!on)
        return;
    int at = publish(name, PvmMboxMultiInstance, fill_tid, &t->who.tid);
    *index = at >= 0 ? at + 1 : 0;
}

/* A task that has the role already gives it up. PvmAlready: another task has it. */
static int change_role(struct pvm_task *t, enum system_role role, const char *name)
{
    struct pvmi_answer answer;
    bool on = !t->calls->roles.has[role];
    int code = tell_machine(t, role, on, &answer);
    pvmi_answer_drop(t, &answer);
    if (code < 0)
        return code;
    t->calls->roles.has[role] = on;
    show_role(t, role, name, on);
    return 0;
}

PVM_PUBLIC int pvm_reg_hoster(void)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_reg_hoster", t == NULL ? PvmSysErr : change_role(t, ROLE_HOSTER, PVMHOSTERCLASS));
}

PVM_PUBLIC int pvm_reg_tasker(void)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_reg_tasker", t == NULL ? PvmSysErr : change_role(t, ROLE_TASKER, PVMTASKERCLASS));
}

/* The host of an answer, in memory that is valid until the next one. Returns NULL if there is no memory. */
static struct pvmhostinfo *keep_master(struct pvm_task *t, int tid, const char *name, const char *arch, int speed)
{
    size_t name_bytes = strlen(name) + 1, arch_bytes = strlen(arch) + 1;
    struct pvmhostinfo *h = calloc(1, sizeof *h + name_bytes + arch_bytes);
    if (h == NULL)
        return NULL;
    char *names = (char *)(h + 1);
    h->hi_tid = tid;
    h->hi_name = memcpy(names, name, name_bytes);
    h->hi_arch = memcpy(names + name_bytes, arch, arch_bytes);
    h->hi_speed = speed;
    return pvmi_list_keep(&t->calls->lists.master, h);
}

/* Asks the task's own manager, which may refuse. Returns the old manager's tid or 0, and *host; or an error. PvmNoTask:
 * there is no manager any more. */
static int replace_manager(struct pvm_task *t, struct pvmhostinfo **host)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_buf *answer;
    struct wire_in in;
    int code = pvmi_manager_ask(t, "pvm_reg_rm", SM_SCHED, &body, &answer, &in);
    if (code < 0)
        return code;
    code = system_get_int(&in);
    if (code >= 0) {
        struct system_host h = system_host_get(&in);
        *host = keep_master(t, h.tid, h.name, h.arch, h.speed);
    }
    pvmi_buf_free(t, answer);
    return code;
}

static int become_manager(struct pvm_task *t, struct pvmhostinfo **host)
{
    struct pvmi_answer answer;
    int code = tell_machine(t, ROLE_MANAGER, true, &answer);
    if (code >= 0) {
        struct control_node n = control_node_get(&answer.in);
        *host = keep_master(t, n.tid, n.name, n.arch, n.speed);
    }
    pvmi_answer_drop(t, &answer);
    return code;
}

/* Returns 0, or the tid of the resource manager that this task replaces. If hosts is not NULL, *hosts gets the host.
 * The task's own requests go where they went before. */
PVM_PUBLIC int pvm_reg_rm(struct pvmhostinfo **hosts)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmhostinfo *host = NULL;
    int code = PvmSysErr;
    if (t != NULL && pvmi_managed(t))
        code = replace_manager(t, &host);
    if (t != NULL && !pvmi_managed(t))
        code = become_manager(t, &host);
    if (code >= 0 && host == NULL)
        code = PvmNoMem;
    if (code >= 0 && hosts != NULL)
        *hosts = host;
    if (code >= 0)
        show_role(t, ROLE_MANAGER, PVMRMCLASS, true);
    return pvmi_return(t, "pvm_reg_rm", code);
}

struct tracer {
    int numbers[5]; /* tid, trace context and tag, output context and tag */
    char *mask;
    int buffer_bytes, options;
};

static int fill_tracer(void *what)
{
    const struct tracer *r = what;
    return pvm_packf("%5d%s%d%d", r->numbers, r->mask, r->buffer_bytes, r->options);
}

/* A buffer below 0 means none. If the task is the tracer already, it gives that up, whatever the arguments say.
 * PvmBadParam: there is no mask. PvmAlready: there is another tracer. */
PVM_PUBLIC int pvm_reg_tracer(int trace_context, int trace_tag, int output_context, int output_tag, char *mask,
                              int buffer, int options)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, trace_context, trace_tag, output_context, output_tag, mask, buffer, options);
    if (t == NULL || mask == NULL)
        return pvmi_return(t, "pvm_reg_tracer", t == NULL ? PvmSysErr : PvmBadParam);
    struct tracer r = {
        {t->who.tid, trace_context, trace_tag, output_context, output_tag}, mask, buffer > 0 ? buffer : 0, options};
    int code = owner_of(PVMTRACERCLASS);
    if (code == t->who.tid)
        code = pvm_delinfo((char *)PVMTRACERCLASS, 0, PvmMboxDefault);
    else if (code > 0)
        code = PvmAlready;
    else if (code == 0)
        code = publish(PVMTRACERCLASS, PvmMboxDefault, fill_tracer, &r);
    if (code == PvmDenied) /* it has come meanwhile */
        code = PvmAlready;
    return pvmi_return(t, "pvm_reg_tracer", code < 0 ? code : 0);
}
