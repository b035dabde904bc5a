/* deaths.c - a node dies while its tasks send: nothing that came before the notice is missing, nothing comes after it,
 * and the others go on. The daemon is killed by the master, who is told its pid: all nodes are on one computer. */
#include <signal.h>
#include <stdlib.h>

#include "ints.h"

enum { NUMBER = 1, PID, HEAR, RESULT, EXITED, HOST_GONE, STOP, HEARD };
enum { ENOUGH = 300 };

/* Takes numbers of the task until it has ended: 1, 2, 3 and so on, and the notice behind them. When enough have come,
 * the daemon with that pid is killed if the other one has heard enough, too; pid 0: that one is told. *host_gone counts
 * the notices about its host. Returns how many numbers came, or -1. */
static int result = -1; /* of the other one, who may hear of the end before us */

static int hear_out(int from, int pid, int *host_gone)
{
    int last = 0;
    bool other_heard = false;
    pvm_notify(PvmTaskExit, EXITED, 1, &from);
    for (;;) {
        int tag;
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
        int n = get_int();
        if (tag == EXITED)
            return n == from && pvm_nrecv(from, -1) == 0 ? last : -1;
        *host_gone += tag == HOST_GONE;
        if (tag == NUMBER && n != last + 1)
            return -1;
        last += tag == NUMBER;
        if (tag == RESULT)
            result = n;
        other_heard |= tag == HEARD;
        if (tag == NUMBER && last == ENOUGH && pid == 0)
            send_int(pvm_parent(), HEARD, 0);
        if (last >= ENOUGH && other_heard)
            kill(pid, SIGKILL);
    }
}

/* Sends numbers to two tasks until its node dies. */
static void talk(void)
{
    int other;
    send_int(pvm_parent(), PID, getppid());
    pvm_recv(pvm_parent(), HEAR);
    other = get_int();
    for (int n = 1;; n++) {
        send_int(pvm_parent(), NUMBER, n);
        send_int(other, NUMBER, n);
    }
}

/* Hears them on a third node, and goes on. */
static void listen_to(void)
{
    int none = 0;
    pvm_recv(pvm_parent(), HEAR);
    send_int(pvm_parent(), RESULT, hear_out(get_int(), 0, &none));
    pvm_recv(pvm_parent(), STOP);
    send_int(pvm_parent(), STOP, get_int() + 1);
}

static void master(void)
{
    int talker = start("talk", "node1"), listener = start("listen", "node2"), hosts, more;
    int host = pvm_tidtohost(talker);
    pvm_notify(PvmHostDelete, HOST_GONE, 1, &host);
    pvm_recv(talker, PID);
    int pid = get_int();
    send_int(listener, HEAR, talker);
    send_int(talker, HEAR, listener);
    int gone = 0, heard = hear_out(talker, pid, &gone);
    if (gone == 0)
        pvm_recv(-1, HOST_GONE);
    printf("all that it sent has come before the notice: %s\n", heard >= ENOUGH ? "yes" : "no");
    if (result < 0)
        result = receive_int(listener, RESULT);
    printf("so it has on the third node: %s\n", result >= ENOUGH ? "yes" : "no");
    pvm_config(&hosts, NULL, NULL);
    pvm_setopt(PvmAutoErr, 0);
    printf("hosts: %d; node1: %d, node2: %d\n", hosts, pvm_mstat("node1"), pvm_mstat("node2"));
    printf("tasks can be started on it: %s\n",
           pvm_spawn("deaths", NULL, PvmTaskHost, "node1", 1, &more) > 0 ? "yes" : "no");
    send_int(listener, STOP, 41);
    pvm_recv(listener, STOP);
    printf("the others go on: %d\n", get_int());
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (getenv("CLUSTER_DIRECT") != NULL)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    if (argc == 1)
        master();
    else if (strcmp(argv[1], "talk") == 0)
        talk();
    else
        listen_to();
    pvm_exit();
    return 0;
}
