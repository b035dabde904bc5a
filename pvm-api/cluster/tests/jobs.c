/* jobs.c - two programs that go on when nodes die under them, and look at each message.
 *
 * jobs farm: a worker on each node, two long messages on their way to each; the jobs of one that has ended are given to
 * others. Each job is done, and no answer comes twice, or after its worker's end.
 * jobs brief: tasks that send some numbers, in short and in long messages, and end at once. The notice of an end comes
 * behind all of them, unless the task's host is gone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pvm3.h"

enum { JOB = 1, ANSWER, NUMBER, EXITED, STOP };
enum { JOBS = 24, WORDS = 6000, AT_ONCE = 2, ROUNDS = 4, NUMBERS = 5, HOSTS = 8 };

static int words[WORDS];
static struct pvmhostinfo *hosts;
static int nhosts;

static int start(char *file, char *role, int host, int *tid)
{
    char *args[] = {role, NULL};
    if (pvm_spawn(file, args, PvmTaskHost, hosts[host].hi_name, 1, tid) != 1)
        return 0;
    pvm_notify(PvmTaskExit, EXITED, 1, tid);
    return 1;
}

/* ---- farm -------------------------------------------------------------------------------------------------------- */

static void work(void)
{
    int tag, job;
    for (;;) {
        pvm_bufinfo(pvm_recv(pvm_parent(), -1), NULL, &tag, NULL);
        if (tag == STOP)
            return;
        pvm_upkint(&job, 1, 1);
        pvm_upkint(words, WORDS, 1);
        for (int i = 0; i < WORDS; i++)
            words[i] = 2 * words[i] + i;
        pvm_initsend(PvmDataRaw);
        pvm_pkint(&job, 1, 1);
        pvm_pkint(words, WORDS, 1);
        pvm_send(pvm_parent(), ANSWER);
    }
}

struct worker {
    int tid, has;
};

static int owner[JOBS]; /* a tid; 0: nobody; -1: it is done */

static void give(struct worker *w)
{
    for (int job = 0; job < JOBS && w->tid != 0 && w->has < AT_ONCE; job++) {
        if (owner[job] != 0)
            continue;
        owner[job] = w->tid;
        w->has++;
        for (int i = 0; i < WORDS; i++)
            words[i] = job * 1000 + i;
        pvm_initsend(PvmDataRaw);
        pvm_pkint(&job, 1, 1);
        pvm_pkint(words, WORDS, 1);
        pvm_send(w->tid, JOB);
    }
}

/* Returns whether this is an answer that was still awaited, and right. */
static int take(struct worker *w, int from)
{
    int job, good;
    pvm_upkint(&job, 1, 1);
    pvm_upkint(words, WORDS, 1);
    good = w != NULL && job >= 0 && job < JOBS && owner[job] == from;
    for (int i = 0; i < WORDS && good; i++)
        good = words[i] == 2 * (job * 1000 + i) + i;
    if (good) {
        owner[job] = -1;
        w->has--;
    }
    return good;
}

static void give_up(struct worker *w)
{
    for (int job = 0; job < JOBS && w != NULL; job++)
        if (owner[job] == w->tid)
            owner[job] = 0;
    if (w != NULL)
        w->tid = 0;
}

static struct worker *worker_of(struct worker *w, int tid)
{
    for (int i = 0; i < nhosts; i++)
        if (w[i].tid == tid)
            return &w[i];
    return NULL;
}

static int farm(char *file)
{
    struct worker workers[HOSTS];
    int good = 1, done = 0, tag, from, tid;
    memset(workers, 0, sizeof workers);
    for (int i = 0; i < nhosts; i++)
        if (!start(file, "work", i, &workers[i].tid))
            workers[i].tid = 0;
    while (done < JOBS && good) {
        for (int i = 0; i < nhosts; i++)
            give(&workers[i]);
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, &from);
        if (tag == ANSWER) {
            good = take(worker_of(workers, from), from);
            done++;
        } else {
            pvm_upkint(&tid, 1, 1);
            give_up(worker_of(workers, tid));
        }
    }
    for (int i = 0; i < nhosts; i++) {
        pvm_initsend(PvmDataRaw);
        if (workers[i].tid != 0)
            pvm_send(workers[i].tid, STOP);
    }
    return good;
}

/* ---- brief ------------------------------------------------------------------------------------------------------- */

static void say_numbers(void)
{
    for (int n = 1; n <= NUMBERS; n++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&n, 1, 1);
        pvm_pkint(words, n % 2 * WORDS, 1);
        pvm_send(pvm_parent(), NUMBER);
    }
}

/* Hears tasks, one on each host, out. Returns whether all came in order; cut_short[i]: not all came from host i. */
static int hear(const int *tids, int *cut_short)
{
    int last[HOSTS] = {0}, good = 1, over = 0, tag, from, number;
    for (int i = 0; i < nhosts; i++)
        over += tids[i] == 0;
    while (over < nhosts) {
        pvm_bufinfo(pvm_recv(-1, -1), NULL, &tag, &from);
        pvm_upkint(&number, 1, 1);
        int who = tag == EXITED ? number : from, i = 0;
        while (i < nhosts && tids[i] != who)
            i++;
        good &= i < nhosts && last[i] >= 0 && (tag == EXITED || number == last[i] + 1);
        if (i == nhosts)
            continue;
        cut_short[i] |= tag == EXITED && last[i] != NUMBERS;
        over += tag == EXITED;
        last[i] = tag == EXITED ? -1 : number;
    }
    return good;
}

static int brief(char *file)
{
    int tids[HOSTS], cut_short[HOSTS] = {0}, good = 1;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < nhosts; i++)
            if (!start(file, "say", i, &tids[i]))
                tids[i] = 0;
        good &= hear(tids, cut_short);
    }
    for (int i = 0; i < nhosts; i++)
        good &= !cut_short[i] || pvm_mstat(hosts[i].hi_name) != PvmOk;
    return good;
}

int main(int argc, char **argv)
{
    pvm_mytid();
    pvm_setopt(PvmAutoErr, 0);
    if (argc == 2 && strcmp(argv[1], "work") == 0) {
        work();
    } else if (argc == 2 && strcmp(argv[1], "say") == 0) {
        say_numbers();
    } else {
        pvm_config(&nhosts, NULL, &hosts);
        int good = argc == 2 && (strcmp(argv[1], "farm") == 0 ? farm(argv[0]) : brief(argv[0]));
        printf("%s\n", good ? "in order, and over" : "NOT in order");
    }
    pvm_exit();
    return 0;
}
