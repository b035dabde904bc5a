/* handlers.c - a signal's handler makes calls while the program waits in one: the program still gets what it waits
 * for, with SA_RESTART and without, whatever the handler has looked at or read in. */
#include <signal.h>

#include "ints.h"

enum { PIDS = 1, WANTED, OTHER, UNREAD };

static const char *how;
static int kid, kid_pid;

static void on_signal(int number)
{
    int n;
    struct pvmtaskinfo *tasks;
    (void)number;
    if (strcmp(how, "nrecv") == 0)
        pvm_nrecv(-1, UNREAD);
    else if (strcmp(how, "probe") == 0)
        pvm_probe(-1, UNREAD);
    else if (strcmp(how, "tasks") == 0)
        pvm_tasks(0, &n, &tasks);
    kill(kid_pid, SIGUSR2);
    if (strcmp(how, "reads in") == 0) /* what the program waits for */
        while (pvm_probe(kid, WANTED) <= 0)
            ;
}

/* Signals its parent when that one sleeps, and sends what it waits for when the handler has run and it sleeps again. */
static void child(const char *role)
{
    sigset_t set;
    int number, pid = receive_int(pvm_parent(), PIDS);
    bool reads_in = strcmp(role, "reads in") == 0;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    if (strcmp(role, "barrier") == 0)
        pvm_joingroup("handlers");
    send_int(pvm_parent(), PIDS, getpid());
    await_sleep(pid);
    kill(pid, SIGUSR1);
    sigwait(&set, &number);
    if (!reads_in)
        await_sleep(pid);
    if (strcmp(role, "barrier") == 0)
        pvm_barrier("handlers", 2);
    else
        send_int(pvm_parent(), WANTED, 5);
}

static void try(const char *what, const char *node, int flags)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = flags};
    how = strcmp(what, "barrier") == 0 ? "probe" : what;
    kid = start(what, node);
    send_int(kid, PIDS, getpid());
    kid_pid = receive_int(kid, PIDS);
    sigaction(SIGUSR1, &act, NULL);
    int got = strcmp(what, "barrier") == 0 ? pvm_barrier("handlers", 2) : receive_int(kid, WANTED);
    printf("%s, %s, %s: %d\n", what, node, flags != 0 ? "restarts" : "is interrupted", got);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    pvm_mytid();
    if (argc > 1) {
        child(argv[1]);
        pvm_exit();
        return 0;
    }
    const char *const ways[] = {"nrecv", "probe", "tasks", "reads in"};
    for (int i = 0; i < 16; i++)
        try(ways[i / 4], i % 2 == 0 ? "node0" : "node1", i / 2 % 2 == 0 ? SA_RESTART : 0);
    pvm_joingroup("handlers");
    try("barrier", "node1", SA_RESTART);
    pvm_exit();
    return 0;
}
