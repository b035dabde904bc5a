/* ends.c - ends N SCRIPT: spawns N tasks, one after the other, that end in every way. Each has sent its parent a
 * message that is read, and keeps another in its buffer. Prints how many ended. With ENDS_IN_PROCESS no task needs a
 * process of its own. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

enum { MESSAGE = 1, ENDED = 2, NEVER = 3, BYTES = 200000 };

static void leaves(void)
{
    pvm_exit();
}
static void returns(void)
{
}
static void exits(void)
{
    exit(3);
}
static void exits_at_once(void)
{
    _exit(0);
}
static void aborts(void)
{
    abort();
}
static void faults(void)
{
    static char *volatile nowhere;
    *nowhere = 1;
}
static void is_killed(void)
{
    pvm_recv(-1, NEVER);
}
static void does_not_read(void)
{
    pvm_send(pvm_mytid(), NEVER);
}
#ifndef ENDS_IN_PROCESS
static void kills_itself(void)
{
    kill(getpid(), SIGKILL);
}
static void leaves_a_child(void)
{
    if (fork() == 0)
        _exit(0);
}
static void becomes_another(void)
{
    execl("/bin/true", "true", (char *)NULL);
}
#endif

static void (*const ways[])(void) = {
    leaves,       returns,        exits,           exits_at_once, aborts, faults, does_not_read, is_killed,
#ifndef ENDS_IN_PROCESS
    kills_itself, leaves_a_child, becomes_another,
#endif
};
enum { WAYS = sizeof ways / sizeof *ways };

int main(int argc, char **argv)
{
    static char body[BYTES];
    int parent = pvm_parent(), ended = 0;
    if (argc > 1 && parent > 0) {
        memset(body, 1, sizeof body);
        for (int i = 0; i < 2; i++) {
            pvm_initsend(PvmDataRaw);
            pvm_pkbyte(body, sizeof body, 1);
            if (i == 0)
                pvm_send(parent, MESSAGE);
        }
        ways[atoi(argv[1])]();
        return 0;
    }
    for (int i = 0; argc > 2 && i < atoi(argv[1]); i++) {
        char way[12];
        snprintf(way, sizeof way, "%d", i % WAYS);
        char *words[] = {way, NULL};
        int tid, by_script = i % 50 == WAYS - 1 && argv[2][0] != 0;
        if (pvm_spawn(by_script ? argv[2] : argv[0], words, PvmTaskHost, "cell0", 1, &tid) != 1)
            break;
        pvm_notify(PvmTaskExit, ENDED, 1, &tid);
        pvm_recv(tid, MESSAGE);
        if (ways[i % WAYS] == is_killed)
            pvm_kill(tid);
        pvm_recv(-1, ENDED);
        ended++;
    }
    printf("%d\n", ended);
    pvm_exit();
    return 0;
}
