/* idlers.c - tasks that wait without a PVM call, each in its own way, until the master's signals come: the first signal
 * ends the wait, the second the task.
 *
 * `idlers abort N`: N tasks end by abort() right after their first message. */
#include <pvm3.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { TAG_READY = 1, TAG_WOKEN, TAG_ENDED, NWAYS = 5, MAX_TASKS = 16 };

static volatile sig_atomic_t got;

static void note(int number)
{
    got = number;
}

/* Returns what the waiting call returned. */
static int idle(const char *way)
{
    if (strcmp(way, "sleep") == 0)
        return (int)sleep(1000);
    if (strcmp(way, "usleep") == 0)
        return usleep(1000000000);
    if (strcmp(way, "pause") == 0)
        return pause();
    if (strcmp(way, "clock") == 0)
        return time(NULL) == 0;
    return pvm_nrecv(-1, -1);
}

static int task(const char *way)
{
    int returned = 0;

    signal(SIGUSR1, note);
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), TAG_READY);
    if (strcmp(way, "abort") == 0) {
        pvm_recv(pvm_parent(), TAG_READY);
        abort();
    }
    while (!got)
        returned = idle(way);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&returned, 1, 1);
    pvm_send(pvm_parent(), TAG_WOKEN);
    for (;;)
        idle(way);
}

static void signal_and_kill(const char *way)
{
    char *argv[] = {(char *)way, NULL};
    int tid, returned, ended;

    if (pvm_spawn("idlers", argv, PvmTaskDefault, "", 1, &tid) != 1)
        exit(1);
    pvm_notify(PvmTaskExit, TAG_ENDED, 1, &tid);
    pvm_recv(tid, TAG_READY);
    pvm_sendsig(tid, SIGUSR1);
    pvm_recv(tid, TAG_WOKEN);
    pvm_upkint(&returned, 1, 1);
    pvm_kill(tid);
    pvm_recv(-1, TAG_ENDED);
    pvm_upkint(&ended, 1, 1);
    printf("%s: woken, returned %d, %s\n", way, returned, ended == tid ? "killed" : "another ended");
}

static void lose_all(int n)
{
    char *argv[] = {"abort", NULL};
    int tids[MAX_TASKS];

    n = pvm_spawn("idlers", argv, PvmTaskDefault, "", n < MAX_TASKS ? n : MAX_TASKS, tids);
    pvm_notify(PvmTaskExit, TAG_ENDED, n, tids);
    for (int i = 0; i < n; i++)
        pvm_recv(tids[i], TAG_READY);
    pvm_initsend(PvmDataDefault);
    pvm_mcast(tids, n, TAG_READY);
    for (int i = 0; i < n; i++)
        pvm_recv(-1, TAG_ENDED);
    printf("%d ended\n", n);
}

int main(int argc, char **argv)
{
    static const char *const ways[NWAYS] = {"sleep", "usleep", "pause", "clock", "nrecv"};

    if (pvm_parent() != PvmNoParent)
        return task(argv[1]);
    if (argc > 2)
        lose_all(atoi(argv[2]));
    for (int i = 0; i < NWAYS && argc == 1; i++)
        signal_and_kill(ways[i]);
    pvm_exit();
    return 0;
}
