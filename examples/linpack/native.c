/*
 * native: linpack.c's benchmark on the AP1000's own message library: messages go by l_asend; x_brd and y_brd reach a
 * row or column of the array at once. One program serves host and cells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <chost.c7.h>
#include "lu.h"

enum { MAX_CELLS = 1024, MAX_ORDER = 5000, SIZES = 10, RESULT = 11 };

struct sizes {
    int n, block;
    double mflop_per_s, half_length;
};

static struct sizes sizes;

static void compute(int vectors, int length, int operations)
{
    double span_s = lu_seconds(vectors, length, operations, sizes.mflop_per_s, sizes.half_length);
    if (span_s > 0)
        ap1000_compute(span_s);
}

static void put(const struct lu *s, int row, int column, int tag, const double *v, int count)
{
    l_asend(row * s->columns + column, 0, tag, v, count * (int)sizeof *v);
}

static void take(const struct lu *s, int row, int column, int tag, double *v, int count)
{
    memcpy(v, l_arecv(row * s->columns + column, 0, tag), (size_t)count * sizeof *v);
}

static void spread_in_row(const struct lu *s, int from_column, double *v, int count)
{
    (void)s;
    x_brd(from_column, v, count * (int)sizeof *v);
}

static void spread_in_column(const struct lu *s, int from_row, double *v, int count)
{
    (void)s;
    y_brd(from_row, v, count * (int)sizeof *v);
}

/* The result: start, end, then the cell's part of x. */
int cell_main(void)
{
    struct lu s;
    double *result;
    int unknowns;
    h_recv(SIZES);
    readmsg(&sizes, sizeof sizes);
    s = lu_new(sizes.n, sizes.block, getncely(), getncelx(), getcidy(), getcidx());
    unknowns = up_to(s.n - 1, s.column, s.columns);
    result = malloc(sizeof *result * (size_t)(unknowns + 2));
    sync(0, 0);
    result[0] = dgettime();
    lu_eliminate(&s);
    lu_solve(&s);
    result[1] = dgettime();
    memcpy(result + 2, s.x, sizeof *result * (size_t)unknowns);
    h_send(RESULT, result, (unknowns + 2) * (int)sizeof *result);
    return 0;
}

static void collect(int cells, int columns, int n)
{
    double *x = malloc(sizeof *x * (size_t)n), start = 1e30, end = 0, residual;
    int i, k;
    for (i = 0; i < cells; i++) {
        const double *result = l_arecv(i, 0, RESULT);
        start = result[0] < start ? result[0] : start;
        end = result[1] > end ? result[1] : end;
        for (k = i % columns; k < n; k += columns)
            x[k] = result[2 + k / columns];
    }
    residual = lu_residual(x, n);
    printf("cells\tgrid\tn\ttime_s\tmflop_per_s\tresidual\n");
    printf("%d\t%dx%d\t%d\t%.6f\t%.2f\t%.3g\n", cells, columns, cells / columns, n, end - start,
           lu_operations(n) / (end - start) / 1e6, residual);
    if (!(residual <= 16)) {
        fprintf(stderr, "native: the residual is %g: the solution is wrong\n", residual);
        exit(1);
    }
}

int host_main(int argc, char **argv)
{
    int cells = argc > 1 ? atoi(argv[1]) : 16, columns;
    sizes.n = argc > 2 ? atoi(argv[2]) : 200;
    sizes.mflop_per_s = argc > 3 ? atof(argv[3]) : CELL_MFLOP_PER_S;
    sizes.half_length = argc > 4 ? atof(argv[4]) : 0;
    sizes.block = argc > 5 ? atoi(argv[5]) : 1;
    if (cells < 1 || cells > MAX_CELLS || sizes.n < 1 || sizes.n > MAX_ORDER || sizes.mflop_per_s < 0 ||
        sizes.half_length < 0 || sizes.block < 1 || sizes.block > MAX_BLOCK) {
        fprintf(
            stderr,
            "usage: native [cells, 1 to %d] [order, 1 to %d] [Mflop/s of a cell; 0: computing is not charged]\n"
            "              [length of a vector on which it is half as fast; default 0] [columns of a block, 1 to %d]\n",
            MAX_CELLS, MAX_ORDER, MAX_BLOCK);
        exit(2);
    }
    columns = cells / lu_grid_rows(cells);
    cconfxy(columns, cells / columns);
    ccreat(NULL, 0, NULL);
    cbroad(0, SIZES, &sizes, sizeof sizes);
    collect(cells, columns, sizes.n);
    return 0;
}
