/* races.c NAME - programs of a class, each with one well-known bug that depends on the order of messages, and two
 * without (`sound`, `timed`). Undisturbed, each gives the right result in every run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tell.h"

enum { WORKERS = 4, DATA = 1, STOP = 2, GET = 3, PUT = 4, LOCK = 5, FREE = 6 };

static char *self, *name, anywhere[] = "", place[] = "place";
static int tids[WORKERS], parent;

/* Returns the value; *from: who sent it. */
static int take_int(int tid, int tag, int *from)
{
    int value = 0, bytes, of_tag, sender;
    pvm_bufinfo(pvm_recv(tid, tag), &bytes, &of_tag, &sender);
    pvm_upkint(&value, 1, 1);
    if (from != NULL)
        *from = sender;
    return value;
}

static int ask(int server, int tag, int value)
{
    tell(server, tag, value);
    return take_int(server, -1, NULL);
}

static void spawn_workers(void)
{
    char *args[] = {name, NULL};
    if (pvm_spawn(self, args, PvmTaskDefault, anywhere, WORKERS, tids) != WORKERS)
        exit(1);
    pvm_initsend(PvmDataDefault);
    pvm_pkint(tids, WORKERS, 1);
    pvm_mcast(tids, WORKERS, 100);
}

/* Returns the worker's number. */
static int meet_others(void)
{
    pvm_recv(parent, 100);
    pvm_upkint(tids, WORKERS, 1);
    int me = 0;
    while (tids[me] != pvm_mytid())
        me++;
    return me;
}

/* ---- each bug: what the master does, and what worker `me` does --------------------------------------------------- */

/* The results are put where they come, as if workers answered in the order of their numbers. */
static void by_arrival_master(void)
{
    for (int i = 0; i < WORKERS; i++)
        printf("result %d is %d\n", i, take_int(-1, DATA, NULL));
}

static void send_own(int me)
{
    tell(parent, DATA, me * me);
}

/* Sums of floating point numbers depend on their order. */
static void sum_master(void)
{
    static const double part[WORKERS * WORKERS] = {[0] = 1e16, [1] = 1, [4] = -1e16, [9] = 1};
    double sum = 0;
    for (int i = 0; i < WORKERS; i++)
        sum += part[take_int(-1, DATA, NULL)];
    printf("the sum is %.0f\n", sum);
}

/* The first message is taken for the header, whoever has sent it. */
static void header_master(void)
{
    int n = take_int(-1, -1, NULL), rest = 0;
    for (int i = 1; i < WORKERS; i++)
        rest += take_int(-1, -1, NULL);
    printf("%d and %d\n", n, rest);
}

static void header_worker(int me)
{
    tell(parent, me == 0 ? 9 : DATA, me == 0 ? 1000 : me);
}

/* Read, add, write at a server: an update is lost if two do it at once. */
static void update_master(void)
{
    int value = 0, from, bytes, tag;
    for (int done = 0; done < 2 * WORKERS; done++) {
        pvm_bufinfo(pvm_recv(-1, -1), &bytes, &tag, &from);
        if (tag == PUT)
            pvm_upkint(&value, 1, 1);
        tell(from, DATA, value);
    }
    printf("the counter is %d\n", value);
}

static void update_worker(int me)
{
    pvm_trecv(-1, 99, &(struct timeval){0, 15000 * me}); /* "by then the one before has surely written" */
    tell(parent, GET, 0);
    int value = take_int(parent, DATA, NULL);
    tell(parent, PUT, value + 1);
    take_int(parent, DATA, NULL);
}

/* "Stop" from the master overtakes a neighbour's data. */
static void stop_master(void)
{
    for (int i = 0; i < WORKERS - 1; i++)
        take_int(tids[i], DATA, NULL);
    tell(tids[WORKERS - 1], STOP, 0);
    printf("the last worker has %d\n", take_int(tids[WORKERS - 1], DATA, NULL));
}

static void stop_worker(int me)
{
    if (me < WORKERS - 1) {
        for (int i = 0; i < 20; i++)
            tell(tids[WORKERS - 1], DATA, 1);
        tell(parent, DATA, 0);
        return;
    }
    int sum = 0, bytes, tag, from;
    for (;;) {
        pvm_bufinfo(pvm_recv(-1, -1), &bytes, &tag, &from);
        if (tag == STOP)
            break;
        sum++;
    }
    tell(parent, DATA, sum);
}

/* A poll once, since "it must be here by now": worker 0 sends data, then tells worker 1, who tells the master. */
static void poll_master(void)
{
    take_int(tids[1], STOP, NULL);
    printf("the data are %s\n", pvm_nrecv(tids[0], DATA) > 0 ? "here" : "missing");
}

static void chain_worker(int me)
{
    if (me == 0) {
        tell(parent, DATA, 7);
        tell(tids[1], STOP, 0);
    } else if (me == 1) {
        take_int(tids[0], STOP, NULL);
        tell(parent, STOP, 0);
    }
}

/* The straight way is thought to be faster than the one over worker 1. */
static void detour_master(void)
{
    int first, second;
    take_int(-1, -1, &first);
    take_int(-1, -1, &second);
    printf("%s\n", first == tids[0] ? "cause before effect" : "effect before cause");
}

/* Two locks are taken in opposite orders. The lock servers are workers 0 and 1. */
static void locks_master(void)
{
    take_int(tids[2], DATA, NULL);
    take_int(tids[3], DATA, NULL);
    puts("both are done");
    tell(tids[0], STOP, 0);
    tell(tids[1], STOP, 0);
}

static void lock_server(void)
{
    int bytes, tag, from, holder = 0, next = 0;
    for (;;) {
        pvm_bufinfo(pvm_recv(-1, -1), &bytes, &tag, &from);
        if (tag == STOP)
            return;
        if (tag == FREE) {
            holder = next;
            next = 0;
            if (holder != 0)
                tell(holder, DATA, 0);
        } else if (holder == 0) {
            holder = from;
            tell(from, DATA, 0);
        } else {
            next = from;
        }
    }
}

static void locks_worker(int me)
{
    if (me < 2) {
        lock_server();
        return;
    }
    if (me == 3) /* "the other is done by then" */
        pvm_trecv(-1, 99, &(struct timeval){0, 6000});
    ask(tids[me == 2 ? 0 : 1], LOCK, 0);
    ask(tids[me == 2 ? 1 : 0], LOCK, 0);
    tell(tids[0], FREE, 0);
    tell(tids[1], FREE, 0);
    tell(parent, DATA, 0);
}

/* Whoever comes first is elected, which is thought to be worker 0. */
static void leader_master(void)
{
    int from;
    take_int(-1, DATA, &from);
    for (int i = 1; i < WORKERS; i++)
        take_int(-1, DATA, NULL);
    printf("the leader is worker %s\n", from == tids[0] ? "0" : "another");
}

/* A time-out that was long enough when it was tried. */
static void timeout_master(void)
{
    int answers = 0;
    for (int i = 0; i < WORKERS; i++)
        answers += pvm_trecv(tids[i], DATA, &(struct timeval){0, 5000}) > 0;
    printf("%d workers have answered\n", answers);
}

/* A mailbox is read by who has been told, but not by who writes it. */
static void mailbox_master(void)
{
    for (int i = 0; i < 2; i++)
        take_int(tids[i], DATA, NULL);
    printf("found: %d\n", take_int(tids[3], DATA, NULL));
}

static void mailbox_worker(int me)
{
    if (me == 2) {
        take_int(tids[0], GET, NULL);
        pvm_initsend(PvmDataDefault);
        pvm_putinfo(place, pvm_getsbuf(), PvmMboxDefault);
    } else if (me == 3) {
        take_int(tids[1], GET, NULL);
        pvm_trecv(-1, 99, &(struct timeval){0, 3000});
        tell(parent, DATA, pvm_recvinfo(place, 0, PvmMboxDefault) >= 0);
    } else {
        tell(tids[me + 2], GET, 0);
        tell(parent, DATA, 0);
    }
}

/* The last round's answers are taken for this round's. */
static void rounds_master(void)
{
    int sum = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < WORKERS; i++)
            tell(tids[i], GET, round);
        for (int i = 0; i < WORKERS; i++)
            sum += (round + 1) * take_int(-1, DATA, NULL);
    }
    printf("the sum is %d\n", sum);
}

static void rounds_worker(int me)
{
    int first = take_int(parent, GET, NULL);
    tell(parent, DATA, first);
    if (me % 2 == 0)
        tell(parent, DATA, 1); /* "the master asks again anyway" */
    int second = take_int(parent, GET, NULL);
    if (me % 2 != 0)
        tell(parent, DATA, second);
}

/* Right: each result has its place. */
static void sound_master(void)
{
    int results[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        int from, value = take_int(-1, DATA, &from);
        for (int w = 0; w < WORKERS; w++)
            if (tids[w] == from)
                results[w] = value;
    }
    for (int i = 0; i < WORKERS; i++)
        printf("result %d is %d\n", i, results[i]);
}

/* Right: only the times differ. */
static void timed_master(void)
{
    struct timeval from, to;
    gettimeofday(&from, NULL);
    for (int i = 0; i < WORKERS; i++)
        take_int(tids[i], DATA, NULL);
    gettimeofday(&to, NULL);
    double s = (double)(to.tv_sec - from.tv_sec) + 1e-6 * (double)(to.tv_usec - from.tv_usec);
    printf("%d results in %.3f s, %g a second\n", WORKERS, s, WORKERS / s);
}

static const struct {
    const char *name;
    void (*master)(void);
    void (*worker)(int me);
} programs[] = {{"arrival", by_arrival_master, send_own},    {"sum", sum_master, send_own},
                {"header", header_master, header_worker},    {"update", update_master, update_worker},
                {"stop", stop_master, stop_worker},          {"poll", poll_master, chain_worker},
                {"detour", detour_master, chain_worker},     {"locks", locks_master, locks_worker},
                {"leader", leader_master, send_own},         {"timeout", timeout_master, send_own},
                {"mailbox", mailbox_master, mailbox_worker}, {"rounds", rounds_master, rounds_worker},
                {"sound", sound_master, send_own},           {"timed", timed_master, send_own}};

int main(int argc, char **argv)
{
    self = argv[0];
    name = argc > 1 ? argv[1] : anywhere;
    parent = pvm_parent();
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (strcmp(programs[i].name, name) == 0) {
            if (parent == PvmNoParent) {
                spawn_workers();
                programs[i].master();
            } else {
                programs[i].worker(meet_others());
            }
            pvm_exit();
            return 0;
        }
    fprintf(stderr, "races: no program '%s'\n", name);
    return 2;
}
