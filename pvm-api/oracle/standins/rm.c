/* rm.c - a resource manager (pvm_reg_rm): which calls of later tasks go to it, with which arguments, and what its
 * answers do; and what it asks of the daemon and gets as answers. */
#include <sys/wait.h>

#include "rm_manager.h"

/* ---- a task that joins after the manager ----------------------------------------------------------------------- */

static void lists(void)
{
    struct pvmhostinfo *hosts = NULL;
    struct pvmtaskinfo *tasks = NULL;
    int n = -1, archs = -1;
    CODE(pvm_config(&n, &archs, &hosts));
    say("%d hosts of %d kinds", n, archs);
    for (int i = 0; i < n; i++)
        say("  %x %s %s %d %d", (unsigned)hosts[i].hi_tid, hosts[i].hi_name, hosts[i].hi_arch, hosts[i].hi_speed,
            hosts[i].hi_dsig);
    CODE(pvm_archcode(W("ODD")), pvm_archcode(W("EVEN")), pvm_tasks(0, &n, &tasks));
    SHOW(n);
    CODE(pvm_tasks(pvm_mytid(), &n, &tasks));
    for (int i = 0; i < n; i++)
        say("  %s %s %x %d %s %d", who(tasks[i].ti_tid), who(tasks[i].ti_ptid), (unsigned)tasks[i].ti_host,
            tasks[i].ti_flag, tasks[i].ti_a_out, tasks[i].ti_pid);
    CODE(pvm_tasks(-5, &n, &tasks));
    SHOW(n);
}

static void hosts(void)
{
    char *two[] = {W("one.host"), W("another.host")}, *refused[] = {W("refused")}, *fewer[] = {W("fewer"), W("x")};
    int codes[2] = {9, 9};
    CODE(pvm_addhosts(two, 2, codes));
    say("codes %s %d", code_name(codes[0]), codes[1]);
    CODE(pvm_addhosts(refused, 1, codes), pvm_addhosts(fewer, 0, codes), pvm_addhosts(two, 2, NULL),
         pvm_delhosts(two, 2, codes));
    say("codes %s %d", code_name(codes[0]), codes[1]);
    CODE(pvm_delhosts(refused, 1, codes), pvm_mstat(W("one.host")));
}

static void notices(void)
{
    int tids[2] = {pvm_parent(), pvm_mytid()};
    CODE(pvm_notify(PvmTaskExit, GONE, 2, tids));
    SHOW(hear(-1, GONE));
    CODE(pvm_notify(PvmHostAdd, HOSTED, 3, NULL));
    SHOW(hear(-1, HOSTED));
    CODE(pvm_notify(PvmTaskExit | PvmNotifyCancel, GONE, 1, tids));
    SHOW(hear(-1, GONE));
    CODE(pvm_notify(PvmTaskExit, GONE, 0, tids));
}

static void spawns(void)
{
    char *args[] = {W("leaf"), NULL};
    int tids[4] = {9, 9, 9, 9};
    CODE(pvm_spawn(own_path(), args, PvmTaskDefault, NULL, 2, tids));
    SHOW(tids[0] > 0 && tids[1] > 0);
    take_lines(tids[0]);
    take_lines(tids[1]);
    CODE(pvm_spawn(own_path(), args, PvmTaskHost, W("somewhere"), 1, tids));
    take_lines(tids[0]);
    CODE(pvm_spawn(W("/no/such/file"), NULL, PvmTaskDefault, NULL, 1, tids), tids[0]);
    tids[0] = 9;
    CODE(pvm_spawn(own_path(), args, PvmTaskArch, W("denied"), 1, tids));
    SHOW(tids[0]);
    CODE(pvm_spawn(own_path(), args, PvmTaskArch, W("half"), 2, tids));
    say("tids %s %s", who(tids[0]), who(tids[1]));
    take_lines(tids[0] > 0 ? tids[0] : tids[1]);
}

static void user(void)
{
    lists();
    hosts();
    notices();
    spawns();
    CODE(pvm_reg_rm(NULL), pvm_pstat(pvm_mytid()), pvm_kill(0x7fffe));
}

static void leaf(void)
{
    SHOW(pvm_parent() > 0, pvm_getcontext(), pvm_tidtohost(pvm_mytid()) == pvm_tidtohost(pvm_parent()));
}

/* A process that becomes a task without being spawned, and ends. */
static void outsider(void)
{
    int status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        unsetenv("PVMEPID");
        execl(own_path(), own_path(), "stranger", (char *)NULL);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    SHOW(status);
}

static void stranger(void)
{
    int n = -1;
    SHOW(pvm_parent() == PvmNoParent);
    CODE(pvm_config(&n, NULL, NULL));
    SHOW(n);
}

static void before_and_after(void)
{
    int n = -1;
    int keeper = start_here("manager");
    hear(keeper, READY);
    say("-- a task from before the manager");
    CODE(pvm_config(NULL, NULL, NULL), pvm_tasks(pvm_mytid(), &n, NULL));
    SHOW(n);
    take_lines(start_here("leaf"));
    say("-- a task from after it");
    int user_tid = start_here("user");
    CODE(pvm_notify(PvmTaskExit, GONE, 1, &user_tid));
    take_lines(user_tid);
    hear(-1, GONE);
    say("-- a task that nobody spawned");
    outsider();
    say("-- the manager");
    tell(keeper, STOP, 0);
    take_lines(keeper);
    say("-- a task from after its time");
    int last = start_here("leaf");
    take_lines(last);
    tell(keeper, STOP, 0);
    say("-- another manager");
    SIGN(pvm_reg_rm(NULL), pvm_reg_rm(NULL));
}

ROLES({"manager", manager, WORKS}, {"user", user, REPORTS}, {"leaf", leaf, REPORTS}, {"stranger", stranger, WORKS});
PARTS(before_and_after);
