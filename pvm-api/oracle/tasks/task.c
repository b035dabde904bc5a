/* task.c - tasks: spawning, parents, siblings, lists, signals, ends. */
#include <signal.h>

#include "oracle.h"

static void child_reports(void)
{
    int *sibs, n;
    say("child: parent is %s", pvm_parent() == hear(-1, 1) ? "the one that spawned" : "another");
    n = pvm_siblings(&sibs);
    say("child: %s siblings, myself among them %s", n > 0 ? "some" : code_name(n),
        sibs[0] == pvm_mytid() ? "first" : "later");
    say("child: context %d", pvm_getcontext());
    say("child: PvmShowTids %d PvmFragSize %d PvmRoute %d", pvm_getopt(PvmShowTids), pvm_getopt(PvmFragSize),
        pvm_getopt(PvmRoute));
}

static void wait_forever(void)
{
    if (pvm_parent() > 0)
        tell(pvm_parent(), 2, 0);
    for (;;)
        pvm_recv(-1, 12345);
}

/* A child that has no parent leaves its results in the mailbox. */
static void child_without_parent(void)
{
    int *sibs, known[2] = {pvm_parent(), pvm_siblings(&sibs)};
    pvm_initsend(PvmDataDefault);
    pvm_pkint(known, 2, 1);
    pvm_putinfo(W("orphan"), pvm_getsbuf(), PvmMboxMultiInstance);
    wait_forever();
}

static void without_parent(void)
{
    struct pvmtaskinfo *list;
    int tids[2], n, known[2];
    char *args[2] = {W("orphan"), NULL};
    CODE(pvm_spawn(own_path(), args, PvmNoSpawnParent, W(""), 2, tids));
    for (int i = 0; i < 2; i++) {
        pvm_setrbuf(pvm_recvinfo(W("orphan"), i, PvmMboxWaitForInfo));
        pvm_upkint(known, 2, 1);
        say("no parent: %s, %d siblings", code_name(known[0]), known[1]);
    }
    for (int i = 0; i < 2; i++) {
        if (pvm_tasks(tids[i], &n, &list) == 0)
            say("in the list: %s", code_name(list[0].ti_ptid));
        pvm_kill(tids[i]);
    }
}

static void spawning(void)
{
    int tids[4] = {7, 7, 7, 7};
    char *args[2] = {W("report"), NULL};
    CODE(pvm_spawn(W("no-such-program"), NULL, 0, NULL, 1, tids));
    say("tid of it: %s", code_name(tids[0]));
    CODE(pvm_spawn(W("no-such-program"), NULL, 0, NULL, 3, NULL), pvm_spawn(W("/bin/true"), NULL, 0, NULL, 0, tids),
         pvm_spawn(W("/bin/true"), NULL, 0, NULL, -1, tids),
         pvm_spawn(own_path(), args, PvmTaskHost, W("no.such.host"), 1, tids));
    say("tid of it: %s", code_name(tids[0]));
    CODE(pvm_spawn(own_path(), args, PvmTaskArch, W("NOARCH"), 2, tids));
    say("tids of it: %s %s", code_name(tids[0]), code_name(tids[1]));
    CODE(pvm_spawn(own_path(), args, PvmTaskDefault, W(""), 2, tids));
    SHOW(tids[1] == tids[0] + 1, tids[2]);
    for (int i = 0; i < 2; i++) {
        tell(tids[i], 1, pvm_mytid());
        take_lines(tids[i]);
    }
}

static void me_and_mine(void)
{
    int *sibs, n;
    SHOW(pvm_mytid() == pvm_mytid());
    CODE(pvm_parent(), n = pvm_siblings(&sibs));
    say("sibling: %s", n > 0 ? who(sibs[0]) : "none");
    say("host of me: %s", who(pvm_tidtohost(pvm_mytid())));
    CODE(pvm_tidtohost(0), pvm_tidtohost(-1), pvm_pstat(pvm_mytid()), pvm_pstat(0), pvm_pstat(-1),
         pvm_pstat(pvm_mytid() + 1000), pvm_kill(0), pvm_kill(-1), pvm_kill(pvm_mytid() + 1000), pvm_sendsig(0, 1),
         pvm_sendsig(pvm_mytid() + 1000, SIGUSR1));
}

static void list_of(const char *what, int where)
{
    struct pvmtaskinfo *list = NULL;
    int n = -1, found = 0;
    int code = pvm_tasks(where, &n, &list);
    for (int i = 0; code == 0 && i < n; i++)
        if (list[i].ti_tid == pvm_mytid()) {
            found++;
            say("%s: me: parent %d host %s flag %d", what, list[i].ti_ptid, who(list[i].ti_host), list[i].ti_flag);
        }
    say("%s: %s, %s tasks, me %d times", what, code_name(code), n == 0 ? "no" : n > 0 ? "some" : "unset", found);
}

static void lists(void)
{
    list_of("all", 0);
    list_of("me", pvm_mytid());
    list_of("nobody", pvm_mytid() + 1000);
    list_of("no host", 0x3f000000);
    list_of("negative", -1);
    CODE(pvm_tasks(0, NULL, NULL));
}

static void ends(void)
{
    int tid = start("wait");
    hear(tid, 2);
    CODE(pvm_pstat(tid));
    say("parent in list: %s", pvm_tidtohost(tid) == pvm_tidtohost(tid) ? "yes" : "no");
    pvm_notify(PvmTaskExit, 77, 1, &tid);
    CODE(pvm_kill(tid));
    SHOW(hear(-1, 77) == tid);
    CODE(pvm_pstat(tid), pvm_send(tid, 1), pvm_kill(tid));
    tid = start("wait");
    hear(tid, 2);
    CODE(pvm_sendsig(tid, 0));
    pvm_notify(PvmTaskExit, 78, 1, &tid);
    CODE(pvm_sendsig(tid, SIGTERM));
    SHOW(hear(-1, 78) == tid);
}

static void again(void)
{
    int first = pvm_mytid();
    CODE(pvm_exit(), pvm_exit());
    SIGN(pvm_mytid());
    SHOW(pvm_mytid() != first);
    CODE(pvm_pstat(first));
}

ROLES({"report", child_reports, REPORTS}, {"wait", wait_forever, WORKS}, {"orphan", child_without_parent, WORKS});
PARTS(me_and_mine, spawning, without_parent, lists, ends, again);
