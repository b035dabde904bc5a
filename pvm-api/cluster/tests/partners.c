/* partners.c - PvmRouteDirect with many partners that end: the task goes on, and neither it nor its daemon keeps a
 * descriptor of them. A task that only sends gets its connection, too.
 */
#include <sys/socket.h>

#include "ints.h"

enum { PID = 1, GO, RESULT, LAST, MANY };
enum { WORKERS = 40, SLACK = 12 };

static bool has_tcp(void)
{
    for (int fd = 3; fd < 64; fd++) {
        int domain = 0;
        socklen_t len = sizeof domain;
        if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &len) == 0 && domain == AF_INET)
            return true;
    }
    return false;
}

static void worker(const char *role, int master)
{
    send_int(master, PID, getpid());
    (void)receive_int(master, GO);
    send_int(master, RESULT, 1);
    if (strcmp(role, "last") == 0)
        send_int(master, LAST, receive_int(master, GO));
    for (int n = 0; strcmp(role, "only sends") == 0 && !has_tcp(); n++)
        send_int(master, MANY, n);
    if (strcmp(role, "only sends") == 0)
        send_int(master, LAST, 1);
}

static void master(void)
{
    int kids[WORKERS], pids[WORKERS], done = 0, tag = 0, all = 0;
    int last = start("last", "node1"), mine = descriptors(getpid()), daemons = descriptors(getppid());
    (void)receive_int(last, PID);
    for (int i = 0; i < WORKERS; i++) {
        kids[i] = start("one result", "node1");
        pids[i] = receive_int(kids[i], PID);
    }
    for (int i = 0; i < WORKERS; i++)
        send_int(kids[i], GO, 0);
    send_int(last, GO, 0);
    for (int i = 0; i <= WORKERS; i++)
        done += receive_int(-1, RESULT);
    for (int i = 0; i < WORKERS; i++)
        await_end(pids[i]);
    send_int(last, GO, 7); /* the others are all gone */
    printf("results: %d; the last one: %d\n", done, receive_int(last, LAST));
    for (int i = 0; i < 50 && (descriptors(getpid()) > mine + SLACK || descriptors(getppid()) > daemons + SLACK); i++) {
        struct timeval nap = {0, 100000};
        pvm_trecv(-1, 99, &nap); /* the daemons have still to say so */
    }
    printf("the task keeps no descriptor of them: %s\n", descriptors(getpid()) <= mine + SLACK ? "yes" : "no");
    printf("nor does its daemon: %s\n", descriptors(getppid()) <= daemons + SLACK ? "yes" : "no");
    int sends = start("only sends", "node1");
    send_int(sends, GO, 0);
    for (bool in_order = true; tag != LAST; all += in_order) {
        pvm_bufinfo(pvm_recv(sends, -1), NULL, &tag, NULL);
        in_order = tag != MANY || get_int() == all - 2;
    }
    printf("one that only sends has its connection\n");
}

int main(int argc, char **argv)
{
    pvm_mytid();
    pvm_setopt(PvmRoute, PvmRouteDirect);
    if (argc == 1)
        master();
    else
        worker(argv[1], pvm_parent());
    pvm_exit();
    return 0;
}
