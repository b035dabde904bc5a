/* manual.c - answers that the manual pages name, and that no other program here gives (manual/rows.sh looks for them).
 */
#include "oracle.h"

/* It has nobody to report to, and is told whom to tell. */
static void orphan(void)
{
    int parent = pvm_parent();
    tell(atoi(own_words()[2]), 1, parent);
}

static void of_tasks(void)
{
    int n, me = pvm_mytid(), tids[2] = {0, 0};
    char to[16], *words[] = {W("orphan"), to, NULL};
    struct pvmtaskinfo *list;
    snprintf(to, sizeof to, "%d", me);
    SIGN(pvm_spawn(own_path(), words, PvmNoSpawnParent, NULL, 1, tids));
    say("pvm_parent() of an orphan = %s", code_name(hear(tids[0], 1)));
    CODE(pvm_tasks(-1, &n, &list), pvm_tasks(me + 4000, &n, &list));
    pvm_spawn(W("no-such-file"), NULL, PvmTaskHost, W("no.such.host"), 1, tids);
    say("pvm_spawn() in tids: %s", code_name(tids[0]));
    pvm_spawn(W("no-such-file"), NULL, 0, NULL, 1, tids);
    say("pvm_spawn() in tids: %s", code_name(tids[0]));
}

static void of_hosts(void)
{
    struct pvmhostinfo *hosts;
    int n, codes[2];
    CODE(pvm_config(&n, NULL, &hosts));
    char *names[2] = {hosts[0].hi_name, W("no.such.host.invalid")};
    CODE(pvm_addhosts(names, 1, codes));
    say("pvm_addhosts() in infos: %s", code_name(codes[0]));
    CODE(pvm_delhosts(names + 1, 1, codes));
    say("pvm_delhosts() in infos: %s", code_name(codes[0]));
}

static void of_messages(void)
{
    int x[4] = {1, 2, 3, 4};
    CODE(pvm_setopt(PvmPollType, 1), pvm_packf("%d", 1), pvm_unpackf("%d", x));
    pvm_initsend(PvmDataInPlace);
    CODE(pvm_pkint(x, 2, 2), pvm_packf("%2.2d", x));
    tell(pvm_mytid(), 1, 1);
    SHOW(hear(-1, 1));
    CODE(pvm_upkmesg(), pvm_unpackf("%d", x));
}

static void of_mailboxes(void)
{
    int n;
    struct pvmmboxinfo *list;
    CODE(pvm_getmboxinfo(NULL, &n, &list));
}

ROLES({"orphan", orphan, WORKS});
PARTS(of_tasks, of_hosts, of_messages, of_mailboxes);
