/* extra.c - pvm_version, pvm_tickle, and functions of the original library that pvm3.h does not declare (extra.h). */
#include "extra.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "call.h"
#include "report.h"
#include "life.h"
#include "control.h"
#include "process.h"
#include "request.h"
#include "tracing.h"
#include "wire.h"

PVM_PUBLIC char *pvm_version(void)
{
    return (char *)PVM_VER;
}

/* pvm_tickle is for debugging the daemon. There is no daemon, so the answer is empty. */
PVM_PUBLIC int pvm_tickle(int nargs, int *args, int *nresults, int *results)
{
    struct pvm_task *t = pvmi_enter();
    bool good = nargs >= 1 && nargs <= 10 && args != NULL;
    PVMI_ENTRY(t, args, good ? nargs : 0);
    (void)results;
    int code = t == NULL ? PvmSysErr : good ? 0 : PvmBadParam;
    if (code == 0 && nresults != NULL)
        *nresults = 0;
    PVMI_EXIT(t, code, NULL, 0);
    return pvmi_return(t, "pvm_tickle", code);
}

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
    char *tmp = process_variable("PVM_TMP");
    if (tmp == NULL || tmp[0] == 0)
        tmp = process_variable("TMPDIR");
    return tmp != NULL && tmp[0] != 0 ? tmp : (char *)"/tmp";
}

#define TMPNAM_BYTES 128 /* PVMTMPNAMLEN; programs call this in place of tmpnam */

/* Gives a name that no file has. `path` has room for TMPNAM_BYTES; if it is NULL, the name is malloc'ed. */
PVM_PUBLIC char *pvmtmpnam(char *path)
{
    char *out = path != NULL ? path : malloc(TMPNAM_BYTES);
    for (int i = 0; out != NULL; i++) {
        snprintf(out, TMPNAM_BYTES, "%.90s/pvmtmp%06d.%d", pvmgettmp(), process_id(), i);
        if (access(out, F_OK) != 0)
            break;
    }
    return out;
}

PVM_PUBLIC char *pvmgetrsh(void)
{
    char *rsh = process_variable("PVM_RSH");
    return rsh != NULL ? rsh : (char *)"rsh";
}

PVM_PUBLIC int pvmputenv(char *pair)
{
    return process_put_variable(pair);
}

PVM_PUBLIC int pvmstrtoi(char *text)
{
    return (int)strtol(text, NULL, 0);
}

/* 0 means that this user may use the machine. */
PVM_PUBLIC int pvmchkuid(int uid)
{
    return uid == (int)getuid() ? 0 : 1;
}

PVM_PUBLIC int pvmlogprintf(const char *format, ...)
{
    char who[PVMI_WHO_BYTES];
    va_list args;
    fprintf(process_stderr(), "libpvm [%s] ", pvmi_who(pvmi_self(), who));
    va_start(args, format);
    int n = vfprintf(process_stderr(), format, args);
    va_end(args);
    return n;
}

/* The original's calls report their errors with it, and programs use it for their own. It takes any code as it is. */
PVM_PUBLIC int lpvmerr(char *call, int code)
{
    *process_errno() = code;
    pvmi_report(pvmi_task_state(), call, code);
    return code;
}

/* i_dump prints what the original's own allocator holds. There is none here. PVM's console needs the name. */
PVM_PUBLIC void i_dump(int all)
{
    (void)all;
    pvmlogprintf("i_dump() %d bytes total\n", 0);
}

PVM_PUBLIC void pvmbailout(int code)
{
    pvmlogprintf("pvmbailout(%d)\n", code);
    process_exit(code);
}

/* Leaves without waiting for the output of the children. */
PVM_PUBLIC void pvmendtask(void)
{
    pvmi_task_end();
}

/* As the console's reset. With kill_tasks it ends every task but `tid` (the caller) and those that set PvmNoReset. Then
 * it deletes mailbox entries that have no owner, in a class ("": in all) and with an index (-1: with any). */
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
    control_entry_put(&body, &(struct control_entry){class_name, index, PvmMboxDefault});
    (void)pvmi_return(t, "pvmreset", pvmi_control_code(t, CONTROL_ORPHANS, &body));
}
