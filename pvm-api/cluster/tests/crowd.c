/* crowd.c - many nodes: all of them start, each pair that talks connects, both sides at once or one alone, and who does
 * not talk has no connection. One of them dies as the others connect to it. */
#include <signal.h>

#include "ints.h"

enum { TIDS = 1, ROUND, REPORT, PID, EXITED, STOP, MOST = 256, ALL_TO_ALL = 12, SLACK = 12 };

/* The first few all send to all, the others to the next one. */
static void child(int parent)
{
    int n, me, tids[MOST], before = descriptors(getppid());
    pvm_recv(parent, TIDS);
    pvm_upkint(&n, 1, 1);
    pvm_upkint(&me, 1, 1);
    pvm_upkint(tids, n, 1);
    int from = 0, all = 0;
    for (int i = 0; i < n; i++) {
        bool both = me < ALL_TO_ALL && i < ALL_TO_ALL;
        if (i != me && (both || i == (me + 1) % n))
            send_int(tids[i], ROUND, me);
        from += i != me && (both || me == (i + 1) % n);
    }
    for (int i = 0; i < from; i++)
        all += receive_int(-1, ROUND) >= 0;
    int more = descriptors(getppid()) - before;
    send_int(parent, REPORT, all == from && (me < ALL_TO_ALL || more < SLACK));
    /* the last one dies now, and all others send to it */
    (void)receive_int(parent, STOP);
    if (me != n - 1)
        pvm_notify(PvmTaskExit, EXITED, 1, &tids[n - 1]);
    send_int(parent, PID, getppid());
    for (int i = 0; me != n - 1 && pvm_nrecv(-1, EXITED) == 0; i++)
        send_int(tids[n - 1], ROUND, i);
    send_int(parent, REPORT, 1);
    while (me == n - 1)
        (void)pvm_recv(-1, ROUND);
}

int main(int argc, char **argv)
{
    int hosts, tids[MOST], good = 0, told = 0, pid = 0, gone;
    char *args[] = {"child", NULL};
    pvm_mytid();
    if (argc > 1) {
        child(pvm_parent());
        pvm_exit();
        return 0;
    }
    pvm_config(&hosts, NULL, NULL);
    int n = pvm_spawn(argv[0], args, PvmTaskDefault, NULL, hosts, tids);
    printf("hosts: %d, a task on each: %s\n", hosts, n == hosts ? "yes" : "no");
    for (int i = 0; i < n; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&n, 1, 1);
        pvm_pkint(&i, 1, 1);
        pvm_pkint(tids, n, 1);
        pvm_send(tids[i], TIDS);
    }
    for (int i = 0; i < n; i++)
        good += receive_int(-1, REPORT);
    printf("all that talk have heard each other, and are connected with few: %s\n", good == n ? "yes" : "no");
    int host = pvm_tidtohost(tids[n - 1]), on_zero = pvm_tidtohost(pvm_mytid());
    for (int i = 0; i < n; i++)
        send_int(tids[i], STOP, 0);
    for (int i = 0; i < n; i++) {
        pvm_recv(tids[i], PID);
        pid = get_int();
    }
    if (host != on_zero)
        kill(pid, SIGKILL);
    for (int i = 0; i < n - 1; i++)
        told += receive_int(tids[i], REPORT);
    pvm_config(&gone, NULL, NULL);
    printf("one has died, and all others know: %s; hosts: %d\n", told == n - 1 ? "yes" : "no", gone);
    pvm_exit();
    return 0;
}
