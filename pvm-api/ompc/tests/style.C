/* style.C - the macros of ompc.m4 as programs of the time use them: allocation and clock before MAIN_INITENV, which stands
 * where there is no argc; G_MALLOC without a semicolon of its own; condition variables; names that m4 has, too. */
MAIN_ENV

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINE 64

struct everybody {
    LOCKDEC(turn)
    BARDEC(all)
    CONDVARDEC(more)
    ALOCKDEC(each, 2)
    int next, *index[8];
    unsigned long began;
} *everybody;

int P = 2;
double *aligned;

static int len(int n)
{
    return n + 1;
}

static int index_of(int *index, int n)
{
    return index[n];
}

static void worker(void)
{
    int id;
    BARINCLUDE(everybody->all);
    LOCK(everybody->turn)
    id = everybody->next++;
    everybody->index[id] = (int *)G_MALLOC(len(7) * sizeof(int))
    everybody->index[id][0] = id + 1;
    CONDVARBCAST(everybody->more)
    while (everybody->next < P)
        CONDVARWAIT(everybody->more, everybody->turn)
    UNLOCK(everybody->turn)
    RELEASE_FENCE()
    LOCK(AGETL(everybody->each, 1))
    UNLOCK(AGETL(everybody->each, 1))
    BARRIER(everybody->all, P)
    aligned[id] = index_of(everybody->index[(id + 1) % P], 0);
    BARRIER(everybody->all, P)
    BAREXCLUDE(everybody->all);
}

static void begin(void)
{
    MAIN_INITENV(,2000000,);
    LOCKINIT(everybody->turn);
    CONDVARINIT(everybody->more);
    ALOCKINIT(everybody->each, 2)
    SPLASH3_ROI_BEGIN()
    BARINIT(everybody->all);
}

int main(int argc, char **argv)
{
    int i, sum = 0;
    double *list;
    unsigned long end;
    if (argc > 1 && strncmp(argv[1], "-p", 2) == 0)
        P = atoi(argv[1] + 2);
    everybody = (struct everybody *)G_MALLOC(sizeof *everybody)
    CLOCK(everybody->began);
    begin();
    list = (double *)NU_MALLOC(8 * sizeof(double) + LINE, 0);
    aligned = (double *)((size_t)list + LINE - (size_t)list % LINE);
    for (i = 1; i < P; i++) CREATE(worker)
    worker();
    WAIT_FOR_END(P-1)
    for (i = 0; i < P; i++)
        sum += aligned[i];
    CLOCK(end)
    printf("%d tasks, sum %d, %s\n", P, sum, end >= everybody->began ? "the clock goes on" : "the clock goes back");
    G_FREE(list)
    MAIN_END;
}
