/* growing.c LOAD TASKS - a load whose work is in proportion to the number of tasks (loads.tsv), each started by
 * `run -n`.
 *
 * In `chain` and `missing` the run ends in a deadlock.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pvm3.h"

enum { FIRST = 0x40002, TIMES = 5, EACH = 100 };

static int me, tasks;

static int tid_of(int i)
{
    return FIRST + (i + tasks) % tasks;
}

static void say(int to, int tag)
{
    pvm_initsend(PvmDataDefault);
    pvm_pkint(&me, 1, 1);
    pvm_send(to, tag);
}

/* Each waits for an entry of its own. */
static void boxes(void)
{
    char name[16];
    for (int i = 0; i < tasks && me == 0; i++) {
        snprintf(name, sizeof name, "box%d", i);
        pvm_initsend(PvmDataDefault);
        pvm_putinfo(name, pvm_getsbuf(), PvmMboxDefault);
    }
    snprintf(name, sizeof name, "box%d", me);
    pvm_recvinfo(name, 0, PvmMboxWaitForInfo);
    if (me == 0) /* else its entries go with it */
        for (int i = 1; i < tasks; i++)
            pvm_recv(tid_of(i), 1);
    else
        say(tid_of(0), 1);
}

/* All wait for the next one, and the last for the one before it. */
static void chain(void)
{
    pvm_recv(me + 1 < tasks ? tid_of(me + 1) : tid_of(me - 1), 1);
}

static void crowd(void)
{
    for (int i = 0; i < TIMES && me > 0; i++)
        say(tid_of(0), 1);
    for (int i = 0; i < TIMES * (tasks - 1) && me == 0; i++)
        pvm_recv(-1, 1);
}

static void token(void)
{
    for (int i = 0; i < TIMES; i++) {
        if (me > 0 || i > 0)
            pvm_recv(tid_of(me - 1), 1);
        say(tid_of(me + 1), 1);
    }
    if (me == 0)
        pvm_recv(tid_of(-1), 1);
}

static void neighbours(void)
{
    for (int i = 0; i < 4 * TIMES; i++) {
        say(tid_of(me + 1), 1);
        pvm_recv(tid_of(me - 1), 1);
    }
}

/* What came last is read first, and found among all. */
static void unread(void)
{
    for (int i = 0; i < EACH * tasks && me == 0; i++)
        say(tid_of(0), i);
    for (int i = EACH * tasks - 1; i >= 0 && me == 0; i--)
        pvm_recv(tid_of(0), i);
}

static void ends(void)
{
    for (int i = 1; i < tasks && me == 0; i++) {
        int tid = tid_of(i);
        pvm_notify(PvmTaskExit, 1, 1, &tid);
        say(tid, 2);
    }
    if (me > 0)
        pvm_recv(tid_of(0), 2);
    for (int i = 1; i < tasks && me == 0; i++)
        pvm_recv(-1, 1);
}

static void to_all(void)
{
    int *tids = calloc((size_t)tasks, sizeof *tids);
    for (int i = 0; i < tasks; i++)
        tids[i] = tid_of(i);
    for (int i = 0; i < TIMES; i++) {
        pvm_initsend(PvmDataDefault);
        if (me == 0)
            pvm_mcast(tids, tasks, 1);
        else
            pvm_recv(tid_of(0), 1);
    }
    free(tids);
}

static void entries(void)
{
    char name[16];
    for (int i = 0; i < EACH * tasks / 4 && me == 0; i++) {
        snprintf(name, sizeof name, "entry%d", i);
        pvm_initsend(PvmDataDefault);
        pvm_putinfo(name, pvm_getsbuf(), PvmMboxDefault);
    }
}

static void looks(void)
{
    for (int i = 0; i < EACH; i++)
        pvm_nrecv(-1, 1);
}

static void naps(void)
{
    for (int i = 0; i < EACH; i++)
        usleep(100);
}

static void lines(void)
{
    for (int i = 0; i < EACH; i++)
        printf("line %d\n", i);
}

static void groups(void)
{
    pvm_joingroup((char *)"all");
    pvm_barrier((char *)"all", tasks);
    pvm_barrier((char *)"all", tasks);
}

static void missing(void)
{
    pvm_joingroup((char *)"all");
    pvm_freezegroup((char *)"all", tasks);
    if (me > 0)
        pvm_barrier((char *)"all", tasks);
    else
        pvm_recv(tid_of(1), 1);
}

static void comes_and_goes(void)
{
    for (int i = 0; i < TIMES; i++) {
        pvm_exit();
        pvm_mytid();
    }
}

static const struct {
    const char *name;
    void (*run)(void);
} loads[] = {{"boxes", boxes},   {"chain", chain},     {"crowd", crowd},
             {"token", token},   {"unread", unread},   {"ends", ends},
             {"to_all", to_all}, {"entries", entries}, {"looks", looks},
             {"naps", naps},     {"lines", lines},     {"neighbours", neighbours},
             {"groups", groups}, {"missing", missing}, {"comes_and_goes", comes_and_goes}};

int main(int argc, char **argv)
{
    me = pvm_mytid() - FIRST;
    tasks = argc > 2 ? atoi(argv[2]) : 0;
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        if (argc > 2 && strcmp(argv[1], loads[i].name) == 0) {
            loads[i].run();
            pvm_exit();
            return 0;
        }
    fprintf(stderr, "growing: no such load\n");
    return 2;
}
