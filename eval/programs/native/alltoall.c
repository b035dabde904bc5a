/* alltoall.c - the paper's all-to-all broadcast on the native library: all tasks send to all others with cbroad at the
 * same time, then receive one message from every other task. The time runs until the last task has all messages. As
 * cbroad reaches only cells, each cell sends the host a message of its own with h_send in host-cell.
 *
 * usage: alltoall host-cell|cell-cell TASKS ROUNDS BYTES... In host-cell, TASKS counts the host. */
#include <stdio.h>

#include "measuring.h"

enum { PLAN = 1, DATA, RESULT };

/* One exchange of n bytes. Returns the time from the common start until the last task has all messages [us]; a barrier
 * makes all start at once. */
static double exchange(const struct plan *p, const char *bytes, int n)
{
    int me = getcid(), last = p->with_host ? gethcid() : getncel() - 1;
    sync(p->with_host ? SYNC_HOST : 0, 0);
    double start = dgettime();
    cbroad(0, DATA, bytes, n);
    if (p->with_host && me != gethcid())
        h_send(DATA, bytes, n);
    for (int from = 0; from <= last; from++)
        if (from != me)
            l_arecv(from, 0, DATA);
    return (dgettime() - start) * 1e6;
}

/* The mean over the rounds, for each size. One round before them is not measured. */
static void measure(const struct plan *p, double *time_us)
{
    for (int s = 0; s < p->nsizes; s++) {
        char *bytes = calloc(1, (size_t)p->size_bytes[s] + 1);
        time_us[s] = 0;
        for (int round = -1; round < p->rounds; round++) {
            double t = exchange(p, bytes, p->size_bytes[s]);
            if (round >= 0)
                time_us[s] += t / p->rounds;
        }
        free(bytes);
    }
}

int cell_main(void)
{
    struct plan p;
    double time_us[MAX_SIZES];
    h_recv(PLAN);
    readmsg(&p, sizeof p);
    measure(&p, time_us);
    h_send(RESULT, time_us, p.nsizes * (int)sizeof *time_us);
    return 0;
}

/* Takes the time of the task that was last. */
static void collect(const struct plan *p, double *time_us)
{
    double theirs[MAX_SIZES];
    for (int cid = 0; cid < getncel(); cid++) {
        l_arecv(cid, 0, RESULT);
        readmsg(theirs, (int)sizeof theirs);
        for (int s = 0; s < p->nsizes; s++)
            if (theirs[s] > time_us[s])
                time_us[s] = theirs[s];
    }
}

int host_main(int argc, char **argv)
{
    struct plan p;
    double time_us[MAX_SIZES] = {0};
    int tasks = read_plan(&p, argc, argv), cells = tasks - p.with_host;
    if (tasks == 0) {
        fputs("usage: alltoall host-cell|cell-cell TASKS ROUNDS BYTES...\n", stderr);
        exit(2);
    }
    start_cells(cells);
    for (int cid = 0; cid < cells; cid++)
        l_asend(cid, 0, PLAN, &p, (int)sizeof p);
    if (p.with_host)
        measure(&p, time_us);
    collect(&p, time_us);
    waitstable();
    puts("tasks\tbytes\trounds\ttime_us");
    for (int s = 0; s < p.nsizes; s++)
        printf("%d\t%d\t%d\t%.4f\n", tasks, p.size_bytes[s], p.rounds, time_us[s]);
    return 0;
}
