/* onetoone.c - the paper's one-to-one measurement on the native library: a message goes back and forth between two
 * cells, or between the host and a cell.
 *
 * One round before each size is not measured. The rows are those of ../onetoone.c.
 *
 * usage: onetoone host-cell|cell-cell TASKS ROUNDS BYTES... In host-cell, TASKS counts the host. The other tasks are
 * idle. */
#include <stdio.h>

#include "measuring.h"

enum { PLAN = 1, BALL, RESULT };

/* Plays all sizes with the partner; if this side serves, time_us gets the time of one transfer for each [us]. */
static void play(const struct plan *p, int partner, int serves, double *time_us)
{
    for (int s = 0; s < p->nsizes; s++) {
        int n = p->size_bytes[s];
        char *bytes = calloc(1, (size_t)n + 1);
        double start = 0;
        for (int round = -1; round < p->rounds; round++) {
            if (round == 0)
                start = dgettime();
            if (serves)
                l_asend(partner, 0, BALL, bytes, n);
            l_arecv(partner, 0, BALL);
            if (!serves)
                l_asend(partner, 0, BALL, bytes, n);
        }
        time_us[s] = (dgettime() - start) * 1e6 / (2.0 * p->rounds);
        free(bytes);
    }
}

int cell_main(void)
{
    struct plan p;
    double time_us[MAX_SIZES];
    h_recv(PLAN);
    readmsg(&p, sizeof p);
    sync(0, 0); /* all plans have arrived now */
    if (p.with_host && getcid() == 0)
        play(&p, gethcid(), 0, time_us);
    if (!p.with_host && getcid() < 2)
        play(&p, 1 - getcid(), getcid() == 0, time_us);
    if (!p.with_host && getcid() == 0)
        h_send(RESULT, time_us, (int)sizeof time_us);
    return 0;
}

int host_main(int argc, char **argv)
{
    struct plan p;
    double time_us[MAX_SIZES];
    int tasks = read_plan(&p, argc, argv), cells = tasks - p.with_host;
    if (tasks == 0) {
        fputs("usage: onetoone host-cell|cell-cell TASKS ROUNDS BYTES...\n", stderr);
        exit(2);
    }
    start_cells(cells);
    for (int cid = cells - 1; cid >= 0; cid--)
        l_asend(cid, 0, PLAN, &p, (int)sizeof p);
    if (p.with_host) {
        play(&p, 0, 1, time_us);
    } else {
        l_arecv(0, 0, RESULT);
        readmsg(time_us, (int)sizeof time_us);
    }
    waitstable();
    puts("bytes\ttransfers\ttime_us");
    for (int s = 0; s < p.nsizes; s++)
        printf("%d\t%d\t%.4f\n", p.size_bytes[s], 2 * p.rounds, time_us[s]);
    return 0;
}
