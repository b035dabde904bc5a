/* doomed.c - the notice that a task has ended comes behind all its messages, wherever it was and whoever watches: if it
 * has ended by itself; and if its daemon is killed, or stopped for so long that it counts as dead, while a node has no
 * room for what comes (--arena 1). Who has sent that does not count as silent there (--patience-nodes). */
#include <signal.h>

#include "ints.h"

enum { PIDS = 1, GO, DATA, EXITED, RESULT, LONGER_THAN_PATIENCE_S = 6 };

static char bytes[30000];

static void sender(int master)
{
    int n = receive_int(master, GO), len = receive_int(master, GO), to = receive_int(master, GO);
    for (int i = 0; i < n; i++)
        send_bytes(to, DATA, bytes, len);
    send_int(master, PIDS, getppid());
    send_int(master, PIDS, getpid());
    pvm_recv(master, RESULT);
}

/* Takes nothing until it gets the signal. */
static void receiver(int master)
{
    int from = receive_int(master, GO), number, tag = 0, n = 0;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    pvm_notify(PvmTaskExit, EXITED, 1, &from);
    send_int(master, PIDS, getppid());
    send_int(master, PIDS, getpid());
    sigwait(&set, &number);
    for (; tag != EXITED; n += tag == DATA)
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, NULL);
    send_int(master, RESULT, n);
}

static void order(int sends, int n, int len, int to)
{
    send_int(sends, GO, n);
    send_int(sends, GO, len);
    send_int(sends, GO, to);
}

static int count_hosts(void)
{
    int n;
    pvm_config(&n, NULL, NULL);
    return n;
}

static void nobody_is_silent(int n)
{
    int sends = start("sender", "node1"), got = 0;
    order(sends, n, sizeof bytes, pvm_mytid());
    sleep(LONGER_THAN_PATIENCE_S);
    for (; got < n && pvm_recv(sends, -1) > 0; got++)
        ;
    printf("%d hosts, and all %d come\n", count_hosts(), got);
    send_int(sends, RESULT, 0);
}

/* number: the signal that its daemon gets; 0: the task ends by itself. */
static void doom(const char *node, const char *to, int number, int n, int len)
{
    int takes = start("receiver", to), sends = start("sender", node), hosts = count_hosts();
    send_int(takes, GO, sends);
    int there = receive_int(takes, PIDS), pid = receive_int(takes, PIDS);
    order(sends, n, len, takes);
    int daemon = receive_int(sends, PIDS), own = receive_int(sends, PIDS);
    if (number == 0) {
        send_int(sends, RESULT, 0);
        await_end(own);
    } else {
        await_sleep(daemon);
        await_sleep(there); /* that node has got what it has room for: what a cut connection holds is lost */
        kill(daemon, number);
        while (count_hosts() == hosts)
            usleep(100000);
        sleep(1);
    }
    kill(pid, SIGUSR1);
    printf("%s to %s: %d of %d before the notice\n", node, to, receive_int(takes, RESULT), n);
    if (number != 0)
        kill(daemon, SIGKILL);
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc == 1) {
        nobody_is_silent(45);
        doom("node0", "node0", 0, 20, sizeof bytes);
        doom("node0", "node1", 0, 20, sizeof bytes);
        doom("node1", "node0", 0, 20, sizeof bytes);
        doom("node1", "node1", 0, 20, sizeof bytes);
        doom("node1", "node2", 0, 20, sizeof bytes);
        doom("node1", "node2", SIGKILL, 300, 3000);
        doom("node3", "node2", SIGSTOP, 45, sizeof bytes);
    } else if (strcmp(argv[1], "sender") == 0) {
        sender(pvm_parent());
    } else {
        receiver(pvm_parent());
    }
    pvm_exit();
    return 0;
}
