/* rm.c - a resource manager (pvm_reg_rm): which calls of the tasks after it come to it, with what, and what comes of its
 * answers; what it asks the daemon for and what that tells it. */
#include <sys/wait.h>

#include "system.h"

enum { READY = 1, DONE, GONE, STOP, HOSTED };
#define MANY 16

static int my_host(void)
{
    return pvm_tidtohost(pvm_mytid());
}

/* ---- the manager ------------------------------------------------------------------------------------------------- */

struct request {
    int from;
    struct pvmminfo info;
};

static void take_request(struct request *r)
{
    r->from = 0;
    pvm_bufinfo(pvm_getrbuf(), NULL, NULL, &r->from);
    pvm_getminfo(pvm_getrbuf(), &r->info);
}

/* The answer has the wait id of the question. */
static void answer(struct request *r, int tag)
{
    struct pvmminfo out;
    pvm_getminfo(pvm_getsbuf(), &out);
    out.wid = r->info.wid;
    pvm_setminfo(pvm_getsbuf(), &out);
    pvm_send(r->from, tag);
}

static void put(int v)
{
    pvm_pkint(&v, 1, 1);
}

static int strings(const char *name, char **list)
{
    int n = int_item(name);
    for (int i = 0; i < n && i < MANY - 1; i++)
        list[i] = strcmp(name, "names") == 0 ? text_item("  name") : text_item("  argument");
    list[n >= 0 && n < MANY ? n : 0] = NULL;
    return n;
}

static void put_strings(char **list, int n)
{
    put(n);
    for (int i = 0; i < n; i++)
        pvm_pkstr(list[i]);
}

/* One task of the request, started by the daemon. Its tid or an error. */
static int exec(int parent, char *file, int flags, char **args, int argc, int *sinks, char **env, int nenv)
{
    int sbuf = pvm_setsbuf(pvm_mkbuf(PvmDataDefault));
    put(parent);
    pvm_pkstr(file);
    put(flags);
    put(1);
    put_strings(args, argc);
    pvm_pkint(sinks, 6, 1);
    put_strings(env, nenv);
    put(0); /* which of */
    put(1); /* how many: without these two the daemon says nothing */
    CODE(pvm_send(my_host() | DAEMON, SM(SM_EXEC)));
    pvm_freebuf(pvm_setsbuf(sbuf));
    CODE(pvm_recv(-1, SM(SM_EXECACK)) > 0);
    heading("manager");
    int_item("count");
    int tid = tid_item("tid");
    nothing_more();
    return tid;
}

static void spawn_request(struct request *r)
{
    char *args[MANY], *env[64], *file = text("file"), *where;
    int sinks[6];
    say("  file is %s", strcmp(file, own_path()) == 0 ? "this program" : file);
    int flags = int_item("flags");
    where = text_item("where");
    int count = int_item("count");
    int argc = strings("argc", args);
    for (int i = 0; i < 6; i++)
        sinks[i] = item("sink");
    say("  output to %s %d %d, trace to %s %d %d", party(sinks[0]), sinks[1], sinks[2], party(sinks[3]), sinks[4], sinks[5]);
    int nenv = env_items(env);
    nothing_more();
    if (strcmp(where, "denied") == 0) {
        pvm_initsend(PvmDataDefault);
        put(PvmDenied);
        answer(r, SM(SM_SPAWN));
        return;
    }
    int tids[MANY];
    for (int i = 0; i < count; i++)
        tids[i] = strcmp(where, "half") == 0 && i % 2 == 0 ? PvmOutOfRes
                                                           : exec(r->from, file, flags, args, argc, sinks, env, nenv);
    pvm_initsend(PvmDataDefault);
    put(count);
    pvm_pkint(tids, count, 1);
    answer(r, SM(SM_SPAWN));
}

static void config_request(struct request *r)
{
    nothing_more();
    pvm_initsend(PvmDataDefault);
    put(2);
    put(1);
    for (int i = 0; i < 2; i++) {
        put(0x40000 + i * 0x40000);
        pvm_pkstr(i == 0 ? W("first") : W("second"));
        pvm_pkstr(W("ODD"));
        put(10 + i);
        put(77);
    }
    answer(r, SM(SM_CONFIG));
}

static void task_request(struct request *r)
{
    int where = item("where");
    say("  where is %s", where == r->from ? "the asker" : party(where));
    nothing_more();
    pvm_initsend(PvmDataDefault);
    put(where < 0 ? PvmNoHost : 0);
    for (int i = 0; i < 2; i++) {
        put(r->from);
        put(pvm_mytid());
        put(0x40000);
        put(4 + i);
        pvm_pkstr(W("listed"));
        put(100 + i);
    }
    answer(r, SM(SM_TASK));
}

static void host_request(struct request *r, int tag)
{
    char *names[MANY];
    int n = strings("names", names);
    nothing_more();
    pvm_initsend(PvmDataDefault);
    put(strcmp(names[0], "refused") == 0 ? PvmAlready : strcmp(names[0], "fewer") == 0 ? n - 1 : n);
    if (tag == SM(SM_ADDHOST))
        put(1);
    for (int i = 0; i < n; i++) {
        put(i % 2 == 0 ? PvmNoHost : 0xc0000);
        if (tag != SM(SM_ADDHOST))
            continue;
        pvm_pkstr(names[i]);
        pvm_pkstr(W("ODD"));
        put(1);
        put(2);
    }
    answer(r, tag);
}

static void notify_request(struct request *r)
{
    int flags = int_item("what");
    int_item("context");
    int tag = int_item("tag");
    int n = int_item("count");
    for (int i = 0; i < n && (flags & 7) != PvmHostAdd; i++) {
        int tid = item("tid");
        say("  about %s", tid == r->from ? "the asker" : party(tid));
    }
    nothing_more();
    pvm_initsend(PvmDataDefault);
    put(4711);
    pvm_send(r->from, tag);
}

static void sched_request(struct request *r)
{
    nothing_more();
    pvm_initsend(PvmDataDefault);
    put(r->from == 0 ? 1 : PvmDenied);
    answer(r, SM(SM_SCHED));
}

/* When it comes among other messages is the daemon's affair: counted, not told at once. */
static void task_ended(int *ended)
{
    (void)item("tid");
    ended[item("status") == 0 ? 0 : 1]++;
    for (int i = 0; i < 4; i++)
        (void)item("time");
}

static void serve(struct request *r, int *ended)
{
    int tag = r->info.tag;
    if (tag == SM(SM_TASKX)) {
        task_ended(ended);
        return;
    }
    heading("manager");
    if (tag == SM(SM_SPAWN))
        spawn_request(r);
    else if (tag == SM(SM_CONFIG))
        config_request(r);
    else if (tag == SM(SM_TASK))
        task_request(r);
    else if (tag == SM(SM_ADDHOST) || tag == SM(SM_DELHOST))
        host_request(r, tag);
    else if (tag == SM(SM_NOTIFY))
        notify_request(r);
    else if (tag == SM(SM_SCHED))
        sched_request(r);
    else if (tag == SM(SM_EXECACK)) {
        int_item("count");
        tid_item("tid");
        nothing_more();
    }
}

static void hand_off(int tid)
{
    pvm_initsend(PvmDataDefault);
    put(tid);
    CODE(pvm_send(my_host() | DAEMON, SM(SM_HANDOFF)));
}

static void manager(void)
{
    struct pvmhostinfo *host = NULL;
    int ended[2] = {0, 0}; /* well, otherwise */
    lines.child = 1;
    CODE(pvm_setopt(PvmResvTids, 1) >= 0);
    CODE(pvm_reg_rm(&host));
    SHOW(host->hi_tid);
    CODE(pvm_reg_rm(NULL) > 0);
    tell(pvm_parent(), READY, 0);
    for (;;) {
        struct request r;
        int mid = pvm_recv(-1, -1);
        take_request(&r);
        if (r.info.tag == STOP)
            break;
        if (mid < 0) {
            CODE(mid);
            break;
        }
        serve(&r, ended);
    }
    say("tasks ended: %d, and %d otherwise", ended[0], ended[1]);
    hand_off(0);
    give_lines();
    hear(pvm_parent(), STOP);
    pvm_exit();
}

/* ---- a task after it --------------------------------------------------------------------------------------------- */

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
    CODE(pvm_archcode(W("ODD")));
    CODE(pvm_archcode(W("EVEN")));
    CODE(pvm_tasks(0, &n, &tasks));
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
    CODE(pvm_addhosts(refused, 1, codes));
    CODE(pvm_addhosts(fewer, 0, codes));
    CODE(pvm_addhosts(two, 2, NULL));
    CODE(pvm_delhosts(two, 2, codes));
    say("codes %s %d", code_name(codes[0]), codes[1]);
    CODE(pvm_delhosts(refused, 1, codes));
    CODE(pvm_mstat(W("one.host")));
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
    CODE(pvm_spawn(W("/no/such/file"), NULL, PvmTaskDefault, NULL, 1, tids));
    CODE(tids[0]);
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
    CODE(pvm_reg_rm(NULL));
    CODE(pvm_pstat(pvm_mytid()));
    CODE(pvm_kill(0x7fffe));
}

static void leaf(void)
{
    lines.child = 1;
    SHOW(pvm_parent() > 0);
    SHOW(pvm_getcontext());
    SHOW(pvm_tidtohost(pvm_mytid()) == pvm_tidtohost(pvm_parent()));
    give_lines();
    pvm_exit();
}

/* A process that becomes a task by its own doing, and ends. */
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
    pvm_exit();
}

static int here(const char *role)
{
    char *args[] = {W(role), NULL};
    int tid = 0;
    CODE(pvm_spawn(own_path(), args, PvmTaskHost, W("."), 1, &tid));
    return tid;
}

int main(int argc, char **argv)
{
    int n = -1;
    if (argc > 1 && strcmp(argv[1], "manager") == 0)
        manager();
    else if (argc > 1 && strcmp(argv[1], "leaf") == 0)
        leaf();
    else if (argc > 1 && strcmp(argv[1], "stranger") == 0)
        stranger();
    else if (argc > 1) {
        lines.child = 1;
        pvm_mytid();
        user();
        give_lines();
        pvm_exit();
    }
    if (argc > 1)
        return 0;
    pvm_mytid();
    int keeper = here("manager");
    hear(keeper, READY);
    say("-- a task from before the manager");
    CODE(pvm_config(NULL, NULL, NULL));
    CODE(pvm_tasks(pvm_mytid(), &n, NULL));
    SHOW(n);
    take_lines(here("leaf"));
    say("-- a task from after it");
    int user_tid = here("user");
    CODE(pvm_notify(PvmTaskExit, GONE, 1, &user_tid));
    take_lines(user_tid);
    hear(-1, GONE);
    say("-- a task that nobody spawned");
    outsider();
    say("-- the manager");
    tell(keeper, STOP, 0);
    take_lines(keeper);
    say("-- a task from after its time");
    int last = here("leaf");
    take_lines(last);
    tell(keeper, STOP, 0);
    say("-- another manager");
    SIGN(pvm_reg_rm(NULL));
    SIGN(pvm_reg_rm(NULL));
    pvm_exit();
    return 0;
}
