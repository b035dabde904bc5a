/* ends.c - how tasks end: by themselves, by other tasks, by signals; what their parent, their messages and the lists
 * show then. */
#include <signal.h>

#include "oracle.h"

static void noted(int number)
{
    (void)number;
}

static void wait_for_ever(void)
{
    tell(pvm_parent(), 2, 0);
    for (;;)
        pvm_recv(-1, 12345);
}

/* A message that a task has just sent may be lost when the task ends, so the parent must have it first. */
static void ask_to_end(int number)
{
    tell(pvm_parent(), 3, number);
    hear(pvm_parent(), 4);
}

static void never(void)
{
    usleep(200000);
}

static void child(void)
{
    const char *role = own_role();
    if (strcmp(role, "waits") == 0)
        wait_for_ever();
    if (strcmp(role, "exits") == 0) {
        ask_to_end(33);
        exit(7);
    }
    if (strcmp(role, "leaves") == 0)
        ask_to_end(34);
    if (strcmp(role, "aborts") == 0) {
        ask_to_end(35);
        abort();
    }
    if (strcmp(role, "kills itself") == 0) {
        ask_to_end(36);
        pvm_kill(pvm_mytid());
        wait_for_ever();
    }
    if (strcmp(role, "signals itself") == 0) {
        ask_to_end(37);
        pvm_sendsig(pvm_mytid(), SIGUSR1);
        wait_for_ever();
    }
    if (strcmp(role, "ignores") == 0) {
        signal(SIGTERM, SIG_IGN);
        signal(SIGUSR1, noted);
        wait_for_ever();
    }
    if (strcmp(role, "has a child") == 0) {
        int tid = start("waits");
        hear(tid, 2);
        tell(pvm_parent(), 3, tid);
    }
}

static int watched(const char *role)
{
    int tid = start(role);
    pvm_notify(PvmTaskExit, 10, 1, &tid);
    return tid;
}

static void is_gone(const char *what, int tid)
{
    int list[1] = {tid}, n = -1;
    struct pvmtaskinfo *infos;
    say("%s: told %d", what, hear(-1, 10) == tid);
    int code = pvm_pstat(tid);
    say("  pstat %s", code_name(code));
    CODE(pvm_tasks(tid, &n, &infos));
    SHOW(n);
    pvm_initsend(PvmDataDefault);
    CODE(pvm_send(tid, 1), pvm_mcast(list, 1, 1), pvm_kill(tid), pvm_sendsig(tid, SIGTERM),
         pvm_notify(PvmTaskExit, 11, 1, list));
    SHOW(hear(-1, 11) == tid);
    say("  host %s", who(pvm_tidtohost(tid)));
    CODE(pvm_probe(tid, 1));
}

static void by_themselves(void)
{
    static const char *roles[] = {"exits", "aborts", "kills itself", "signals itself", "leaves"};
    for (int i = 0; i < 5; i++) {
        int tid = watched(roles[i]);
        say("its last message: %d", hear(tid, 3));
        tell(tid, 4, 0);
        is_gone(roles[i], tid);
    }
    int tid = watched("never");
    is_gone("never enrolled", tid);
}

static void by_others(void)
{
    static const int signals[] = {SIGTERM, SIGKILL, SIGUSR1,
                                  SIGUSR2, SIGALRM, SIGSEGV}; /* the daemon may have others ignored */
    for (int i = 0; i < 6; i++) {
        char what[30];
        snprintf(what, sizeof what, "signal %d", signals[i]);
        int tid = watched("waits");
        hear(tid, 2);
        CODE(pvm_sendsig(tid, 0), pvm_pstat(tid), pvm_sendsig(tid, signals[i]));
        is_gone(what, tid);
    }
    int tid = watched("ignores");
    hear(tid, 2);
    CODE(pvm_sendsig(tid, SIGUSR1), pvm_sendsig(tid, 1000), pvm_sendsig(tid, -5), pvm_sendsig(tid, SIGCHLD),
         pvm_sendsig(tid, SIGCONT));
    settle();
    CODE(pvm_pstat(tid), pvm_sendsig(tid, SIGKILL));
    is_gone("one that ignores some", tid);
}

static void generations(void)
{
    int tid = watched("has a child"), grandchild = hear(tid, 3);
    is_gone("the child", tid);
    CODE(pvm_pstat(grandchild));
    struct pvmtaskinfo *infos;
    int n = 0;
    CODE(pvm_tasks(grandchild, &n, &infos));
    say("its parent is %s", n == 1 && infos[0].ti_ptid == tid ? "the one that is gone" : "another");
    pvm_notify(PvmTaskExit, 10, 1, &grandchild);
    CODE(pvm_kill(grandchild));
    is_gone("the grandchild", grandchild);
}

static void lists(void)
{
    int tids[2] = {start("waits"), start("waits")}, n = 0, mine = 0, flags = 0;
    struct pvmtaskinfo *infos;
    hear(tids[0], 2);
    hear(tids[1], 2);
    CODE(pvm_tasks(tids[1], &n, &infos));
    SHOW(n);
    say("of one: tid %d parent %s host %s pid %d flag %d", infos[0].ti_tid == tids[1], who(infos[0].ti_ptid),
        who(infos[0].ti_host), infos[0].ti_pid > 0, infos[0].ti_flag);
    say("file: %s", strcmp(infos[0].ti_a_out, own_path()) == 0 ? "this" : infos[0].ti_a_out);
    CODE(pvm_tasks(0, &n, &infos));
    for (int i = 0; i < n; i++) {
        mine += infos[i].ti_tid == tids[0] || infos[i].ti_tid == tids[1];
        flags += infos[i].ti_tid == pvm_mytid() ? infos[i].ti_flag : 0;
    }
    say("mine in the list of all: %d, my flag %d", mine, flags);
    pvm_kill(tids[0]);
    pvm_kill(tids[1]);
}

ROLES({"never", never, BARE}, {"", child, WORKS});
PARTS(by_themselves, by_others, generations, lists);
