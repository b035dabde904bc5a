/* growth.c - patterns in which no task knows more than a few others, to see what a task and a message cost as the
 * machine grows: here the program itself adds nothing that grows. pattern.c tells every task about all of them.
 *
 * The tasks form a torus. The master starts them, tells each its four neighbours, and waits until each has said that
 * it is done. An ordinary PVM program. growth.sh runs it. */
#define MEASURING_PROGRAM "growth"
#include "measuring.h"
#include <string.h>

enum { TAG_PLAN = 1, TAG_DONE, TAG_DATA };
enum { NEIGHBOURS = 4, BYTES = 1000, MAX_TASKS = 65536, MAX_ROUNDS = 1000000 };

struct plan {
    int ntasks, rounds, tids[NEIGHBOURS];
};

static void start(const struct plan *p)
{
    (void)p;
}

static void barrier(const struct plan *p)
{
    static char group[] = "all";

    if (pvm_joingroup(group) < 0)
        fail("cannot join the group");
    for (int r = 0; r < p->rounds; r++)
        if (pvm_barrier(group, p->ntasks) < 0)
            fail("pvm_barrier failed");
}

/* 1000 bytes to each neighbour and from each, in every round. */
static void neighbours(const struct plan *p)
{
    char bytes[BYTES] = {0};

    for (int r = 0; r < p->rounds; r++) {
        for (int i = 0; i < NEIGHBOURS; i++) {
            pvm_initsend(PvmDataRaw);
            pvm_pkbyte(bytes, BYTES, 1);
            pvm_send(p->tids[i], TAG_DATA + r % 2);
        }
        for (int i = 0; i < NEIGHBOURS; i++) {
            pvm_recv(-1, TAG_DATA + r % 2);
            pvm_upkbyte(bytes, BYTES, 1);
        }
    }
}

static const struct pattern {
    const char *name;
    void (*work)(const struct plan *p);
} patterns[] = {{"start", start}, {"barrier", barrier}, {"neighbours", neighbours}};

/* The most square torus with no more rows than columns. */
static int rows_of(int ntasks)
{
    int rows = 1;
    for (int r = 1; r * r <= ntasks; r++)
        if (ntasks % r == 0)
            rows = r;
    return rows;
}

static void lead(char *program, char *pattern, int ntasks, int rounds)
{
    char *arguments[] = {pattern, NULL};
    int *tids = malloc((size_t)ntasks * sizeof *tids), rows = rows_of(ntasks), columns = ntasks / rows;

    if (!tids || pvm_spawn(program, arguments, PvmTaskDefault, NULL, ntasks, tids) < ntasks)
        fail("not all tasks could be started");
    for (int i = 0; i < ntasks; i++) {
        int x = i % columns, y = i / columns, numbers[] = {ntasks, rounds};
        int its[NEIGHBOURS] = {tids[y * columns + (x + 1) % columns], tids[y * columns + (x + columns - 1) % columns],
                               tids[(y + 1) % rows * columns + x], tids[(y + rows - 1) % rows * columns + x]};
        pvm_initsend(PvmDataRaw);
        pvm_pkint(numbers, 2, 1);
        pvm_pkint(its, NEIGHBOURS, 1);
        pvm_send(tids[i], TAG_PLAN);
    }
    for (int i = 0; i < ntasks; i++)
        pvm_recv(-1, TAG_DONE);
    free(tids);
}

static void follow(const struct pattern *pattern)
{
    struct plan p;
    int numbers[2], master = pvm_parent();

    pvm_recv(master, TAG_PLAN);
    pvm_upkint(numbers, 2, 1);
    p.ntasks = numbers[0];
    p.rounds = numbers[1];
    pvm_upkint(p.tids, NEIGHBOURS, 1);
    pattern->work(&p);
    pvm_initsend(PvmDataRaw);
    pvm_send(master, TAG_DONE);
}

int main(int argc, char **argv)
{
    const struct pattern *pattern = NULL;

    for (size_t i = 0; argc > 1 && i < sizeof patterns / sizeof patterns[0]; i++)
        if (strcmp(argv[1], patterns[i].name) == 0)
            pattern = &patterns[i];
    int ntasks = argc == 4 ? number(argv[2], 1, MAX_TASKS) : -1,
        rounds = argc == 4 ? number(argv[3], 0, MAX_ROUNDS) : -1;
    if (pattern && argc == 2 && pvm_parent() > 0) {
        follow(pattern);
    } else if (pattern && ntasks > 0 && rounds >= 0) {
        lead(argv[0], argv[1], ntasks, rounds);
    } else {
        fprintf(stderr, "usage: growth start|barrier|neighbours TASKS ROUNDS\nTASKS from 1 to 65536; ROUNDS from 0\n");
        return 2;
    }
    pvm_exit();
    return 0;
}
