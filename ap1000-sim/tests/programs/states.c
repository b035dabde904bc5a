/* states.c - brings a run into one of the states that it can be in, says so by a file, and stays there.
 *
 *   states STATE READY     READY: the file that is made when the state is reached; it exists already if others make it
 *
 * ends_by_signal.sh ends it. Spawned with the same words, a child does what the second table says.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

static const char *ready;
static volatile unsigned long count;

static void say_ready(void)
{
    FILE *f = fopen(ready, "w");
    if (f != NULL)
        fclose(f);
}

/* ---- what a task can be doing ------------------------------------------------------------------------------------ */

static void computes(void)
{
    say_ready();
    for (;;)
        count++;
}

static void computes_in_libc(void)
{
    size_t n = (size_t)64 << 20;
    char *much = malloc(n);
    say_ready();
    for (;;)
        memset(much, (int)++count, n);
}

static void allocates(void)
{
    say_ready();
    for (;;)
        free(malloc(++count % 5000 + 1));
}

static void waits(void)
{
    say_ready();
    pvm_recv(-1, 99);
}

static void polls(void)
{
    say_ready();
    while (pvm_nrecv(-1, 99) == 0)
        count++;
}

static void reads(void)
{
    say_ready();
    while (getchar() != EOF)
        count++;
}

static void prints(void)
{
    say_ready();
    for (;;)
        fprintf(stderr, "%lu: a line for somebody who does not read any more\n", ++count);
}

static void sends(void)
{
    say_ready();
    for (;;) {
        pvm_initsend(PvmDataDefault);
        pvm_send(pvm_mytid(), 1);
        pvm_recv(pvm_mytid(), 1);
    }
}

#ifndef STATES_IN_PROCESS
/* Other programs, which no signal ends, and which hold what they have inherited. */
static void runs_shell(void)
{
    say_ready();
    while (system("trap '' HUP INT TERM; sleep 1000 & while :; do sleep 1000; done") != 0)
        count++;
}

static void reads_shell(void)
{
    FILE *f = popen("trap '' HUP INT TERM; yes >&2 & while :; do echo more; done", "r");
    say_ready();
    while (f != NULL && fgetc(f) != EOF)
        count++;
}
#endif

/* What malloc finds behind its last piece is no length. As a process it ends the program, and has its lock then. In
 * process the heap is the task's own, and it goes on. */
static void breaks_heap(void)
{
    enum { bytes = 4000, bytes_beyond = 20000 };
    size_t *piece = malloc(bytes);
    say_ready();
    for (size_t i = 0; i < (bytes + bytes_beyond) / sizeof *piece; i++)
        piece[i] = 5;
    for (size_t n = 1; n < 200; n++)
        if (malloc(1000 * n) == NULL)
            return;
    computes();
}

/* What its parent does meanwhile. If all are processes it waits for a person, so that this is no deadlock. */
static void parent_waits(void)
{
#ifndef STATES_IN_PROCESS
    while (getchar() != EOF)
        count++;
#endif
    pvm_recv(-1, 99);
}

#ifndef STATES_IN_PROCESS
static void ignores_all(void)
{
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
}

static void computes_and_ignores(void)
{
    ignores_all();
    computes();
}

static void polls_and_ignores(void)
{
    ignores_all();
    polls();
}

static void stops(void)
{
    say_ready();
    raise(SIGSTOP);
    reads();
}

/* A process that nobody waits for any more, in a session of its own. */
static void leaves_another(void)
{
    if (fork() == 0) {
        if (fork() == 0) {
            setsid();
            ignores_all();
            computes();
        }
        _exit(0);
    }
    reads();
}
#endif

static const struct {
    const char *name;
    void (*does)(void);
} states[] = {
    {"computes", computes},
    {"computes_in_libc", computes_in_libc},
    {"allocates", allocates},
    {"waits", waits},
    {"polls", polls},
    {"reads", reads},
    {"prints", prints},
    {"sends", sends},
    {"breaks_heap", breaks_heap},
#ifndef STATES_IN_PROCESS
    {"runs_shell", runs_shell},
    {"reads_shell", reads_shell},
    {"computes_and_ignores", computes_and_ignores},
    {"polls_and_ignores", polls_and_ignores},
    {"stops", stops},
    {"leaves_another", leaves_another},
#endif
};

/* ---- one task, or a child and its parent that waits for it ------------------------------------------------------- */

static void reach(const char *name)
{
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(states[i].name, name) == 0)
            states[i].does();
}

int main(int argc, char **argv)
{
    int child;
    if (argc < 3)
        return 2;
    ready = argv[2];
    if (strncmp(argv[1], "child_", 6) == 0 && pvm_parent() == PvmNoParent) {
        if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, "", 1, &child) != 1)
            return 3;
        parent_waits();
    } else {
        pvm_mytid();
        reach(strncmp(argv[1], "child_", 6) == 0 ? argv[1] + 6 : argv[1]);
    }
    pvm_exit();
    return 0;
}
