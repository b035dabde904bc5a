/* lookahead.c SEED END - tasks in a ring that receive from anybody, compute for a random real time, and print; the same
 * program for the same seed.
 *
 * They go on at nearly the same simulated times, so that simulated time goes on while a task computes. END says what
 * may happen to a task in the middle of that, and at what the others wait: none, abort, exit, leave, halt (of the
 * machine) or spawn (a task on a node that may be that of another). No end of these is waited for: the run may end as a
 * deadlock.
 *
 * lookahead halted US: one task halts the machine so many us after it has sent a long message to another, which prints
 * that it has it and computes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "pvm3.h"

enum { MOST_TASKS = 10, ROUNDS = 12, MOST_DOUBLES = 300, TAG_JOB = 9, TAG_ROUND = 20, TAG_ENDED = 77 };

static uint64_t dice;

static unsigned below(unsigned n)
{
    uint64_t z = dice += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ (z >> 31)) % n);
}

/* Real time; simulated time knows nothing of it. */
static void compute(unsigned us)
{
    struct timespec from, now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &from);
    do
        syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - from.tv_sec) * 1000000 + (now.tv_nsec - from.tv_nsec) / 1000 < (long)us);
}

static void spawn_one(char *program)
{
    char *arguments[] = {"child", NULL};
    int tid;
    pvm_spawn(program, arguments, PvmTaskHost, below(2) == 0 ? "cell1" : "cell2", 1, &tid);
}

static void may_end(char *program, const char *end, unsigned tasks)
{
    if (below(6 * tasks) != 0)
        return;
    compute(below(3000));
    if (strcmp(end, "abort") == 0) {
        printf("last words");
        fflush(stdout);
        abort();
    } else if (strcmp(end, "exit") == 0) {
        printf("ends without a word to PVM");
        exit(3);
    } else if (strcmp(end, "leave") == 0) {
        pvm_exit();
        exit(0);
    } else if (strcmp(end, "halt") == 0) {
        pvm_halt();
    } else if (strcmp(end, "spawn") == 0) {
        spawn_one(program);
    }
}

static void exchange(const int *tids, int tasks, int me, int tag)
{
    static double row[MOST_DOUBLES];
    pvm_initsend(PvmDataDefault);
    pvm_pkdouble(row, 1 + (int)below(MOST_DOUBLES), 1);
    pvm_send(tids[(me + 1) % tasks], tag);
    pvm_send(tids[(me + tasks - 1) % tasks], tag);
    for (int i = 0; i < 2; i++) {
        pvm_recv(-1, tag);
        if (below(2) == 0)
            compute(below(2500));
        if (below(4) == 0)
            printf("%d has %d of tag %d\n", me, i + 1, tag);
        if (below(6) == 0) {
            printf("%d:", me);
            fflush(stdout);
        }
    }
}

static void be_task(char *program, const char *end)
{
    int job[2 + MOST_TASKS], me = 0;
    pvm_recv(-1, TAG_JOB);
    pvm_upkint(job, 2 + MOST_TASKS, 1);
    const int tasks = job[1], *tids = job + 2;
    while (tids[me] != pvm_mytid())
        me++;
    dice = (uint64_t)job[0] * 977 + (uint64_t)me;
    for (int round = 0; round < ROUNDS; round++) {
        exchange(tids, tasks, me, TAG_ROUND + round);
        if (round >= ROUNDS / 3)
            may_end(program, end, (unsigned)tasks);
    }
}

enum { LONG_BYTES = 65536 };

static void be_halted(char *program, char *us)
{
    char *arguments[] = {"halted", us, NULL};
    int tids[2];
    pvm_spawn(program, arguments, PvmTaskHost, "cell1", 1, &tids[0]);
    pvm_spawn(program, arguments, PvmTaskHost, "cell2", 1, &tids[1]);
    for (int i = 0; i < 2; i++)
        pvm_psend(tids[i], TAG_JOB, &tids[1 - i], 1, PVM_INT);
    pvm_recv(-1, TAG_ENDED);
}

static void await_halt(char *us)
{
    int other = 0;
    pvm_precv(pvm_parent(), TAG_JOB, &other, 1, PVM_INT, NULL, NULL, NULL);
    if (other > pvm_mytid()) {
        pvm_recv(-1, TAG_ROUND);
        printf("has the long message\n");
        fflush(stdout);
        compute(50000);
        pvm_recv(-1, TAG_ROUND);
    }
    static char bytes[LONG_BYTES];
    pvm_psend(other, TAG_ROUND, bytes, LONG_BYTES, PVM_BYTE);
    usleep((unsigned)atoi(us));
    pvm_halt();
}

int main(int argc, char **argv)
{
    int job[2 + MOST_TASKS] = {0}, *tids = job + 2, ended = 0;
    if (argc > 1 && strcmp(argv[1], "child") == 0) {
        pvm_mytid();
        printf("a child\n");
    } else if (argc == 3 && strcmp(argv[1], "halted") == 0) {
        if (pvm_parent() > 0)
            await_halt(argv[2]);
        else
            be_halted(argv[0], argv[2]);
    } else if (pvm_parent() > 0) {
        be_task(argv[0], argv[1]);
    } else if (argc == 3) {
        job[0] = atoi(argv[1]);
        const int tasks = job[1] = 2 + job[0] % (MOST_TASKS - 1);
        if (pvm_spawn(argv[0], argv + 2, PvmTaskDefault, NULL, tasks, tids) < tasks)
            return 1;
        pvm_notify(PvmTaskExit, TAG_ENDED, tasks, tids);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(job, 2 + MOST_TASKS, 1);
        pvm_mcast(tids, tasks, TAG_JOB);
        for (int i = 0; i < tasks; i++) {
            pvm_recv(-1, TAG_ENDED);
            pvm_upkint(&ended, 1, 1);
            printf("t%x has ended\n", ended);
            fflush(stdout);
        }
    } else {
        return 2;
    }
    pvm_exit();
    return 0;
}
