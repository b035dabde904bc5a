/* hosts.c - the hosts of the machine: pvm_config, pvm_mstat, pvm_addhosts, pvm_delhosts, pvm_archcode, pvm_hostsync,
 * pvm_halt, pvm_start_pvmd.
 *
 * If the task has a resource manager, the manager is asked (manager.c); if that has ended, the machine. */
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "call.h"
#include "calls_state.h"
#include "control.h"
#include "machines.h"
#include "request.h"
#include "system_body.h"
#include "system_messages.h"
#include "tracing.h"
#include "wire.h"

static struct pvmhostinfo *read_hosts(struct wire_in *in, int n)
{
    struct pvmhostinfo *list = calloc(1, ((size_t)n + 1) * sizeof *list + in->len);
    if (list == NULL)
        return NULL;
    char *names = (char *)(list + n + 1);
    for (int i = 0; i < n; i++) {
        struct control_node k = control_node_get(in);
        list[i].hi_tid = k.tid;
        list[i].hi_name = strcpy(names, k.name);
        names += strlen(names) + 1;
        list[i].hi_arch = strcpy(names, k.arch);
        names += strlen(names) + 1;
        list[i].hi_speed = k.speed;
        list[i].hi_dsig = k.signature;
    }
    return list;
}

/* Copies n hosts of a manager's answer into the form of the machine's own answer. Returns 0 or PvmBadMsg. */
static int copy_hosts(struct wire_in *in, int n, struct wire_out *out)
{
    for (int i = 0; i < n && !in->bad; i++) {
        struct system_node k = system_node_get(in);
        control_node_put(out, &(struct control_node){k.tid, k.name, k.arch, k.speed, k.signature});
    }
    return in->bad ? PvmBadMsg : out->bad ? PvmNoMem : 0;
}

/* As ask_hosts, but asks the manager. PvmNoTask: there is no manager any more. */
static int ask_manager_hosts(struct pvm_task *t, int *nhosts, int *narchs, struct pvmhostinfo **list)
{
    struct wire_out body = {NULL, 0, 0, 0}, copy = {NULL, 0, 0, 0};
    struct pvmi_buf *answer;
    struct wire_in in;
    int code = pvmi_manager_ask(t, "pvm_config", SM_CONFIG, &body, &answer, &in);
    if (code < 0)
        return code;
    int n = system_get_int(&in);
    *narchs = system_get_int(&in);
    code = n < 0 || in.bad ? PvmBadMsg : copy_hosts(&in, n, &copy);
    pvmi_buf_free(t, answer);
    struct wire_in hosts = {copy.bytes, copy.len, 0, 0};
    *list = code == 0 ? read_hosts(&hosts, n) : NULL;
    free(copy.bytes);
    *nhosts = code == 0 ? n : 0;
    return code == 0 && *list == NULL ? PvmNoMem : code;
}

/* Returns 0 and a list that the caller frees, or an error. */
static int ask_hosts(struct pvm_task *t, int *nhosts, int *narchs, struct pvmhostinfo **list)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    *nhosts = 0;
    *list = NULL;
    if (pvmi_managed(t)) {
        int code = ask_manager_hosts(t, nhosts, narchs, list);
        if (pvmi_managed(t))
            return code;
    }
    int n = pvmi_control(t, CONTROL_CONFIG, &body, &answer);
    if (n < 0)
        return n;
    *narchs = control_kinds_get(&answer.in).kinds;
    *list = read_hosts(&answer.in, n);
    pvmi_answer_drop(t, &answer);
    *nhosts = n;
    return *list != NULL ? 0 : PvmNoMem;
}

static int config(struct pvm_task *t, int *nhosts, int *narchs, struct pvmhostinfo **out)
{
    struct pvmhostinfo *list;
    int n, archs;
    int code = ask_hosts(t, &n, &archs, &list);
    if (code < 0)
        return code;
    PVMI_EXIT(t, n, archs, 0);
    if (nhosts != NULL)
        *nhosts = n;
    if (narchs != NULL)
        *narchs = archs;
    if (out != NULL)
        *out = pvmi_list_keep(&t->calls->lists.hosts, list);
    else
        free(list); /* the list that was given out before stays valid */
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
    PVMI_ENTRY(t, host);
    if (t == NULL || host == NULL || host[0] == 0)
        return pvmi_return(t, "pvm_mstat", t == NULL ? PvmSysErr : PvmBadParam);
    control_name_put(&body, &(struct control_name){host});
    int code = pvmi_control_code(t, CONTROL_MSTAT, &body);
    bool answer = code == PvmNoHost || code == PvmHostFail;
    return answer ? pvmi_return_answer(t, code) : pvmi_return(t, "pvm_mstat", code);
}

/* Returns how many of n hosts the manager has added or deleted, and their codes. A list of another length than asked is
 * PvmOutOfRes, as in PVM. PvmNoTask: there is no manager any more. */
static int change_managed_hosts(struct pvm_task *t, int request, char **names, int n, int *codes)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_buf *answer;
    struct wire_in in;
    bool adds = request == CONTROL_ADDHOSTS;
    struct wire_out list = {NULL, 0, 0, 0};
    system_hosts_put(&body, &(struct system_hosts){system_strs_of(&list, n, names)});
    body.bad |= list.bad;
    free(list.bytes);
    int code = pvmi_manager_ask(t, adds ? "pvm_addhosts" : "pvm_delhosts", adds ? SM_ADDHOST : SM_DELHOST, &body,
                                &answer, &in);
    if (code < 0)
        return code;
    int done = 0, said = system_get_int(&in);
    if (said == n && adds)
        (void)system_get_int(&in); /* the number of kinds, which is not used */
    for (int i = 0; i < n && said == n; i++) {
        int one = adds ? system_node_get(&in).tid : system_get_int(&in);
        done += one >= 0;
        if (codes != NULL)
            codes[i] = one;
    }
    pvmi_buf_free(t, answer);
    return in.bad ? PvmBadMsg : said < 0 ? said : said != n ? PvmOutOfRes : done;
}

/* No more than PVM can name. */
static bool is_list(char **names, int n)
{
    return names != NULL && n >= 1 && n <= TID_NODES;
}

static int change_hosts(struct pvm_task *t, int request, char **names, int n, int *codes)
{
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvmi_answer answer;
    if (!is_list(names, n))
        return PvmBadParam;
    if (pvmi_managed(t)) {
        int code = change_managed_hosts(t, request, names, n, codes);
        if (pvmi_managed(t))
            return code;
    }
    struct wire_out list = {NULL, 0, 0, 0};
    control_hosts_put(&body, &(struct control_hosts){wire_strs_of(&list, n, names)});
    body.bad |= list.bad;
    free(list.bytes);
    int done = pvmi_control(t, request, &body, &answer);
    for (int i = 0; i < n && done >= 0 && codes != NULL; i++)
        codes[i] = wire_get_int(&answer.in);
    pvmi_answer_drop(t, &answer);
    return done;
}

PVM_PUBLIC int pvm_addhosts(char **names, int n, int *codes)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, names, is_list(names, n) ? n : 0);
    return pvmi_return(t, "pvm_addhosts", t == NULL ? PvmSysErr : change_hosts(t, CONTROL_ADDHOSTS, names, n, codes));
}

PVM_PUBLIC int pvm_delhosts(char **names, int n, int *codes)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, names, is_list(names, n) ? n : 0);
    return pvmi_return(t, "pvm_delhosts", t == NULL ? PvmSysErr : change_hosts(t, CONTROL_DELHOSTS, names, n, codes));
}

static int data_format(struct pvm_task *t, const char *arch)
{
    struct pvmhostinfo *list;
    int n, archs, found = PvmNotFound;
    if (arch == NULL)
        return PvmBadParam;
    int code = ask_hosts(t, &n, &archs, &list);
    for (int i = n - 1; i >= 0 && code == 0; i--)
        if (strcmp(list[i].hi_arch, arch) == 0)
            found = list[i].hi_dsig;
    free(list);
    return code < 0 ? code : found;
}

/* The data format of a kind of host; `arch` is the name of the kind in pvm_config. */
PVM_PUBLIC int pvm_archcode(char *arch)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, arch);
    return pvmi_return(t, "pvm_archcode", t == NULL ? PvmSysErr : data_format(t, arch));
}

/* Returns 0, or PvmNoHost if the machine has no host with that tid. */
static int check_host(struct pvm_task *t, int tid)
{
    struct pvmhostinfo *list;
    int n, archs, found = PvmNoHost;
    int code = ask_hosts(t, &n, &archs, &list);
    for (int i = 0; i < n && code == 0; i++)
        if (tid_node(list[i].hi_tid) == tid_node(tid))
            found = 0;
    free(list);
    return code < 0 ? code : found;
}

/* All hosts read one simulated clock, so their clocks never differ. */
PVM_PUBLIC int pvm_hostsync(int host, struct timeval *remote, struct timeval *delta)
{
    struct pvm_task *t = pvmi_enter();
    int code = t == NULL ? PvmSysErr : check_host(t, host);
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

/* A list of words ends where NULL stands, whatever is said of its length. */
static int words_of(int argc, char **argv)
{
    int n = 0;
    while (argv != NULL && n < argc && argv[n] != NULL)
        n++;
    return n;
}

/* The first call of a task starts a machine if none is up, so there always is one by now. That call may be this one. */
PVM_PUBLIC int pvm_start_pvmd(int argc, char **argv, int block)
{
    const bool was_task = pvmi_self() != NULL;
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, block, argv, words_of(argc, argv));
    const bool began = t != NULL && !was_task && !t->came_back && t->who.parent_tid == PvmNoParent && mach_began(t->m);
    return pvmi_return(t, "pvm_start_pvmd", t == NULL ? PvmCantStart : began ? PvmOk : PvmDupHost);
}
