/* ahead_ends.c deaths|prints|posts|leave|halt - tasks that have run ahead of simulated time when they, or the machine,
 * come to an end.
 *
 * Six tasks are told what to do, all by their parent's tid, and take a few ms of real time for it. deaths: one dies of
 * a signal, one ends without a word, the others answer; the master is notified. prints: all answer, and each prints
 * more between two calls than is kept of it outside the simulator; posts: they send themselves very many messages.
 * leave: the master ends after the first answer, and halt: it ends the machine, while the others have answered already
 * in real time, but not in simulated time.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tell.h"

enum { TASKS = 6, ROUNDS = 4, TAG_WORK = 1, TAG_DONE, TAG_ENDED, TAG_SELF };

static void take_real_time(void)
{
    const struct timespec some_ms = {0, 3000000};
    syscall(SYS_nanosleep, &some_ms, NULL); /* nanosleep itself would let simulated time pass */
}

/* About 800 KB: the pipe, and what is kept of it, are full before all is written. */
static void print_much(int me, int round)
{
    for (int line = 0; line < 10000; line++)
        printf("%d: round %d, line %d of very many, each of which comes once and in its place\n", me, round, line);
}

/* More messages than a task can have posted without a hand-over, with looks at the clock between them. */
static void post_much(int me)
{
    for (int i = 0; i < 300; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&me, 1, 1);
        pvm_send(pvm_mytid(), TAG_SELF);
        if (i % 100 == 99)
            now_us();
    }
    for (int i = 0; i < 300; i++)
        pvm_recv(pvm_mytid(), TAG_SELF);
}

static int work(const char *what)
{
    int me, round;
    for (round = 0; round < ROUNDS; round++) {
        pvm_recv(pvm_parent(), TAG_WORK);
        pvm_upkint(&me, 1, 1);
        take_real_time();
        printf("%d: round %d\n", me, round);
        if (strcmp(what, "prints") == 0)
            print_much(me, round);
        if (strcmp(what, "posts") == 0)
            post_much(me);
        fflush(stdout);
        if (strcmp(what, "deaths") == 0 && me == 1 && round == 2)
            raise(SIGSEGV);
        if (strcmp(what, "deaths") == 0 && me == 4 && round == 1)
            exit(3);
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&me, 1, 1);
        pvm_send(pvm_parent(), TAG_DONE);
    }
    pvm_exit();
    return 0;
}

static void receive_all(int answers, int ends)
{
    int tag, tid, number;
    while (answers > 0 || ends > 0) {
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, &tid);
        pvm_upkint(&number, 1, 1);
        printf("tag %d from t%x: %x, at %ld us\n", tag, tid, number, now_us() % 1000000000);
        answers -= tag == TAG_DONE;
        ends -= tag == TAG_ENDED;
    }
}

int main(int argc, char **argv)
{
    int tids[TASKS], me, round, deaths = argc > 1 && strcmp(argv[1], "deaths") == 0;
    if (argc < 2)
        return 2;
    if (pvm_parent() > 0)
        return work(argv[1]);
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, TASKS, tids) < TASKS)
        return 1;
    pvm_notify(PvmTaskExit, TAG_ENDED, TASKS, tids);
    for (round = 0; round < ROUNDS; round++)
        for (me = 0; me < TASKS; me++) {
            pvm_initsend(PvmDataDefault);
            pvm_pkint(&me, 1, 1);
            pvm_send(tids[me], TAG_WORK);
        }
    if (deaths)
        receive_all((TASKS - 2) * ROUNDS + 1 + 2, TASKS);
    else if (argv[1][0] == 'p')
        receive_all(TASKS * ROUNDS, TASKS);
    else
        receive_all(1, 0);
    if (strcmp(argv[1], "halt") == 0)
        pvm_halt();
    pvm_exit();
    return 0;
}
