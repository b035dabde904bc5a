/* register.c - pvm_reg_hoster, pvm_reg_tasker, pvm_reg_rm, pvm_reg_tracer: a task says that it stands in for a part of
 * the system. What others can see of it, the mailboxes, is as in PVM 3.4.6. Not here: asking such a task. Cells need no
 * starting, the machine itself places and starts tasks, and says where traces go with its own means. */
#include "trace.h"

/* Who stands in the class already. 0: nobody; a tid; an error. */
static int owner_of(const char *name)
{
    struct pvmmboxinfo *list = NULL;
    int n = 0;
    int code = pvm_getmboxinfo((char *)name, &n, &list);
    return code < 0 ? code : n > 0 && list[0].mi_nentries > 0 ? list[0].mi_owners[0] : 0;
}

/* Leave the message that `fill` packs under the name; the send buffer stays as it is. The index or an error. */
static int leave(const char *name, int flags, int (*fill)(void *), void *what)
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

static int fill_tid(void *tid)
{
    return pvm_pkint(tid, 1, 1);
}

/* 0, also for who does so already; PvmAlready if another task does. */
static int become(struct pvm_task *t, const char *name)
{
    int owner = owner_of(name);
    if (owner < 0)
        return owner;
    if (owner == t->who.tid)
        return 0;
    if (owner > 0)
        return PvmAlready;
    int code = leave(name, PvmMboxMultiInstance, fill_tid, &t->who.tid);
    return code < 0 ? code : 0;
}

PVM_PUBLIC int pvm_reg_hoster(void)
{
    struct pvm_task *t = pvmi_enter();
    int code = t == NULL ? PvmSysErr : t->who.node != 0 ? PvmHostrNMstr : become(t, PVMHOSTERCLASS);
    return pvmi_return(t, "pvm_reg_hoster", code);
}

PVM_PUBLIC int pvm_reg_tasker(void)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_reg_tasker", t == NULL ? PvmSysErr : become(t, PVMTASKERCLASS));
}

/* *hosts (may be NULL) as of pvm_config. 0; the tid of the resource manager if there is one already. */
PVM_PUBLIC int pvm_reg_rm(struct pvmhostinfo **hosts)
{
    struct pvm_task *t = pvmi_enter();
    int code = t == NULL ? PvmSysErr : owner_of(PVMRMCLASS);
    if (code == 0)
        code = become(t, PVMRMCLASS);
    if (code >= 0 && hosts != NULL) {
        int got = pvm_config(NULL, NULL, hosts);
        code = got < 0 ? got : code;
    }
    return pvmi_return(t, "pvm_reg_rm", code);
}

struct tracer {
    int numbers[5]; /* tid, trace context and tag, output context and tag */
    char *mask;
    int buffer_bytes, options;
};

static int fill_tracer(void *what)
{
    struct tracer *r = what;
    int code = pvm_pkint(r->numbers, 5, 1);
    if (code == 0)
        code = pvm_pkstr(r->mask);
    if (code == 0)
        code = pvm_pkint(&r->buffer_bytes, 1, 1);
    return code < 0 ? code : pvm_pkint(&r->options, 1, 1);
}

/* A buffer below 0 is none. Of the task that is the tracer already: it is no more, whatever it says. PvmBadParam: no mask;
 * PvmAlready: there is another tracer. */
PVM_PUBLIC int pvm_reg_tracer(int trace_context, int trace_tag, int output_context, int output_tag, char *mask, int buffer,
                              int options)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, trace_context, trace_tag, output_context, output_tag, mask, buffer, options);
    if (t == NULL || mask == NULL)
        return pvmi_return(t, "pvm_reg_tracer", t == NULL ? PvmSysErr : PvmBadParam);
    struct tracer r = {{t->who.tid, trace_context, trace_tag, output_context, output_tag}, mask, buffer > 0 ? buffer : 0, options};
    int code = owner_of(PVMTRACERCLASS);
    if (code == t->who.tid)
        code = pvm_delinfo((char *)PVMTRACERCLASS, 0, PvmMboxDefault);
    else if (code > 0)
        code = PvmAlready;
    else if (code == 0)
        code = leave(PVMTRACERCLASS, PvmMboxDefault, fill_tracer, &r);
    return pvmi_return(t, "pvm_reg_tracer", code < 0 ? code : 0);
}
