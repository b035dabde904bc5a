/* control.c - calls that ask the host about tasks and hosts, or have it act on them. */
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "control.h"
#include "pvmi.h"
#include "wire.h"

/* ---- tasks ----------------------------------------------------------------------------------------------------- */

static int about_task(struct pvm_task *t, int request, int tid, const int *more)
{
    struct wire_out body = {NULL, 0, 0, 0};
    if (!pvmi_is_task(tid))
        return PvmBadParam;
    wire_put_int(&body, tid);
    if (more != NULL)
        wire_put_int(&body, *more);
    return pvmi_control_code(t, request, &body);
}

/* To kill or signal a task that is gone is no error: nobody waits for the outcome, as in PVM. */
static int whether_there_or_not(int code)
{
    return code == PvmNoTask ? 0 : code;
}

PVM_PUBLIC int pvm_kill(int tid)
{
    struct pvm_task *t = pvmi_enter();
    int code = t == NULL ? PvmSysErr : about_task(t, CONTROL_KILL, tid, NULL);
    return pvmi_return(t, "pvm_kill", whether_there_or_not(code));
}

PVM_PUBLIC int pvm_sendsig(int tid, int signal)
{
    struct pvm_task *t = pvmi_enter();
    int code = t == NULL ? PvmSysErr : about_task(t, CONTROL_SENDSIG, tid, &signal);
    return pvmi_return(t, "pvm_sendsig", whether_there_or_not(code));
}

PVM_PUBLIC int pvm_pstat(int tid)
{
    struct pvm_task *t = pvmi_enter();
    int code = t == NULL ? PvmSysErr : about_task(t, CONTROL_PSTAT, tid, NULL);
    return code == PvmNoTask ? pvmi_return_quiet(t, code) : pvmi_return(t, "pvm_pstat", code);
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
        list[i].ti_ptid = wire_get_int(in);
        list[i].ti_host = wire_get_int(in);
        list[i].ti_flag = wire_get_int(in);
        list[i].ti_a_out = strcpy(names, wire_get_str(in));
        names += strlen(names) + 1;
        list[i].ti_pid = wire_get_int(in);
    }
    return list;
}

static int tasks(struct pvm_task *t, int where, int *count, struct pvmtaskinfo **infos)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    wire_put_int(&body, where);
    int n = pvmi_control(t, CONTROL_TASKS, &body, &reply, &in);
    if (n < 0 && n != PvmNoTask) /* a task that is gone: an empty list */
        return n;
    n = n < 0 ? 0 : n;
    struct pvmtaskinfo *list = read_tasks(&in, n);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    if (list == NULL)
        return PvmNoMem;
    free(t->tasks);
    t->tasks = list;
    if (count != NULL)
        *count = n;
    if (infos != NULL)
        *infos = list;
    return 0;
}

PVM_PUBLIC int pvm_tasks(int where, int *count, struct pvmtaskinfo **infos)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_tasks", t == NULL ? PvmSysErr : tasks(t, where, count, infos));
}

/* ---- hosts ----------------------------------------------------------------------------------------------------- */

static struct pvmhostinfo *read_hosts(struct wire_in *in, int n)
{
    struct pvmhostinfo *list = calloc(1, ((size_t)n + 1) * sizeof *list + in->len);
    if (list == NULL)
        return NULL;
    char *names = (char *)(list + n + 1);
    for (int i = 0; i < n; i++) {
        list[i].hi_tid = wire_get_int(in);
        list[i].hi_name = strcpy(names, wire_get_str(in));
        names += strlen(names) + 1;
        list[i].hi_arch = strcpy(names, wire_get_str(in));
        names += strlen(names) + 1;
        list[i].hi_speed = wire_get_int(in);
        list[i].hi_dsig = wire_get_int(in);
    }
    return list;
}

static int config(struct pvm_task *t, int *nhosts, int *narchs, struct pvmhostinfo **out)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    int n = pvmi_control(t, CONTROL_CONFIG, &body, &reply, &in);
    if (n < 0)
        return n;
    int archs = wire_get_int(&in);
    struct pvmhostinfo *list = read_hosts(&in, n);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    if (list == NULL)
        return PvmNoMem;
    free(t->hosts);
    t->hosts = list;
    if (nhosts != NULL)
        *nhosts = n;
    if (narchs != NULL)
        *narchs = archs;
    if (out != NULL)
        *out = list;
    return 0;
}

PVM_PUBLIC int pvm_config(int *nhosts, int *narchs, struct pvmhostinfo **hosts)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_config", t == NULL ? PvmSysErr : config(t, nhosts, narchs, hosts));
}

PVM_PUBLIC int pvm_mstat(char *host)
{
    struct pvm_task *t = pvmi_enter();
    struct wire_out body = {NULL, 0, 0, 0};
    if (t == NULL || host == NULL || host[0] == 0)
        return pvmi_return(t, "pvm_mstat", t == NULL ? PvmSysErr : PvmBadParam);
    wire_put_str(&body, host);
    int code = pvmi_control_code(t, CONTROL_MSTAT, &body);
    bool answer = code == PvmNoHost || code == PvmHostFail;
    return answer ? pvmi_return_quiet(t, code) : pvmi_return(t, "pvm_mstat", code);
}

static int change_hosts(struct pvm_task *t, int request, char **names, int n, int *codes)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct mach_frame *reply;
    struct wire_in in;
    if (n < 1 || names == NULL)
        return PvmBadParam;
    wire_put_int(&body, n);
    for (int i = 0; i < n; i++)
        wire_put_str(&body, names[i]);
    int done = pvmi_control(t, request, &body, &reply, &in);
    for (int i = 0; i < n && done >= 0 && codes != NULL; i++)
        codes[i] = wire_get_int(&in);
    if (reply != NULL)
        t->ops->drop(t->m, reply);
    return done;
}

PVM_PUBLIC int pvm_addhosts(char **names, int n, int *codes)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_addhosts", t == NULL ? PvmSysErr : change_hosts(t, CONTROL_ADDHOSTS, names, n, codes));
}

PVM_PUBLIC int pvm_delhosts(char **names, int n, int *codes)
{
    struct pvm_task *t = pvmi_enter();
    return pvmi_return(t, "pvm_delhosts", t == NULL ? PvmSysErr : change_hosts(t, CONTROL_DELHOSTS, names, n, codes));
}

/* The data format of a kind of host, by the name it has in pvm_config. */
PVM_PUBLIC int pvm_archcode(char *arch)
{
    struct pvm_task *t = pvmi_enter();
    struct pvmhostinfo *hosts = NULL;
    int n = 0;
    int code = t == NULL ? PvmSysErr : arch == NULL ? PvmBadParam : config(t, &n, NULL, &hosts);
    if (code == 0)
        code = PvmNotFound;
    for (int i = 0; i < n && code == PvmNotFound; i++)
        if (strcmp(hosts[i].hi_arch, arch) == 0)
            code = hosts[i].hi_dsig;
    return pvmi_return(t, "pvm_archcode", code);
}

static bool host_known(struct pvm_task *t, int tid, int *code)
{
    struct pvmhostinfo *hosts = NULL;
    int n = 0;
    *code = config(t, &n, NULL, &hosts);
    for (int i = 0; i < n; i++)
        if ((hosts[i].hi_tid & 0x3ffc0000) == (tid & 0x3ffc0000))
            return true;
    return false;
}

/* All hosts read one simulated clock, so they never differ. */
PVM_PUBLIC int pvm_hostsync(int host, struct timeval *remote, struct timeval *delta)
{
    struct pvm_task *t = pvmi_enter();
    int code = PvmSysErr;
    if (t != NULL && !host_known(t, host, &code) && code == 0)
        code = PvmNoHost;
    if (code == 0 && remote != NULL)
        gettimeofday(remote, NULL);
    if (code == 0 && delta != NULL)
        *delta = (struct timeval){0, 0};
    return pvmi_return(t, "pvm_host_sync", code);
}

/* ---- the machine as a whole ------------------------------------------------------------------------------------ */

PVM_PUBLIC int pvm_halt(void)
{
    struct pvm_task *t = pvmi_enter();
    struct wire_out body = {NULL, 0, 0, 0};
    return pvmi_return(t, "pvm_halt", t == NULL ? PvmSysErr : pvmi_control_code(t, CONTROL_HALT, &body));
}

/* The first call of a task starts a machine if none is up: there always is one by now. */
PVM_PUBLIC int pvm_start_pvmd(int argc, char **argv, int block)
{
    struct pvm_task *t = pvmi_enter();
    (void)argc;
    (void)argv;
    (void)block;
    return pvmi_return(t, "pvm_start_pvmd", t == NULL ? PvmCantStart : PvmDupHost);
}

void pvmi_lists_free(struct pvm_task *t)
{
    void **lists[] = {&t->hosts, &t->tasks, &t->tidlist, &t->mboxinfo, &t->fds};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        free(*lists[i]);
        *lists[i] = NULL;
    }
}
