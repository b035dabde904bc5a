/* outside.c - what each call gives as the first one of a program, and once more after pvm_exit.
 *
 * It does not show whether a call enrolls the task: in our library, calls that only work on buffers do not. */
#include <sys/time.h>
#include <sys/wait.h>

#include "oracle.h"

int pvm_gettmask(int who, char *mask); /* the original has it in pvmtev.h */
int pvm_settmask(int who, char *mask);

static int x = 1, tid = 1, n;
static char text[100] = "text";
static struct timeval none;
static struct pvmhostinfo *hosts;
static struct pvmtaskinfo *tasks;
static struct pvmmboxinfo *boxes;
static struct pvmminfo info;

static int no_match(int mid, int from, int tag)
{
    (void)mid, (void)from, (void)tag;
    return 0;
}

static int no_handler(int mid)
{
    return mid;
}

static int set_match(void)
{
    return pvm_recvf(no_match) != NULL;
}

/* X(call): each gives an int. */
#define CALLS(X)                                            \
    X(pvm_mytid())                                          \
    X(pvm_parent())                                         \
    X(pvm_getopt(PvmRoute))                                 \
    X(pvm_getopt(PvmOutputTid))                             \
    X(pvm_getopt(PvmSelfTraceTid))                          \
    X(pvm_getopt(PvmNoReset))                               \
    X(pvm_setopt(PvmAutoErr, 1))                            \
    X(pvm_setopt(PvmRoute, PvmRouteDirect))                 \
    X(pvm_setopt(PvmShowTids, 0))                           \
    X(pvm_setopt(PvmOutputTid, 0))                          \
    X(pvm_setopt(PvmTraceCode, 5))                          \
    X(pvm_setopt(PvmResvTids, 1))                           \
    X(pvm_getopt(99))                                       \
    X(pvm_initsend(PvmDataDefault))                         \
    X(pvm_initsend(99))                                     \
    X(pvm_mkbuf(PvmDataRaw))                                \
    X(pvm_freebuf(1))                                       \
    X(pvm_getsbuf())                                        \
    X(pvm_getrbuf())                                        \
    X(pvm_setsbuf(0))                                       \
    X(pvm_setrbuf(1))                                       \
    X(pvm_pkint(&x, 1, 1))                                  \
    X(pvm_pkstr(text))                                      \
    X(pvm_packf("%d", 1))                                   \
    X(pvm_packf("%+%d", PvmDataRaw, 1))                     \
    X(pvm_upkint(&x, 1, 1))                                 \
    X(pvm_upkstr(text))                                     \
    X(pvm_unpackf("%d", &x))                                \
    X(pvm_pkmesg(1))                                        \
    X(pvm_pkmesgbody(0))                                    \
    X(pvm_upkmesg())                                        \
    X(pvm_bufinfo(1, NULL, NULL, NULL))                     \
    X(pvm_getminfo(1, &info))                               \
    X(pvm_setminfo(0, &info))                               \
    X(pvm_send(1, 1))                                       \
    X(pvm_send(0x40001, -1))                                \
    X(pvm_mcast(&tid, 1, 1))                                \
    X(pvm_mcast(&tid, 0, 1))                                \
    X(pvm_psend(0, 1, &x, 1, PVM_INT))                      \
    X(pvm_psend(0x40001, 1, &x, 1, 77))                     \
    X(pvm_nrecv(-1, -1))                                    \
    X(pvm_probe(-1, -1))                                    \
    X(pvm_trecv(-1, -1, &none))                             \
    X(pvm_precv(-1, -1, &x, 1, PVM_STR, NULL, NULL, NULL))  \
    X(set_match())                                          \
    X(pvm_addmhf(-1, 1, 0, no_handler) >= 0)                \
    X(pvm_delmhf(1000))                                     \
    X(pvm_kill(0))                                          \
    X(pvm_sendsig(-1, 1))                                   \
    X(pvm_pstat(0))                                         \
    X(pvm_tasks(0, &n, &tasks))                             \
    X(pvm_tidtohost(0))                                     \
    X(pvm_config(&n, NULL, &hosts))                         \
    X(pvm_mstat(W("no.such.host")))                         \
    X(pvm_mstat(NULL))                                      \
    X(pvm_archcode(W("NOSUCH")))                            \
    X(pvm_archcode(NULL))                                   \
    X(pvm_hostsync(0, &none, NULL))                         \
    X(pvm_spawn(W("no-such-file"), NULL, 0, NULL, 1, &tid)) \
    X(pvm_spawn(W("no-such-file"), NULL, 0, NULL, 0, &tid)) \
    X(pvm_notify(PvmTaskExit, 1, 1, &tid))                  \
    X(pvm_notify(99, 1, 1, &tid))                           \
    X(pvm_catchout(NULL))                                   \
    X(pvm_export(W("HOME")))                                \
    X(pvm_unexport(W("HOME")))                              \
    X(pvm_getcontext())                                     \
    X(pvm_setcontext(5))                                    \
    X(pvm_freecontext(5))                                   \
    X(pvm_putinfo(W(""), 1, 0))                             \
    X(pvm_recvinfo(W("no.such"), 0, 0))                     \
    X(pvm_delinfo(W("no.such"), 0, 0))                      \
    X(pvm_getmboxinfo(W("no.such"), &n, &boxes))            \
    X(pvm_insert(W(""), 0, 1))                              \
    X(pvm_lookup(W("no.such"), 0, &x))                      \
    X(pvm_delete(W("no.such"), 0))                          \
    X(pvm_gettmask(PvmTaskSelf, text))                      \
    X(pvm_settmask(PvmTaskSelf, text))                      \
    X(pvm_settmask(9, text))                                \
    X(pvm_perror(W("error")))                               \
    X(pvm_exit())

/* A mid, a tid or a context is only a number that differs from run to run. */
static int made(const char *call, int code)
{
    return code > 0 && (strncmp(call, "pvm_mytid", 9) == 0 || strncmp(call, "pvm_initsend", 12) == 0 ||
                        strncmp(call, "pvm_mkbuf", 9) == 0);
}

static int call_number(int which)
{
    int i = 0;
#define ONE(CALL)                                                            \
    if (i++ == which) {                                                      \
        int code = (CALL);                                                   \
        say("%s = %s%s", #CALL, made(#CALL, code) ? "> 0" : code_name(code), \
            code < 0 && pvm_errno != code ? ", not in pvm_errno" : "");      \
        return 1;                                                            \
    }
    CALLS(ONE)
#undef ONE
    return 0;
}

static int child(int which)
{
    if (freopen("/dev/null", "w", stderr) == NULL || !call_number(which))
        return 1;
    pvm_exit();
    call_number(which);
    CODE(pvm_exit());
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return child(atoi(argv[1]));
    for (int i = 0, status = 0; status == 0; i++) {
        char number[20];
        snprintf(number, sizeof number, "%d", i);
        pid_t pid = fork();
        if (pid == 0) {
            execl(own_path(), own_path(), number, (char *)NULL);
            _exit(1);
        }
        waitpid(pid, &status, 0);
        if (WIFSIGNALED(status))
            say("call %d: signal %d", i, WTERMSIG(status));
    }
    return 0;
}
