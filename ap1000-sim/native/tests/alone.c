/* alone.c - a program with cell_main alone: it runs on every cell, and the cells print a line one after the other. It
 * says that it was compiled counted, and what it computes takes its time. */
#include <ccell.c7.h>
#include <stdio.h>

#include "../../../pvm-api/counted/counted.h"

static int64_t work[PVMSIM_WORK_CLASSES];

static int64_t *counters(void)
{
    return work;
}

__attribute__((constructor)) static void tell(void)
{
    pvmsim_counted(PVMSIM_COUNTED_VERSION, counters);
}

int cell_main(void)
{
    double began_s = dgettime(), spent_s;
    work[PVMSIM_WORK_INT] += 25000; /* a cycle of 40 ns each */
    spent_s = dgettime() - began_s;
    if (spent_s < 0.001 || spent_s > 0.00101)
        printf("25000 instructions took %.9f s\n", spent_s);
    for (int turn = 0; turn < getncel(); turn++) {
        if (turn == getcid())
            printf("cell %d of %d at column %d, row %d\n", getcid(), getncel(), getcidx(), getcidy());
        fflush(stdout);
        sync(0, 0);
    }
    return 0;
}
