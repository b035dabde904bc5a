/* misc.c - small calls that belong nowhere else: version, environment, and the functions
 * of extra.h. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "control.h"
#include "extra.h"
#include "pvmi.h"
#include "trace.h"
#include "wire.h"

PVM_PUBLIC char *pvm_version(void)
{
    return (char *)PVM_VER;
}

/* ---- names that pvm_spawn passes on (PVM_EXPORT, between colons) ------------------------------------------------- */

/* Where `name` is in the list: its start, or NULL. */
static const char *find_name(const char *list, const char *name, size_t len)
{
    for (const char *at = list; at != NULL && *at != 0;) {
        size_t n = strcspn(at, ":");
        if (n == len && strncmp(at, name, len) == 0)
            return at;
        at += n + (at[n] == ':');
    }
    return NULL;
}

PVM_PUBLIC int pvm_export(char *name)
{
    const char *list = getenv("PVM_EXPORT");
    if (name == NULL)
        return pvmi_return(NULL, "pvm_export", PvmBadParam);
    if (name[0] == 0 || find_name(list, name, strlen(name)) != NULL)
        return 0;
    size_t have = list != NULL ? strlen(list) : 0;
    char *more = malloc(have + strlen(name) + 2);
    if (more == NULL)
        return pvmi_return(NULL, "pvm_export", PvmNoMem);
    memcpy(more, list != NULL ? list : "", have);
    strcpy(more + have, have > 0 ? ":" : "");
    strcat(more, name);
    setenv("PVM_EXPORT", more, 1);
    free(more);
    return 0;
}

PVM_PUBLIC int pvm_unexport(char *name)
{
    const char *list = getenv("PVM_EXPORT");
    if (name == NULL)
        return pvmi_return(NULL, "pvm_unexport", PvmBadParam);
    size_t len = strlen(name);
    const char *at = len > 0 ? find_name(list, name, len) : NULL;
    if (at == NULL)
        return 0;
    char *less = strdup(list);
    if (less == NULL)
        return pvmi_return(NULL, "pvm_unexport", PvmNoMem);
    char *gone = less + (at - list), *rest = gone + len + (gone[len] == ':');
    memmove(gone, rest, strlen(rest) + 1);
    size_t left = strlen(less);
    if (left > 0 && less[left - 1] == ':')
        less[left - 1] = 0;
    setenv("PVM_EXPORT", less, 1);
    free(less);
    return 0;
}

/* Debugging of the daemon: there is none, so the answer is empty. */
PVM_PUBLIC int pvm_tickle(int nargs, int *args, int *nresults, int *results)
{
    struct pvm_task *t = pvmi_enter();
    PVMI_ENTRY(t, args, args != NULL && nargs > 0 ? nargs : 0);
    (void)results;
    int code = t == NULL ? PvmSysErr : nargs < 1 || nargs > 10 || args == NULL ? PvmBadParam : 0;
    if (code == 0 && nresults != NULL)
        *nresults = 0;
    PVMI_EXIT(t, code, NULL, 0);
    return pvmi_return(t, "pvm_tickle", code);
}

/* ---- extra.h ------------------------------------------------------------------------------------------------------
 */

PVM_PUBLIC int pvmsleep(int seconds)
{
    if (seconds > 0)
        sleep((unsigned)seconds);
    return 0;
}

PVM_PUBLIC void pvmgetclock(struct timeval *now)
{
    gettimeofday(now, NULL);
}

PVM_PUBLIC char *pvmgettmp(void)
{
    char *tmp = getenv("PVM_TMP");
    if (tmp == NULL || tmp[0] == 0)
        tmp = getenv("TMPDIR");
    return tmp != NULL && tmp[0] != 0 ? tmp : (char *)"/tmp";
}

#define TMPNAM_BYTES 128 /* PVMTMPNAMLEN of programs that call this rather than tmpnam */

/* A name that no file has. `path` has room for TMPNAM_BYTES; NULL: the name is malloc'ed. */
PVM_PUBLIC char *pvmtmpnam(char *path)
{
    char *out = path != NULL ? path : malloc(TMPNAM_BYTES);
    for (int i = 0; out != NULL; i++) {
        snprintf(out, TMPNAM_BYTES, "%.90s/pvmtmp%06d.%d", pvmgettmp(), (int)getpid(), i);
        if (access(out, F_OK) != 0)
            break;
    }
    return out;
}

PVM_PUBLIC char *pvmgetrsh(void)
{
    char *rsh = getenv("PVM_RSH");
    return rsh != NULL ? rsh : (char *)"rsh";
}

PVM_PUBLIC int pvmputenv(char *pair)
{
    return putenv(pair);
}

PVM_PUBLIC int pvmstrtoi(char *text)
{
    return (int)strtol(text, NULL, 0);
}

/* 0: this user may use the machine. */
PVM_PUBLIC int pvmchkuid(int uid)
{
    return uid == (int)getuid() ? 0 : 1;
}

PVM_PUBLIC int pvmlogprintf(const char *format, ...)
{
    struct pvm_task *t = pvmi_self();
    va_list args;
    if (t != NULL)
        fprintf(stderr, "libpvm [t%x] ", (unsigned)t->who.tid);
    else
        fprintf(stderr, "libpvm [pid%d] ", (int)getpid());
    va_start(args, format);
    int n = vfprintf(stderr, format, args);
    va_end(args);
    return n;
}

/* What the original's own allocator holds: there is none. PVM's console links it. */
PVM_PUBLIC void i_dump(int all)
{
    (void)all;
    pvmlogprintf("i_dump() %d bytes total\n", 0);
}

PVM_PUBLIC void pvmbailout(int code)
{
    pvmlogprintf("pvmbailout(%d)\n", code);
    exit(code);
}

/* Leaves without waiting for the children's output. */
PVM_PUBLIC void pvmendtask(void)
{
    pvmi_task_end();
}

/* As the console's reset: ends every task but `tid`, the caller, and those that set PvmNoReset (if kill_tasks); then goes
 * what nobody owns any more in the mailboxes of a class ("": of all) at an index (-1: at any). */
PVM_PUBLIC void pvmreset(int tid, int kill_tasks, char *class_name, int index)
{
    struct pvmtaskinfo *list;
    struct wire_out body = {NULL, 0, 0, 0};
    struct pvm_task *t = pvmi_enter();
    int n = 0, nstay = 0, *stay;
    if (t == NULL)
        return;
    if (kill_tasks && pvm_getnoresets(&stay, &nstay) == 0 && pvm_tasks(0, &n, &list) == 0)
        for (int i = 0; i < n; i++) {
            bool spared = list[i].ti_tid == tid || list[i].ti_tid == t->who.tid;
            for (int j = 0; j < nstay; j++)
                spared |= stay[j] == list[i].ti_tid;
            if (!spared)
                pvm_kill(list[i].ti_tid);
        }
    wire_put_str(&body, class_name != NULL ? class_name : "");
    wire_put_int(&body, index);
    (void)pvmi_return(t, "pvmreset", pvmi_control_code(t, CONTROL_ORPHANS, &body));
}
