/* sum.C - a program in the style of SPLASH-2, for ompc.m4: pointers in shared memory, globals that main() sets, locks, a
 * barrier, self-scheduling, a flag. What it prints does not depend on who was faster. */
MAIN_ENV

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct cell {
    double value;
    struct cell *next;
};

struct global {
    LOCKDEC(id_lock)
    LOCKDEC(sum_lock)
    BARDEC(start)
    GSDEC(work)
    PAUSEDEC(go)
    ALOCKDEC(locks, 4)
    int next_id;
    double sum, weighted[4];
    struct cell *list;
} *global;

int P = 2, n = 100;   /* set by main() before the tasks begin */
double *vector;

static void slave(void)
{
    int id, i, loop, mine = 0;
    struct cell *c;
    double sum = 0;
    LOCK(global->id_lock)
    id = global->next_id++;
    UNLOCK(global->id_lock)
    for (i = id; i < n; i += P)
        vector[i] = 2 * i;
    BARRIER(global->start, P)
    for (loop = 0; loop < 2; loop++) { /* the second begins anew */
        for (;;) {
            GETSUB(global->work, i, n - 1, P)
            if (i < 0)
                break;
            sum += vector[i] / 2;
            mine++;
        }
        BARRIER(global->start, P)
    }
    LOCK(global->sum_lock)
    global->sum += sum;
    c = (struct cell *)G_MALLOC(sizeof *c);
    c->value = mine;
    c->next = global->list;
    global->list = c;
    UNLOCK(global->sum_lock)
    for (i = 0; i < 4; i++) {
        ALOCK(global->locks, i)
        global->weighted[i] += i;
        AULOCK(global->locks, i)
    }
    if (id == 0) {
        SETPAUSE(global->go)
    } else {
        WAITPAUSE(global->go)
    }
    BARRIER(global->start, P)
}

int main(int argc, char **argv)
{
    int i, c, cells = 0;
    double all = 0;
    struct cell *at;
    unsigned long begin, end;
    while ((c = getopt(argc, argv, "p:n:")) != -1)
        if (c == 'p')
            P = atoi(optarg);
        else if (c == 'n')
            n = atoi(optarg);
    MAIN_INITENV(, 4000000)
    CLOCK(begin)
    global = (struct global *)G_MALLOC(sizeof *global);
    vector = (double *)G_MALLOC(n * sizeof *vector);
    LOCKINIT(global->id_lock)
    LOCKINIT(global->sum_lock)
    BARINIT(global->start)
    GSINIT(global->work)
    PAUSEINIT(global->go)
    ALOCKINIT(global->locks, 4)
    printf("%d tasks sum %d numbers\n", P, n);
    for (i = 1; i < P; i++) {
        CREATE(slave)
    }
    slave();
    WAIT_FOR_END(P - 1)
    CLOCK(end)
    for (at = global->list; at != NULL; at = at->next, cells++)
        all += at->value;
    printf("sum %g, %d parts of %g items in all, %g %g, %s\n", global->sum, cells, all, global->weighted[1], global->weighted[3],
           end >= begin ? "the clock goes on" : "the clock goes back");
    MAIN_END
}
