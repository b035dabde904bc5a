/* hoster.c - a task that starts hosts in place of the system (pvm_reg_hoster): what it is asked, what its answers mean
 * for the task that adds hosts, and what happens if it dies meanwhile.
 *
 * Two hosts are added: cells that were taken out before or, if there is only one host, further addresses of it. */
#include <sys/stat.h>

#include "system.h"

enum { READY = 1, WORK, GONE, ADDED, STOP };
enum how { CANNOT, DUPLICATE, NONSENSE, OLD, WRONG_TID, WRONG_WAIT, MEANWHILE, BRING_UP, DIE, END };

/* ---- the hoster -------------------------------------------------------------------------------------------------- */

struct host {
    int tid;
    char *command;
};

static struct host take_host(void)
{
    struct host h;
    h.tid = item("tid");
    say("  tid is a host's: %d", h.tid > 0 && (h.tid & 0x3ffff) == 0);
    text_item("options");
    char *login = text("login");
    say("  login is a name: %d, with a user %d", login[0] != 0, strchr(login, '@') != NULL);
    h.command = text("command");
    char name[256] = "", master[64] = "", slave[64] = "", daemon[256] = "";
    unsigned debug;
    int first, mtu, number;
    int n = sscanf(h.command, "%255s -s -d%x -n%255s %d %63s %d %d %63s", daemon, &debug, name, &first, master, &mtu,
                   &number, slave);
    say("  command has its %d parts, for that name %d, that tid %d, from host %d", n, strcmp(name, login) == 0,
        number == h.tid >> 18, first);
    say("  address %d, its port %s", slave[0] != 0, strchr(slave, ':') != NULL ? strchr(slave, ':') : "none");
    (void)text("command for another system");
    (void)text("virtual machine");
    return h;
}

/* Runs the command. The line that it prints is the result. A daemon needs a folder of its own for its files. */
static void bring_up(const char *command, char *result, size_t room)
{
    char folder[256], line[2048];
    snprintf(folder, sizeof folder, "%s/hoster%d", getenv("PVM_TMP") != NULL ? getenv("PVM_TMP") : ".", (int)getpid());
    if (mkdir(folder, 0700) != 0)
        return;
    snprintf(line, sizeof line, "PVM_TMP=%s; export PVM_TMP; %s 2>/dev/null &", folder, command);
    FILE *f = popen(line, "r");
    while (f != NULL && fgets(result, (int)room, f) != NULL && strncmp(result, "ddpro", 5) != 0)
        ;
    result[strcspn(result, "\n")] = 0;
    if (f != NULL)
        pclose(f);
    rmdir(folder); /* unless a daemon uses it */
}

static void reply(int to, int wait, int n, const struct host *hosts, enum how how)
{
    struct pvmminfo m;
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    for (int i = 0; i < n; i++) {
        char line[512] = "";
        int tid = how == WRONG_TID ? 0x3f80000 : hosts[i].tid;
        pvm_pkint(&tid, 1, 1);
        if (how == BRING_UP)
            bring_up(hosts[i].command, line, sizeof line);
        pvm_pkstr(how == BRING_UP    ? line
                  : how == CANNOT    ? W("PvmCantStart")
                  : how == DUPLICATE ? W("PvmDupHost")
                  : how == OLD       ? W("ddpro<1> arch<LINUX64> ip<7f000002:0000> mtu<4096> dsig<1>")
                                     : W("no daemon here"));
    }
    pvm_getminfo(pvm_getsbuf(), &m);
    m.wid = wait;
    pvm_setminfo(pvm_getsbuf(), &m);
    CODE(pvm_send(to, SM(SM_STHOSTACK)));
}

static void serve(enum how how)
{
    struct host hosts[8];
    struct pvmminfo m;
    char *again[] = {W("localhost")};
    int code = 9;
    CODE(pvm_recv(-1, SM(SM_STHOST)) > 0);
    heading("hoster");
    pvm_getminfo(pvm_getrbuf(), &m);
    int n = int_item("hosts");
    for (int i = 0; i < n; i++)
        hosts[i] = take_host();
    nothing_more();
    if (how == DIE)
        _exit(0);
    if (how == MEANWHILE)
        CODE(pvm_addhosts(again, 1, &code));
    if (how == WRONG_WAIT)
        reply(m.src, m.wid + 1, n, hosts, DUPLICATE);
    reply(m.src, m.wid, n, hosts, how);
}

static void hoster(void)
{
    say_all_to_parent();
    CODE(pvm_setopt(PvmResvTids, 1) >= 0, pvm_reg_hoster());
    tell(pvm_parent(), READY, 0);
    for (int how; (how = hear(pvm_parent(), WORK)) != END;)
        serve((enum how)how);
    CODE(pvm_reg_hoster()); /* the task gives up the role */
    CODE(pvm_reg_hoster(), pvm_reg_hoster());
    give_lines(pvm_parent());
    hear(pvm_parent(), STOP);
}

/* ---- the task that adds hosts ---------------------------------------------------------------------------------- */

static int hosts_there(struct pvmhostinfo **list)
{
    int n = -1;
    pvm_config(&n, NULL, list);
    return n;
}

/* Chooses two names that can be added. */
static void choose(char **names)
{
    struct pvmhostinfo *list;
    int n = hosts_there(&list), codes[2];
    names[0] = strdup(n > 2 ? list[n - 1].hi_name : "127.0.0.2");
    names[1] = strdup(n > 2 ? list[n - 2].hi_name : "127.0.0.3");
    if (n > 2)
        pvm_delhosts(names, 2, codes);
}

static void add(int keeper, enum how how, char **names, int n)
{
    int codes[3] = {9, 9, 9};
    tell(keeper, WORK, how);
    CODE(pvm_addhosts(names, n, codes));
    for (int i = 0; i < n; i++)
        say("  code %s", codes[i] > 0x40000 ? "a host" : code_name(codes[i]));
}

static void bring_up_and_down(int keeper, char **names)
{
    struct pvmhostinfo *list;
    int before = hosts_there(&list), code = 9, tid = 0;
    CODE(pvm_notify(PvmHostAdd, ADDED, 1, NULL));
    add(keeper, BRING_UP, names, 1);
    SHOW(hear(-1, ADDED), hosts_there(&list) - before);
    CODE(pvm_mstat(names[0]));
    for (int i = 0; i < before + 1; i++)
        if (strcmp(list[i].hi_name, names[0]) == 0)
            tid = list[i].hi_tid;
    SHOW(tid > 0x40000);
    CODE(pvm_notify(PvmHostDelete, GONE, 1, &tid), pvm_delhosts(names, 1, &code));
    SHOW(hear(-1, GONE) == tid, hosts_there(&list) - before);
}

static int start_hoster(void)
{
    int tid = start_here("hoster");
    hear(tid, READY);
    return tid;
}

static void hosts(void)
{
    char *names[2], *three[3] = {W("no.such.host.invalid"), NULL, NULL}, *nobody[1] = {W("no.such.host.invalid")};
    choose(names);
    three[1] = three[2] = names[0];
    int keeper = start_hoster();
    CODE(pvm_reg_hoster());
    say("-- cannot");
    add(keeper, CANNOT, names, 2);
    add(keeper, DUPLICATE, names, 1);
    add(keeper, NONSENSE, names, 1);
    add(keeper, OLD, names, 1);
    say("-- it is asked about hosts that may be there only");
    add(keeper, CANNOT, three, 3);
    add(keeper, CANNOT, nobody, 1);
    say("-- wrong answers");
    add(keeper, WRONG_TID, names, 1);
    add(keeper, WRONG_WAIT, names, 1);
    say("-- others meanwhile");
    add(keeper, MEANWHILE, names, 1);
    say("-- up and down");
    bring_up_and_down(keeper, names);
    say("-- the hoster");
    tell(keeper, WORK, END);
    take_lines(keeper);
    CODE(pvm_notify(PvmTaskExit, GONE, 1, &keeper));
    tell(keeper, STOP, 0);
    hear(-1, GONE);
    say("-- one that dies");
    keeper = start_hoster();
    add(keeper, DIE, names, 1);
}

ROLES({"hoster", hoster, WORKS});
PARTS(hosts);
