/* run_ahead.c [SEED [TASKS [ROUNDS [WORK_US]]]] - a random program, the same for the same seed.
 *
 * In each round every pair of tasks may have a message, of a size and tag that the seed says, and each task receives
 * what is for it: in an order of its own, from the sender or from anybody, of the tag or of any, after looking or
 * not, and now and then one of an earlier round that was left lying. Between, it computes for a random real time,
 * reads the clock, sleeps, prints. What it prints holds the sender, the tag, the bytes and, at times, the clock: so
 * two runs that differ in the order or in the time of one message print different lines. Every third seed only receives
 * from certain tasks and never asks for the time, so that its tasks may run far ahead; the seeds after those
 * receive from anybody alone, where simulated time goes on while a task computes. The output is collected by the
 * master with every other seed. Exit code 1 and a line if a
 * message is wrong.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tell.h"

enum { MOST_TASKS = 64, MOST_ROUNDS = 64, LATE_TAG = 7000, NEVER_TAG, TAG = 100 };

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static unsigned below(uint64_t *state, unsigned n)
{
    return (unsigned)(next_random(state) % n);
}

/* How many messages the pair has in that round, and the bytes of each, as both know. */
static int messages_between(uint64_t seed, int round, int from, int to)
{
    uint64_t s = seed * 1000003 + (uint64_t)round * 4099 + (uint64_t)from * 67 + (uint64_t)to;
    if (from == to || below(&s, 3) != 0)
        return 0;
    return below(&s, 3) == 0 ? 2 : 1;
}

static int bytes_between(uint64_t seed, int round, int from, int to, int which)
{
    uint64_t s = seed * 1000033 + (uint64_t)round * 4099 + (uint64_t)from * 67 + (uint64_t)to + (uint64_t)which * 50021;
    return (int)(below(&s, 4) == 0 ? below(&s, 20000) : below(&s, 200));
}

static int is_late(uint64_t seed, int round, int from, int to)
{
    uint64_t s = seed * 7919 + (uint64_t)round * 31 + (uint64_t)from * 131 + (uint64_t)to;
    return below(&s, 9) == 0;
}

static int is_directed(uint64_t seed)
{
    return seed % 3 == 0;
}

static int is_open(uint64_t seed)
{
    return seed % 3 == 1;
}

static volatile double sink;

/* Real time; simulated time knows nothing of it. */
static void compute(unsigned us)
{
    double x = 1;
    for (long i = 0; i < 300L * us; i++)
        x = x * 1.0000001 + 1e-9;
    sink = x;
}

static void shuffle(uint64_t *state, int *all, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)below(state, (unsigned)i + 1), keep = all[i];
        all[i] = all[j];
        all[j] = keep;
    }
}

struct job {
    uint64_t seed;
    int tasks, rounds, me, work_us;
    int tid[MOST_TASKS];
    char had[MOST_ROUNDS][MOST_TASKS]; /* messages received of that round and sender */
    int handled;                       /* late ones */
};

static void say_wrong(const struct job *j, int round, const char *what, int value, int wanted)
{
    printf("wrong: seed %llu round %d task %d: %s is %d, not %d\n", (unsigned long long)j->seed, round, j->me, what,
           value, wanted);
    exit(1);
}

static void send_one(const struct job *j, int round, int to, int tag, int which)
{
    char body[20000];
    int bytes = bytes_between(j->seed, round, j->me, to, which);
    memset(body, j->me * 7 + round, sizeof body);
    pvm_initsend(round % 2 == 0 ? PvmDataDefault : PvmDataRaw);
    pvm_pkint(&round, 1, 1);
    pvm_pkint(&which, 1, 1);
    pvm_pkint(&bytes, 1, 1);
    pvm_pkbyte(body, bytes, 1);
    pvm_send(j->tid[to], tag);
}

/* The received message is that of this sender; its round, and a line of it. */
static void check(struct job *j, int buffer, int *from, uint64_t *dice)
{
    char body[20000];
    int bytes, tag, tid, round, which, n;
    pvm_bufinfo(buffer, &bytes, &tag, &tid);
    for (*from = 0; *from < j->tasks && j->tid[*from] != tid; (*from)++)
        continue;
    pvm_upkint(&round, 1, 1);
    pvm_upkint(&which, 1, 1);
    pvm_upkint(&n, 1, 1);
    int wanted = bytes_between(j->seed, round, *from, j->me, which);
    if (tag != LATE_TAG && which != j->had[round][*from]++)
        say_wrong(j, round, "the number of the message", which, j->had[round][*from] - 1);
    if (n != wanted)
        say_wrong(j, round, "the length", n, wanted);
    pvm_upkbyte(body, n, 1);
    if (n > 0 && body[n - 1] != (char)(*from * 7 + round))
        say_wrong(j, round, "the last byte", body[n - 1], (char)(*from * 7 + round));
    if (below(dice, 4) == 0 && !is_directed(j->seed))
        printf("%d: round %d from %d tag %d, %d bytes, %ld us\n", j->me, round, *from, tag, n, now_us() % 1000000000);
    else if (below(dice, 4) == 0)
        printf("%d: round %d from %d tag %d, %d bytes\n", j->me, round, *from, tag, n);
}

static int receive(const struct job *j, uint64_t *dice, int from, int tag)
{
    struct timeval patience = {0, (long)below(dice, 3000)};
    int tid = j->tid[from], got;
    switch (is_directed(j->seed) ? 7 : is_open(j->seed) ? 0 : below(dice, 8)) {
    case 0:
        return pvm_recv(-1, tag);
    case 1:
        while (pvm_probe(tid, tag) == 0)
            usleep(below(dice, 2) * 100);
        return pvm_recv(tid, tag);
    case 2:
        return (got = pvm_trecv(tid, tag, &patience)) > 0 ? got : pvm_recv(tid, tag);
    case 3:
        return (got = pvm_nrecv(-1, tag)) > 0 ? got : pvm_recv(-1, tag);
    default:
        return pvm_recv(tid, tag);
    }
}

static struct job *handling;
static uint64_t *handling_dice;

static int take_late(int buffer)
{
    int from;
    check(handling, buffer, &from, handling_dice);
    handling->handled++;
    return 0;
}

/* A handler that is added now gets the late messages behind the one that was taken last, not those before it. */
static void handle_late(struct job *j, uint64_t *dice)
{
    handling = j;
    handling_dice = dice;
    int handler = pvm_addmhf(-1, LATE_TAG, 0, take_late);
    pvm_nrecv(-1, NEVER_TAG);
    pvm_delmhf(handler);
    printf("%d: handled %d\n", j->me, j->handled);
}

static void play_round(struct job *j, int round, uint64_t *dice)
{
    int order[2 * MOST_TASKS], n = 0, from;
    int sent[MOST_TASKS] = {0};
    for (int to = 0; to < j->tasks; to++)
        for (int k = messages_between(j->seed, round, j->me, to); k > 0; k--)
            order[n++] = to;
    shuffle(dice, order, n);
    for (int i = 0; i < n; i++) {
        if (below(dice, 6) == 0)
            compute(below(dice, (unsigned)j->work_us + 1));
        send_one(j, round, order[i], is_late(j->seed, round, j->me, order[i]) ? LATE_TAG : TAG + round,
                 sent[order[i]]++);
    }
    for (n = 0, from = 0; from < j->tasks; from++)
        for (int k = messages_between(j->seed, round, from, j->me); k > 0 && !is_late(j->seed, round, from, j->me); k--)
            order[n++] = from;
    shuffle(dice, order, n);
    /* Receives from anybody may take what another was to take: so each is of a sender that has not been met. */
    for (int left = n; left > 0; left--) {
        int at = 0;
        check(j, receive(j, dice, order[0], TAG + round), &from, dice);
        while (at < left && order[at] != from)
            at++;
        if (at == left)
            say_wrong(j, round, "the sender", from, order[0]);
        order[at] = order[left - 1];
        if (below(dice, 2) == 0)
            compute(below(dice, (unsigned)j->work_us + 1));
        if (below(dice, 20) == 0 && !is_directed(j->seed))
            usleep(below(dice, 500));
    }
    if (below(dice, 5) == 0)
        handle_late(j, dice);
    if (below(dice, 3) == 0)
        printf("%d: round %d is over%s", j->me, round, below(dice, 5) == 0 ? "" : "\n");
}

/* What was left lying, of all rounds. */
static void play_end(struct job *j, uint64_t *dice)
{
    int from, late = -j->handled;
    for (int round = 0; round < j->rounds; round++)
        for (from = 0; from < j->tasks; from++)
            late += is_late(j->seed, round, from, j->me) ? messages_between(j->seed, round, from, j->me) : 0;
    for (; late > 0; late--)
        check(j, pvm_recv(-1, LATE_TAG), &from, dice);
    printf("%d: done, %ld us, cpu %ld\n", j->me, now_us() % 1000000000, (long)clock());
}

static void be_worker(void)
{
    struct job j;
    pvm_recv(pvm_parent(), 1);
    pvm_upkint((int *)&j, sizeof j / sizeof(int), 1);
    uint64_t dice = j.seed * 65537 + (uint64_t)j.me;
    for (int round = 0; round < j.rounds; round++)
        play_round(&j, round, &dice);
    play_end(&j, &dice);
    pvm_initsend(PvmDataDefault);
    pvm_send(pvm_parent(), 2);
    pvm_exit();
}

static int number(int argc, char **argv, int at, int otherwise)
{
    return argc > at ? atoi(argv[at]) : otherwise;
}

int main(int argc, char **argv)
{
    struct job j = {.seed = (uint64_t)number(argc, argv, 1, 1),
                    .tasks = number(argc, argv, 2, 8),
                    .rounds = number(argc, argv, 3, 10),
                    .work_us = number(argc, argv, 4, 200)};
    if (pvm_parent() > 0) {
        be_worker();
        return 0;
    }
    if (j.seed % 2 == 0)
        pvm_catchout(stdout);
    if (j.tasks < 1 || j.tasks > MOST_TASKS || j.rounds > MOST_ROUNDS ||
        pvm_spawn(argv[0], NULL, PvmTaskDefault, (char *)"", j.tasks, j.tid) < j.tasks) {
        fprintf(stderr, "run_ahead: cannot start %d tasks (1 to %d) for %d rounds (to %d)\n", j.tasks, MOST_TASKS,
                j.rounds, MOST_ROUNDS);
        return 1;
    }
    for (j.me = 0; j.me < j.tasks; j.me++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint((int *)&j, sizeof j / sizeof(int), 1);
        pvm_send(j.tid[j.me], 1);
    }
    for (int i = 0; i < j.tasks; i++)
        pvm_recv(-1, 2);
    pvm_exit();
    return 0;
}
