/* pulled.c - tasks on two other nodes; the cable of one is pulled (namespaces.sh does that when `ready` is said): the
 * master is told, and the other task goes on. */
#include <sys/time.h>
#include <time.h>

#include "ints.h"

enum { READY = 1, EXITED, PING };

int main(void)
{
    pvm_mytid();
    if (pvm_parent() > 0)
        for (send_int(pvm_parent(), READY, 0);; send_int(pvm_parent(), PING, 1))
            (void)receive_int(pvm_parent(), PING);
    int tids[] = {start("worker", "node1"), start("worker", "node2")};
    for (int i = 0; i < 2; i++)
        (void)receive_int(tids[i], READY);
    pvm_notify(PvmTaskExit, EXITED, 1, &tids[0]);
    printf("ready\n");
    fflush(stdout);
    time_t began = time(NULL);
    while (pvm_trecv(-1, EXITED, &(struct timeval){1, 0}) <= 0)
        send_int(tids[0], PING, 0);
    send_int(tids[1], PING, 0);
    (void)receive_int(tids[1], PING);
    pvm_kill(tids[1]);
    printf("told after %ld s; the other one answers\n", (long)(time(NULL) - began));
    pvm_exit();
    return 0;
}
