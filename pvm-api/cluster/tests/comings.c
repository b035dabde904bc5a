/* comings.c - nodes that are deleted and added while the machine runs, and who hears of it. */
#include "ints.h"

enum { GONE = 1, CAME, EXITED, HELLO };

static void say_hosts(const char *when)
{
    struct pvmhostinfo *hosts;
    int n;
    pvm_config(&n, NULL, &hosts);
    printf("%s:", when);
    for (int i = 0; i < n; i++)
        printf(" %s", hosts[i].hi_name);
    printf("\n");
}

static int start_waiter(const char *node)
{
    int tid = start("waits", node);
    return tid > 0 ? (void)receive_int(tid, HELLO), tid : tid;
}

int main(void)
{
    char *both[] = {"node2", "nowhere.invalid"};
    int codes[2], host, child, n;
    pvm_mytid();
    if (pvm_parent() > 0) {
        send_int(pvm_parent(), HELLO, 0);
        pvm_recv(-1, 99);
        return 0;
    }
    say_hosts("at first");
    child = start_waiter("node2");
    host = pvm_tidtohost(child);
    pvm_notify(PvmHostDelete, GONE, 1, &host);
    pvm_notify(PvmHostAdd, CAME, -1, NULL);
    pvm_notify(PvmTaskExit, EXITED, 1, &child);
    n = pvm_delhosts(both, 2, codes);
    printf("deleted: %d; %d %d\n", n, codes[0], codes[1]);
    pvm_recv(-1, GONE);
    pvm_recv(-1, EXITED);
    say_hosts("then");
    n = pvm_addhosts(both, 1, codes);
    printf("added: %d; %s\n", n, codes[0] > 0 ? "a host" : "not");
    pvm_recv(-1, CAME);
    say_hosts("at last");
    printf("a task there: %s\n", start_waiter("node2") > 0 ? "yes" : "no");
    n = pvm_addhosts(both, 1, codes);
    printf("twice: %d; %d\n", n, codes[0]);
    child = start_waiter("node1");
    pvm_notify(PvmTaskExit, EXITED, 1, &child);
    pvm_kill(child);
    pvm_recv(-1, EXITED);
    printf("killed\n");
    fflush(stdout);
    pvm_halt();
    return 0;
}
