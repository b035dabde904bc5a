/* barrier.c - the paper's barrier measurement on the native library: sync() on the S-Net, from the first entry until
 * all tasks run again.
 *
 * All enter at the same time, as they have just left a barrier. The clock is the first cell's.
 *
 * usage: barrier host-cell|cell-cell TASKS ROUNDS. In host-cell, TASKS counts the host. */
#include <stdio.h>

#include "measuring.h"

enum { PLAN = 1, RESULT };

/* Returns the mean of the rounds [us]. */
static double meet(int no, int rounds)
{
    double start = 0;
    for (int round = -1; round < rounds; round++) {
        if (round == 0)
            start = dgettime();
        sync(no, 0);
    }
    return (dgettime() - start) * 1e6 / rounds;
}

int cell_main(void)
{
    int plan[2];
    h_recv(PLAN);
    readmsg(plan, sizeof plan);
    double time_us = meet(plan[0], plan[1]);
    if (getcid() == 0)
        h_send(RESULT, &time_us, sizeof time_us);
    return 0;
}

int host_main(int argc, char **argv)
{
    int with_host = argc == 4 && strcmp(argv[1], "host-cell") == 0;
    double time_us;
    if (argc != 4) {
        fputs("usage: barrier host-cell|cell-cell TASKS ROUNDS\n", stderr);
        exit(2);
    }
    int tasks = atoi(argv[2]), plan[2] = {with_host ? SYNC_HOST : 0, atoi(argv[3])};
    int cells = tasks - with_host;
    start_cells(cells);
    for (int cid = 0; cid < cells; cid++)
        l_asend(cid, 0, PLAN, plan, (int)sizeof plan);
    if (with_host)
        meet(plan[0], plan[1]);
    l_arecv(0, 0, RESULT);
    readmsg(&time_us, (int)sizeof time_us);
    waitstable();
    puts("tasks\trounds\ttime_us");
    printf("%d\t%d\t%.4f\n", tasks, plan[1], time_us);
    return 0;
}
