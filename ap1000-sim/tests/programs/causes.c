/* causes.c - runs whose cause is known by construction, for the first line of a report's verdict (causes.tsv).
 *
 *   causes CAUSE SIZE    SIZE 1, 2, 3: more tasks, and more of the same
 *
 * Computing is charged by pvmsim_charge; a cause that has to do with sleeping sleeps.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pvm3.h"
#include "pvmsim.h"

enum { TAG_ASK = 1, TAG_WORK, TAG_DONE, MOST = 64, BIG = 100000 };

static int me, n, size, laps, tids[MOST]; /* of the children: this one, how many; how often */
static char bytes[1000000];

static void compute(double ms)
{
    pvmsim_charge((int64_t)(ms * 1e6));
}

static void sleep_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    (void)nanosleep(&t, NULL);
}

static void give(int tid, int tag, int len)
{
    pvm_initsend(PvmDataDefault);
    if (len > 0)
        pvm_pkbyte(bytes, len, 1);
    pvm_send(tid, tag);
}

static void take(int tid, int tag, int len)
{
    pvm_recv(tid, tag);
    if (len > 0)
        pvm_upkbyte(bytes, len, 1);
}

/* Takes so many requests, and spends that on each. */
static void serve(int requests, double ms)
{
    for (int i = 0; i < requests; i++) {
        int tid;
        pvm_bufinfo(pvm_recv(-1, TAG_ASK), NULL, NULL, &tid);
        compute(ms);
        give(tid, TAG_WORK, 0);
    }
}

static void ask(int whom, int len, double ms)
{
    for (int i = 0; i < laps; i++) {
        give(whom, TAG_ASK, len);
        take(whom, TAG_WORK, 0);
        compute(ms);
    }
}

/* The first half sends to the second, each to its own partner. */
static void halves(int len, int of_this_one)
{
    for (int i = 0; i < of_this_one; i++)
        if (me < n / 2)
            give(tids[me + n / 2], TAG_WORK, len);
        else
            take(tids[me - n / 2], TAG_WORK, len);
}

static void neighbours(int len)
{
    for (int i = 0; i < laps; i++) {
        give(tids[me ^ 1], TAG_WORK, len);
        take(tids[me ^ 1], TAG_WORK, len);
    }
}

static void join(void)
{
    pvm_joingroup((char *)(size_t) "g");
    pvm_barrier((char *)(size_t) "g", n);
}

/* ---- what the children do ---- */

static void nothing(void)
{
}
static void ask_host(void)
{
    ask(pvm_parent(), 0, 0);
}
static void ask_master(void)
{
    ask(pvm_parent(), 0, 0.1);
}
static void ask_first(void)
{
    me == 0 ? serve(laps * (n - 1), 5) : ask(tids[0], 0, 0.1);
}
static void crowd_host(void)
{
    for (int i = 0; i < laps; i++)
        give(pvm_parent(), TAG_ASK, 16000);
}
static void crowd_link(void)
{
    halves(BIG, laps);
}
static void broadcast(void)
{
    for (int i = 0; i < laps; i++)
        if (me == 0) {
            int to[MOST];
            memcpy(to, tids + 1, sizeof(int) * (size_t)(n - 1));
            to[n - 1] = pvm_parent();
            pvm_initsend(PvmDataRaw);
            pvm_pkbyte(bytes, BIG, 1);
            pvm_mcast(to, n, TAG_WORK);
            for (int j = 1; j < n; j++)
                take(tids[j], TAG_ASK, 0);
        } else {
            take(tids[0], TAG_WORK, BIG);
            give(tids[0], TAG_ASK, 0);
        }
}
static void late(void)
{
    if (me == 0) {
        compute(200 * size);
        for (int i = 1; i < n; i++)
            give(tids[i], TAG_WORK, 0);
    } else
        take(tids[0], TAG_WORK, 0);
}
static void uneven_work(void)
{
    compute((me == 2 ? 300 : 100) * size);
}
static void uneven_sleep(void)
{
    sleep_ms((me == 2 ? 300 : 100) * size);
}
static void uneven_messages(void)
{
    for (int i = 0; i < 20 * laps; i++) {
        give(tids[(me + 1) % n], TAG_ASK, 0);
        take(tids[(me + n - 1) % n], TAG_ASK, 0);
    }
    for (int i = 0; i < 60 * laps; i++)
        if (me == 0)
            give(tids[1 + i % (n - 1)], TAG_WORK, 0);
        else if (i % (n - 1) == me - 1)
            take(tids[0], TAG_WORK, 0);
}
static void ask_group(void)
{
    join();
    for (int i = 0; i < laps; i++)
        pvm_gettid((char *)(size_t) "g", i % n), pvm_gsize((char *)(size_t) "g");
}
static void barriers(void)
{
    join();
    for (int i = 0; i < laps; i++)
        pvm_barrier((char *)(size_t) "g", n);
}
static void small(void)
{
    for (int i = 0; i < 10; i++)
        neighbours(1);
}
static void poll(void)
{
    if (me == 0)
        compute(200 * size), give(tids[1], TAG_WORK, 0);
    while (me == 1 && pvm_nrecv(-1, TAG_WORK) == 0)
        ;
}
static void wait_for_work(void)
{
    take(pvm_parent(), TAG_WORK, 0), compute(5);
}
static void crowd_first(void)
{
    for (int i = 0; i < laps * (me == 0 ? n - 1 : 1); i++)
        me == 0 ? take(-1, TAG_WORK, BIG) : give(tids[0], TAG_WORK, BIG);
}
static void mailbox(void)
{
    char name[] = "m";
    for (int i = 0; i < laps; i++) {
        pvm_initsend(PvmDataDefault);
        const int at = pvm_putinfo(name, pvm_mkbuf(PvmDataDefault), PvmMboxMultiInstance);
        pvm_recvinfo(name, 0, PvmMboxDefault);
        pvm_delinfo(name, at, PvmMboxDefault);
    }
}
static void set_up(void)
{
    char name[16];
    for (int i = 0; i < laps; i++) {
        (void)snprintf(name, sizeof name, "g%d", i);
        pvm_joingroup(name);
    }
}
static void pack(void)
{
    for (int i = 0; i < laps; i++) {
        pvm_initsend(PvmDataDefault);
        for (int j = 0; j < 1000; j++)
            pvm_pkint(&j, 1, 1);
        pvm_send(tids[me ^ 1], TAG_WORK);
        take(tids[me ^ 1], TAG_WORK, 0);
    }
}
static void copies(void)
{
    neighbours(1000000);
}
static void reduce(void)
{
    static double of[20000];
    join();
    for (int i = 0; i < laps; i++)
        pvm_reduce(PvmSum, of, 20000, PVM_DOUBLE, TAG_WORK, (char *)(size_t) "g", 0);
}
static void even_work(void)
{
    compute(200 * size);
}
static void transfer(void)
{
    neighbours(BIG);
}
static void lists(void)
{
    for (int i = 0; i < laps; i++) {
        int many;
        struct pvmtaskinfo *all;
        pvm_tasks(0, &many, &all);
    }
}
static void time_out(void)
{
    struct timeval t = {0, 50000};
    for (int i = 0; i < laps; i++)
        pvm_trecv(tids[0], 99, &t);
}
static void even_sleep(void)
{
    sleep_ms(200 * size);
}
static void token(void)
{
    for (int i = 0; i < laps; i++) {
        if (i + me > 0)
            take(tids[(me + n - 1) % n], TAG_WORK, 0);
        compute(3);
        if (i + 1 < laps || me + 1 < n)
            give(tids[(me + 1) % n], TAG_WORK, 0);
    }
}

/* ---- ten more, written after the rules of the verdict ---- */

static void unpack(void)
{
    int many = me == 0 ? 1000 * laps : 0;
    if (me == 0) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&many, 1, 1);
        for (int i = 0; i < many; i += 1000)
            pvm_pkint((int *)bytes, 1000, 1);
        pvm_mcast(tids + 1, n - 1, TAG_WORK);
        return;
    }
    pvm_recv(tids[0], TAG_WORK);
    pvm_upkint(&many, 1, 1);
    for (int i = 0, one; i < many; i++)
        pvm_upkint(&one, 1, 1);
}
static void slow_cell(void)
{
    for (int i = 0; i < laps; i++) {
        compute(me == 2 ? 9 : 3);
        give(tids[(me + 1) % n], TAG_WORK, 1000);
        give(tids[(me + n - 1) % n], TAG_WORK, 1000);
        take(tids[(me + 1) % n], TAG_WORK, 1000);
        take(tids[(me + n - 1) % n], TAG_WORK, 1000);
    }
}
static void fan_out(void)
{
    for (int i = 0; i < laps; i++)
        for (int j = 1; j < n; j++)
            if (me == 0)
                give(tids[j], TAG_WORK, BIG);
            else if (me == j)
                take(tids[0], TAG_WORK, BIG);
}
static void serial_part(void)
{
    for (int i = 0; i < laps; i++)
        if (me == 0) {
            compute(10);
            for (int j = 1; j < n; j++)
                give(tids[j], TAG_WORK, 0);
            compute(1);
            for (int j = 1; j < n; j++)
                take(tids[j], TAG_ASK, 0);
        } else {
            take(tids[0], TAG_WORK, 0);
            compute(1);
            give(tids[0], TAG_ASK, 0);
        }
}
static void meet(void)
{
    pvm_joingroup((char *)(size_t) "g");
    pvm_freezegroup((char *)(size_t) "g", n);
    for (int i = 0; i < laps; i++) {
        compute(me == 2 ? 20 : 5);
        pvm_barrier((char *)(size_t) "g", n);
    }
}
static void all_to_all(void)
{
    for (int i = 0; i < laps; i++) {
        for (int j = 0; j < n; j++)
            if (j != me)
                pvm_psend(tids[j], TAG_WORK, bytes, BIG, PVM_BYTE);
        for (int j = 1; j < n; j++)
            pvm_recv(-1, TAG_WORK);
    }
}
static void pipeline(void)
{
    for (int i = 0; i < laps; i++) {
        if (me > 0)
            take(tids[me - 1], TAG_WORK, 1000);
        compute(me == 2 ? 6 : 2);
        if (me < n - 1)
            give(tids[me + 1], TAG_WORK, 1000);
    }
}
static void big_to_host(void)
{
    for (int i = 0; i < laps; i++) {
        give(pvm_parent(), TAG_ASK, BIG);
        take(pvm_parent(), TAG_WORK, 0);
    }
}

/* ---- what the master does before it waits for all ---- */

static void spawn_each(void)
{
    char *words[] = {(char *)(size_t) "nothing", (char *)(size_t) "1", NULL};
    for (int i = 0; i < 4 * size; i++) {
        int tid;
        pvm_spawn((char *)(size_t) "causes", words, PvmTaskDefault, (char *)(size_t) "", 1, &tid);
        take(tid, TAG_DONE, 0);
    }
}
static void serve_host(void)
{
    serve(laps * n, 0);
}
static void serve_slowly(void)
{
    serve(laps * n, 5);
}
static void take_crowd(void)
{
    for (int i = 0; i < laps * n; i++)
        take(-1, TAG_ASK, 16000);
}
static void take_broadcasts(void)
{
    for (int i = 0; i < laps; i++)
        take(tids[0], TAG_WORK, 0);
}
static void serial(void)
{
    compute(200 * size);
    for (int i = 0; i < n; i++)
        give(tids[i], TAG_WORK, 0);
}

static void poll_host(void)
{
    for (int i = 0; i < n; i++)
        while (pvm_probe(tids[i], TAG_DONE) == 0)
            ;
}

static const struct Cause {
    const char *name;
    int tasks, more; /* of size 1, and for each size more */
    int laps;        /* for each size */
    void (*child)(void), (*master)(void);
} all[] = {
    {"nothing", 1, 0, 1, nothing, nothing},
    {"spawn", 4, 20, 1, nothing, nothing},
    {"spawn-each", 1, 0, 1, nothing, spawn_each},
    {"host", 1, 0, 40, ask_host, serve_host},
    {"queue", 4, 2, 10, crowd_host, take_crowd},
    {"link", 16, 0, 20, crowd_link, nothing},
    {"bus", 8, 0, 20, broadcast, take_broadcasts},
    {"receiver", 4, 4, 20, ask_first, nothing},
    {"late", 2, 3, 1, late, nothing},
    {"work", 4, 4, 1, uneven_work, nothing},
    {"sleep", 4, 4, 1, uneven_sleep, nothing},
    {"messages", 4, 2, 20, uneven_messages, nothing},
    {"server", 4, 4, 20, ask_group, nothing},
    {"barrier", 4, 4, 20, barriers, nothing},
    {"small", 4, 4, 100, small, nothing},
    {"poll", 2, 2, 1, poll, nothing},
    {"serial", 4, 4, 1, wait_for_work, serial},
    {"fan-in", 4, 4, 20, crowd_first, nothing},
    {"mailbox", 2, 2, 20, mailbox, nothing},
    {"groups", 4, 4, 20, set_up, nothing},
    {"pack", 2, 2, 20, pack, nothing},
    {"copies", 2, 2, 2, copies, nothing},
    {"reduce", 4, 4, 10, reduce, nothing},
    {"shared", 4, 4, 1, even_work, nothing},
    {"even", 4, 4, 1, even_work, nothing},
    {"transfer", 2, 2, 10, transfer, nothing},
    {"lists", 2, 2, 20, lists, nothing},
    {"time-out", 2, 2, 5, time_out, nothing},
    {"agreed", 4, 4, 1, even_sleep, nothing},
    {"master", 4, 4, 20, ask_master, serve_slowly},
    {"token", 4, 4, 20, token, nothing},
    {"unpack", 4, 4, 20, unpack, nothing},
    {"slow-cell", 4, 4, 30, slow_cell, nothing},
    {"fan-out", 4, 4, 20, fan_out, nothing},
    {"serial-part", 4, 4, 20, serial_part, nothing},
    {"meet", 8, 0, 20, meet, nothing},
    {"all-to-all", 8, 8, 4, all_to_all, nothing},
    {"network", 2, 2, 10, copies, nothing},
    {"pipeline", 6, 2, 60, pipeline, nothing},
    {"poll-host", 4, 4, 1, even_work, poll_host},
    {"big-to-host", 1, 0, 10, big_to_host, serve_host},
};

int main(int argc, char **argv)
{
    const struct Cause *is = NULL;
    for (size_t i = 0; argc > 2 && i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, argv[1]) == 0)
            is = &all[i];
    if (is == NULL)
        return 2;
    size = atoi(argv[2]);
    laps = is->laps * size;
    if (pvm_parent() > 0) {
        int *siblings;
        n = pvm_siblings(&siblings);
        memcpy(tids, siblings, sizeof(int) * (size_t)n);
        while (me < n && tids[me] != pvm_mytid())
            me++;
        is->child();
        give(pvm_parent(), TAG_DONE, 0);
    } else {
        n = is->tasks + is->more * (size - 1);
        if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, (char *)(size_t) "", n, tids) != n)
            return 1;
        is->master();
        for (int i = 0; i < n; i++)
            pvm_recv(-1, TAG_DONE);
    }
    pvm_exit();
    return 0;
}
