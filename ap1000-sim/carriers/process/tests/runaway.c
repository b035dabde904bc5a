/* runaway.c - a slave that makes no call of PVM any more; runaway.h has its master. The slave computes for ever
 * (`computes`), sends and does so (`tells`), has stopped itself (`stops`), or computes for 3 s of processor time, then
 * sends (`works`), or computes so long in six turns (`turns`).
 * runaway output: a slave that prints just one message full and then computes for ever; its output comes. */
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>

#include "runaway.h"

static void compute_for_ever(void)
{
    for (volatile int i = 0;; i = 0)
        (void)i;
}

static int slave(const char *does)
{
    struct timespec t = {0, 0};
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 1);
    pvm_recv(pvm_parent(), 2);
    if (strcmp(does, "tells") == 0) {
        pvm_send(pvm_parent(), 3);
        compute_for_ever();
    }
    if (strcmp(does, "stops") == 0)
        (void)syscall(SYS_kill, getpid(), SIGSTOP);
    const bool works = strcmp(does, "works") == 0, turns = strcmp(does, "turns") == 0;
    for (long turn = 0; strcmp(does, "computes") == 0 || ((works || turns) && t.tv_sec < 3);) {
        (void)syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t); /* not the library's: its time is simulated */
        for (volatile int i = 0; i < 20000; i++) /* or it would only ask the system for the time */
            (void)i;
        const long half_s = t.tv_sec * 2 + t.tv_nsec / 500000000;
        if (turns && half_s > turn)
            pvm_probe(-1, -1), turn = half_s;
    }
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 3);
    pvm_exit();
    return 0;
}

/* What a task prints is sent in messages of this length before it makes a call (task_output.cpp). */
enum { WHOLE_MESSAGE = 65536, OUTPUT = 9 };

static int collect_output(char *program)
{
    struct timeval long_s = {600, 0};
    int tid, head[2] = {0, 0}, bytes = 0;
    if (pvm_parent() > 0) {
        for (int line = 0; line < WHOLE_MESSAGE / 64; line++)
            printf("%063d\n", line);
        fflush(stdout);
        compute_for_ever();
    }
    pvm_setopt(PvmOutputTid, pvm_mytid());
    pvm_setopt(PvmOutputCode, OUTPUT);
    if (pvm_spawn(program, (char *[]){(char *)"output", NULL}, PvmTaskDefault, NULL, 1, &tid) != 1)
        return 1;
    while (bytes < WHOLE_MESSAGE && pvm_trecv(-1, OUTPUT, &long_s) > 0) {
        pvm_upkint(head, 2, 1);
        bytes += head[1] > 0 ? head[1] : 0;
    }
    printf("%d bytes\n", bytes);
    pvm_kill(tid);
    pvm_exit();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "output") == 0)
        return collect_output(argv[0]);
    return run_away(argc, argv, slave, NULL);
}
