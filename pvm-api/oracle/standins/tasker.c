/* tasker.c - a task that starts tasks in place of the system (pvm_reg_tasker): what it is asked, and what follows if it
 * starts them, cannot start them, says that they have ended, or ends itself. */
#include <sys/wait.h>

#include "system.h"

enum { READY = 1, DONE, GONE, WORK, STOP };

/* ---- the tasker -------------------------------------------------------------------------------------------------- */

/* Sends a SM_TASKX: this task has ended, or could not be started. */
static void say_ended(int tid, int status)
{
    int words[6] = {tid, status, 0, 0, 0, 0};
    pvm_initsend(PvmDataDefault);
    pvm_pkint(words, 6, 1);
    CODE(pvm_send(DAEMON, SM(SM_TASKX)));
}

static pid_t start_process(char *path, char **argv, char **env)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    for (int i = 0; env[i] != NULL; i++)
        putenv(env[i]);
    execv(path, argv);
    _exit(127);
}

/* Reads one request, and starts what it asks for unless `refuse`. Returns 0, or the tid of a task that has ended or was
 * not started. */
static int serve(int refuse)
{
    char *argv[16], *env[64], *path;
    int tid, status = 0, n;
    CODE(pvm_recv(-1, SM(SM_STTASK)) > 0);
    heading("tasker");
    tid = tid_item("tid");
    int_item("flags");
    path = text("path");
    say("  path is %s", strcmp(path, own_path()) == 0 ? "this program" : path);
    n = int_item("argc");
    for (int i = 0; i < n; i++) {
        argv[i] = text("argument");
        say("    %s", strcmp(argv[i], path) == 0 ? "the path" : argv[i]);
    }
    argv[n > 0 ? n : 0] = NULL;
    env_items(env);
    int_item("instance");
    int_item("hosts");
    int_item("of");
    nothing_more();
    if (refuse)
        return tid;
    pid_t pid = start_process(path, argv, env);
    if (strcmp(argv[1], "short") != 0)
        return 0;
    waitpid(pid, &status, 0);
    SHOW(status);
    return tid;
}

static void tasker(void)
{
    int again = 1;
    say_all_to_parent();
    CODE(pvm_setopt(PvmResvTids, 1) >= 0, pvm_reg_tasker());
    tell(pvm_parent(), READY, 0);
    while (again) {
        int order = hear(pvm_parent(), WORK);
        if (order == 0)
            serve(0);
        else if (order == 1)
            say_ended(serve(1), 0);
        else if (order == 2)
            say_ended(serve(0), 0x700);
        else
            again = 0;
    }
    give_lines(pvm_parent());
    if (hear(pvm_parent(), STOP) == 1)
        _exit(0);
    if (hear(pvm_parent(), STOP) == 1)
        CODE(pvm_reg_tasker()); /* the task gives up the role */
}

/* ---- the tasks that it starts ---------------------------------------------------------------------------------- */

static void started(void)
{
    const char *role = own_role();
    say_all_to_parent();
    SHOW(pvm_parent() > 0, pvm_getcontext(), getenv("PVMEPID") != NULL,
         pvm_tidtohost(pvm_mytid()) == pvm_tidtohost(pvm_parent()));
    if (strcmp(role, "exported") == 0)
        say("ORACLE_WORD=%s", getenv("ORACLE_WORD"));
    give_lines(pvm_parent());
    if (strcmp(role, "stay") == 0)
        hear(pvm_parent(), STOP);
    pvm_exit();
    exit(7);
}

/* ---- the task that asks for them ------------------------------------------------------------------------------- */

static int here(const char *role, int n, int *tids)
{
    char *args[] = {W(role), W("second"), NULL};
    return pvm_spawn(own_path(), args, PvmTaskHost, W("."), n, tids);
}

static void order(int tasker_tid, int what)
{
    tell(tasker_tid, WORK, what);
}

static void show_task(int tid)
{
    struct pvmtaskinfo *list = NULL;
    int n = -1, code = pvm_tasks(tid, &n, &list);
    say("pvm_tasks %s, %d of them", code_name(code), n);
    for (int i = 0; i < n && code == 0; i++)
        say("  tid %d parent %s flags %d file %d pid %d", list[i].ti_tid == tid, who(list[i].ti_ptid), list[i].ti_flag,
            list[i].ti_a_out[0] != 0, list[i].ti_pid > 0);
}

/* Waits for the notice that it has ended. */
static void gone(int tid)
{
    SHOW(hear(-1, GONE) == tid);
    CODE(pvm_pstat(tid));
}

static void asks(void)
{
    int tids[4] = {0, 0, 0, 0}, keeper;
    CODE(here("tasker", 1, &keeper));
    hear(keeper, READY);
    CODE(pvm_reg_tasker());

    say("-- two that stay");
    CODE(here("stay", 2, tids));
    SHOW(tids[1] - tids[0]);
    CODE(pvm_pstat(tids[0]), pvm_notify(PvmTaskExit, GONE, 2, tids));
    show_task(tids[0]);
    order(keeper, 0);
    order(keeper, 0);
    take_lines(tids[0]);
    take_lines(tids[1]);
    show_task(tids[0]);
    tell(tids[0], STOP, 0);
    gone(tids[0]);
    CODE(pvm_kill(tids[1]));
    gone(tids[1]);

    say("-- one with an exported word");
    setenv("ORACLE_WORD", "word", 1);
    pvm_export(W("ORACLE_WORD"));
    CODE(here("exported", 1, tids));
    order(keeper, 0);
    take_lines(tids[0]);
    pvm_unexport(W("ORACLE_WORD"));

    say("-- one that cannot be started");
    CODE(here("stay", 1, tids), pvm_notify(PvmTaskExit, GONE, 1, tids));
    order(keeper, 1);
    gone(tids[0]);

    say("-- one that ends, and the tasker says so");
    CODE(here("short", 1, tids), pvm_notify(PvmTaskExit, GONE, 1, tids));
    order(keeper, 2);
    take_lines(tids[0]);
    gone(tids[0]);

    say("-- no such file");
    char *none[] = {NULL};
    CODE(pvm_spawn(W("/no/such/file"), none, PvmTaskHost, W("."), 1, tids), tids[0]);

    say("-- the tasker ends with one not started");
    CODE(here("stay", 1, tids), pvm_notify(PvmTaskExit, GONE, 1, tids), pvm_pstat(tids[0]));
    order(keeper, 9);
    take_lines(keeper);
    tell(keeper, STOP, 1);
    gone(tids[0]);

    say("-- without one");
    CODE(here("stay", 1, tids));
    take_lines(tids[0]);
    tell(tids[0], STOP, 0);
    CODE(pvm_reg_tasker(), pvm_reg_tasker());
}

ROLES({"tasker", tasker, WORKS}, {"", started, BARE});
PARTS(asks);
