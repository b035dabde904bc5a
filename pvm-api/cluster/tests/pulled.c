/* pulled.c - tasks on two other nodes; the cable of one is pulled (namespaces.sh does that when `ready` is said): the
 * master is told, and the other task goes on.
 */
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>

#include "pvm3.h"

enum { READY = 1, EXITED, PING };

static double now_s(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static void say(int to, int tag, int n)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&n, 1, 1);
    pvm_send(to, tag);
}

static void worker(void)
{
    say(pvm_parent(), READY, getpid());
    for (;;) {
        pvm_recv(pvm_parent(), PING);
        say(pvm_parent(), PING, 1);
    }
}

int main(int argc, char **argv)
{
    char where[2][8] = {"node1", "node2"};
    int tids[2];
    (void)argc;
    pvm_mytid();
    if (pvm_parent() > 0)
        worker();
    for (int i = 0; i < 2; i++) {
        if (pvm_spawn(argv[0], NULL, PvmTaskHost, where[i], 1, &tids[i]) != 1)
            return 1;
        pvm_recv(tids[i], READY);
    }
    pvm_notify(PvmTaskExit, EXITED, 1, &tids[0]);
    printf("ready\n");
    fflush(stdout);
    double start = now_s();
    while (pvm_trecv(-1, EXITED, &(struct timeval){1, 0}) <= 0)
        say(tids[0], PING, 0);
    say(tids[1], PING, 0);
    pvm_recv(tids[1], PING);
    pvm_kill(tids[1]);
    printf("told after %.0f s; the other one answers\n", now_s() - start);
    pvm_exit();
    return 0;
}
