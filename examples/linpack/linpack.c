/*
 * linpack: the LINPACK benchmark on a grid of PVM tasks. The arithmetic is real and its result is checked; the time it
 * takes is that of a cell of the AP1000: counted by the compiler, or else the task sleeps for it. Both are simulated
 * time, the same in every run.
 */
#include <stdio.h>
#include <time.h>
#include <sys/time.h>
#include <pvm3.h>
#include "lu.h"

enum { MAX_TASKS = 1024, MAX_ORDER = 5000, GO = 10, RESULT = 11 };
static const double START_DELAY_S = 1; /* all begin at the same moment, when every task has heard of it */

/* What put, take and compute need to know of this task. */
static int *tids;
static double mflop_per_s, half_length;

static double seconds(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return now.tv_sec + now.tv_usec * 1e-6;
}

static void sleep_for(double span_s)
{
    struct timespec span = {(time_t)span_s, 0};
    span.tv_nsec = (long)((span_s - span.tv_sec) * 1e9);
    if (span_s > 0)
        nanosleep(&span, NULL);
}

static void compute(int vectors, int length, int operations)
{
    sleep_for(lu_seconds(vectors, length, operations, mflop_per_s, half_length));
}

static void put(const struct lu *s, int row, int column, int tag, const double *v, int count)
{
    pvm_psend(tids[row * s->columns + column], tag, (void *)v, count, PVM_DOUBLE);
}

static void take(const struct lu *s, int row, int column, int tag, double *v, int count)
{
    pvm_precv(tids[row * s->columns + column], tag, v, count, PVM_DOUBLE, NULL, NULL, NULL);
}

/* A tree: each task that has the data passes it on, so that with each step twice as many have it. PVM has no multicast
 * like this; pvm_mcast would send to one after the other. */
static void spread(const struct lu *s, int across, int from, double *v, int count)
{
    int length = across ? s->columns : s->rows, mine = across ? s->column : s->row, tag = across ? IN_ROW : IN_COLUMN;
    int place = (mine - from + length) % length, span = 1, peer;
    while (span < length && !(place & span))
        span *= 2;
    if (place > 0) {
        peer = (from + place - span) % length;
        take(s, across ? s->row : peer, across ? peer : s->column, tag, v, count);
    }
    for (span /= 2; span > 0; span /= 2)
        if (place + span < length) {
            peer = (from + place + span) % length;
            put(s, across ? s->row : peer, across ? peer : s->column, tag, v, count);
        }
}

static void spread_in_row(const struct lu *s, int from_column, double *v, int count)
{
    spread(s, 1, from_column, v, count);
}

static void spread_in_column(const struct lu *s, int from_row, double *v, int count)
{
    spread(s, 0, from_row, v, count);
}

static void child(int n, int block, int cells)
{
    int rows = lu_grid_rows(cells), me = 0;
    struct lu s;
    double start, end;
    pvm_siblings(&tids);
    while (tids[me] != pvm_mytid())
        me++;
    s = lu_new(n, block, rows, cells / rows, me / (cells / rows), me % (cells / rows));
    pvm_precv(pvm_parent(), GO, &start, 1, PVM_DOUBLE, NULL, NULL, NULL);
    sleep_for(start - seconds());
    lu_eliminate(&s);
    lu_solve(&s);
    end = seconds();
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(&end, 1, 1);
    pvm_pkdouble(s.x, up_to(n - 1, s.column, s.columns), 1);
    pvm_send(pvm_parent(), RESULT);
}

static int master(char **argv, int cells, int n)
{
    int children[MAX_TASKS], columns = cells / lu_grid_rows(cells), i, k;
    double *x = malloc(sizeof *x * n), start, end = 0, residual;
    if (pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, cells, children) < cells) {
        fprintf(stderr, "linpack: could not start %d tasks\n", cells);
        return 1;
    }
    start = seconds() + START_DELAY_S;
    pvm_initsend(PvmDataRaw);
    pvm_pkdouble(&start, 1, 1);
    pvm_mcast(children, cells, GO);
    for (i = 0; i < cells; i++) {
        double ended;
        pvm_recv(children[i], RESULT);
        pvm_upkdouble(&ended, 1, 1);
        end = ended > end ? ended : end;
        for (k = i % columns; k < n; k += columns)
            pvm_upkdouble(&x[k], 1, 1);
    }
    residual = lu_residual(x, n);
    printf("cells\tgrid\tn\ttime_s\tmflop_per_s\tresidual\n");
    printf("%d\t%dx%d\t%d\t%.6f\t%.2f\t%.3g\n", cells, columns, cells / columns, n, end - start,
           lu_operations(n) / (end - start) / 1e6, residual);
    if (!(residual <= 16))
        fprintf(stderr, "linpack: the residual is %g: the solution is wrong\n", residual);
    return residual <= 16 ? 0 : 1;
}

int main(int argc, char **argv)
{
    int cells = argc > 1 ? atoi(argv[1]) : 16;
    int n = argc > 2 ? atoi(argv[2]) : 200;
    int block = argc > 5 ? atoi(argv[5]) : 1;
    int status = 0;
    mflop_per_s = argc > 3 ? atof(argv[3]) : CELL_MFLOP_PER_S;
    half_length = argc > 4 ? atof(argv[4]) : 0;
    if (cells < 1 || cells > MAX_TASKS || n < 1 || n > MAX_ORDER || mflop_per_s < 0 || half_length < 0 || block < 1 ||
        block > MAX_BLOCK) {
        fprintf(stderr,
                "usage: linpack [tasks, 1 to %d] [order, 1 to %d] [Mflop/s of a cell; 0: computing is not charged]\n"
                "               [length of a vector on which it is half as fast; default 0] [columns of a block, 1 to "
                "%d]\n",
                MAX_TASKS, MAX_ORDER, MAX_BLOCK);
        return 2;
    }
    pvm_setopt(PvmAutoErr, 2); /* an error in any PVM call prints its reason and ends the task */
    if (pvm_parent() == PvmNoParent)
        status = master(argv, cells, n);
    else
        child(n, block, cells);
    pvm_exit();
    return status;
}
