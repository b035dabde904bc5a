/* parmacs.C - a program in the style of SPLASH-2, for ompc.m4: pointers in shared memory, globals that main() sets, allocation and clock
 * before MAIN_INITENV, which stands where there is no argc; G_MALLOC without a semicolon of its own; names that m4 has, too. What it prints
 * does not depend on who was faster. */
MAIN_ENV

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE 64

struct cell {
    double value;
    struct cell *next;
};

struct global {
    LOCKDEC(turn)
    LOCKDEC(sum_lock)
    BARDEC(all)
    CONDVARDEC(more)
    GSDEC(work)
    PAUSEDEC(go)
    ALOCKDEC(locks, 4)
    int next_id, *index[8];
    double sum, weighted[4];
    struct cell *list;
    unsigned long began;
} *global;

int P = 2, n = 100; /* set by main() before the tasks begin */
double *vector, *aligned;

static int len(int n)
{
    return n + 1;
}

static int index_of(int *index, int n)
{
    return index[n];
}

static void slave(void)
{
    int id, i, loop, mine = 0;
    struct cell *c;
    double sum = 0;
    BARINCLUDE(global->all);
    LOCK(global->turn)
    id = global->next_id++;
    global->index[id] = (int *)G_MALLOC(len(7) * sizeof(int))
    global->index[id][0] = id + 1;
    CONDVARBCAST(global->more)
    while (global->next_id < P)
        CONDVARWAIT(global->more, global->turn)
    UNLOCK(global->turn)
    RELEASE_FENCE()
    for (i = id; i < n; i += P)
        vector[i] = 2 * i;
    BARRIER(global->all, P)
    aligned[id] = index_of(global->index[(id + 1) % P], 0);
    for (loop = 0; loop < 2; loop++) { /* the second begins anew */
        for (;;) {
            GETSUB(global->work, i, n - 1, P)
            if (i < 0)
                break;
            sum += vector[i] / 2;
            mine++;
        }
        BARRIER(global->all, P)
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
    LOCK(AGETL(global->locks, 1))
    UNLOCK(AGETL(global->locks, 1))
    if (id == 0) {
        SETPAUSE(global->go)
    } else {
        WAITPAUSE(global->go)
    }
    BARRIER(global->all, P)
    BAREXCLUDE(global->all);
}

static void begin(void)
{
    MAIN_INITENV(,2000000,);
    LOCKINIT(global->turn);
    LOCKINIT(global->sum_lock)
    CONDVARINIT(global->more);
    SPLASH3_ROI_BEGIN()
    BARINIT(global->all);
    GSINIT(global->work)
    PAUSEINIT(global->go)
    ALOCKINIT(global->locks, 4)
}

int main(int argc, char **argv)
{
    int i, c, cells = 0;
    double all = 0, sum = 0, *list;
    struct cell *at;
    unsigned long end;
    while ((c = getopt(argc, argv, "p:n:")) != -1)
        if (c == 'p')
            P = atoi(optarg);
        else if (c == 'n')
            n = atoi(optarg);
    global = (struct global *)G_MALLOC(sizeof *global)
    CLOCK(global->began);
    begin();
    vector = (double *)G_MALLOC(n * sizeof *vector);
    list = (double *)NU_MALLOC(8 * sizeof(double) + LINE, 0);
    aligned = (double *)((size_t)list + LINE - (size_t)list % LINE);
    for (i = 1; i < P; i++) CREATE(slave)
    slave();
    WAIT_FOR_END(P-1)
    CLOCK(end)
    for (at = global->list; at != NULL; at = at->next, cells++)
        all += at->value;
    for (i = 0; i < P; i++)
        sum += aligned[i];
    printf("%d tasks: sum %g, %d parts of %g items in all, %g %g, %g, %s\n", P, global->sum, cells, all, global->weighted[1], global->weighted[3], sum,
           end >= global->began ? "the clock goes on" : "the clock goes back");
    G_FREE(list)
    MAIN_END;
}
