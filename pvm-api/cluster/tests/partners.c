/* partners.c - PvmRouteDirect with many partners that end: the task goes on, and neither it nor its daemon keeps a
 * descriptor of them. A task that only sends gets its connection, too, one that has been sent to directly answers so,
 * and one that may have no further descriptor gets its messages otherwise, and wakes a task of its node. Who has left
 * has none. */
#include <sys/resource.h>
#include <sys/socket.h>

#include "ints.h"

enum { PID = 1, GO, RESULT, LAST, MANY };
enum { WORKERS = 40, SLACK = 12, TURNS = 500, LEAVES = 100 };

static int connections(void)
{
    int n = 0;
    for (int fd = 3; fd < 64; fd++) {
        int domain = 0;
        socklen_t len = sizeof domain;
        n += getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &len) == 0 && domain == AF_INET;
    }
    return n;
}

static void worker(const char *role, int master)
{
    bool full = strcmp(role, "full") == 0, near = strcmp(role, "near") == 0;
    if (near)
        await_sleep(receive_int(master, GO));
    if (full || near)
        (void)setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3});
    send_int(master, PID, getpid());
    for (int i = 1; full && i < TURNS; i++)
        send_int(master, RESULT, receive_int(master, GO));
    (void)receive_int(master, GO);
    send_int(master, RESULT, 1);
    if (strcmp(role, "last") == 0)
        send_int(master, LAST, receive_int(master, GO));
    int wanted = strcmp(role, "only sends") == 0 ? 1 : strcmp(role, "answers") == 0 ? 2 : 0;
    for (int n = 0; connections() < wanted; pvm_nrecv(master, GO), n++)
        send_int(master, MANY, n);
    for (int i = 0; wanted > 0 && i < 2; i++)
        send_int(master, LAST, i == 0 ? 0 : receive_int(master, PID));
}

/* Leaves again and again as its partner has just asked for a connection. */
static void leaver(int master)
{
    int left = 0;
    for (int i = 0; i < LEAVES; i++) {
        send_int(master, PID, pvm_mytid());
        (void)receive_int(master, GO);
        usleep((unsigned)i * 4);
        pvm_exit();
        left += connections() > 0;
    }
    send_int(master, RESULT, left);
}

/* Returns when it has as many connections as it is to have. */
static void hear(const char *role, const char *what)
{
    int sends = start(role, "node1"), tag = 0, all = 0;
    (void)receive_int(sends, PID);
    for (int i = 0; i < 100; i++)
        send_int(sends, GO, 0);
    (void)receive_int(sends, RESULT);
    for (bool in_order = true; tag != LAST; all += in_order) {
        pvm_bufinfo(pvm_recv(sends, -1), NULL, &tag, NULL);
        in_order = tag != MANY || get_int() == all;
    }
    if (fork() == 0) /* who is no task, and takes no connection with it */
        _exit(0);
    send_int(sends, PID, 1);
    printf("%s%s\n", what, receive_int(sends, LAST) == 1 ? "" : ", and no more");
}

static void master(void)
{
    int kids[WORKERS], pids[WORKERS], done = 0;
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
    hear("only sends", "one that only sends has its connection");
    hear("answers", "one that has been sent to directly answers so");
    int full = start("full", "node1"), near = start("near", "node0");
    (void)receive_int(full, PID);
    for (done = 0; done < TURNS - 1; done += receive_int(full, RESULT))
        send_int(full, GO, 1);
    send_int(near, GO, getpid());
    (void)receive_int(near, PID);
    send_int(near, GO, 1);
    send_int(full, GO, 1);
    done += receive_int(near, RESULT) * receive_int(full, RESULT);
    printf("turns with one that has no descriptor: %d\n", done);
    (void)start("leaves", "node1");
    for (done = 0; done < LEAVES; done++)
        send_int(receive_int(-1, PID), GO, 0);
    printf("connections of who has left: %d\n", receive_int(-1, RESULT));
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc == 1 || strcmp(argv[1], "answers") != 0)
        pvm_setopt(PvmRoute, PvmRouteDirect);
    if (argc == 1)
        master();
    else if (strcmp(argv[1], "leaves") == 0)
        leaver(pvm_parent());
    else
        worker(argv[1], pvm_parent());
    pvm_exit();
    return 0;
}
