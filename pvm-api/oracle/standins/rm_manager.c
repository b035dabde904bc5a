/* rm_manager.c - the resource manager of rm.c. It prints what it gets; its answers have values that are easy to
 * recognise. */
#include "rm_manager.h"

#define MANY 16

static int my_host(void)
{
    return pvm_tidtohost(pvm_mytid());
}

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

/* Starts one task of the request, through the daemon. Returns its tid or an error. */
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
    put(0); /* the number of the task */
    put(1); /* the number of tasks: without these two items the daemon does not answer */
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
    say("  output to %s %d %d, trace to %s %d %d", party(sinks[0]), sinks[1], sinks[2], party(sinks[3]), sinks[4],
        sinks[5]);
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

/* The daemon decides when it comes among other messages, so it is counted and not printed at once. */
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

void manager(void)
{
    struct pvmhostinfo *host = NULL;
    int ended[2] = {0, 0}; /* ended well, ended with an error */
    say_all_to_parent();
    CODE(pvm_setopt(PvmResvTids, 1) >= 0, pvm_reg_rm(&host));
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
    give_lines(pvm_parent());
    hear(pvm_parent(), STOP);
}
