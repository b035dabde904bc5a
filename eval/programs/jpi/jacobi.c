/* jacobi.c - Jacobi's method in C, over PVM: what examples/jpi/Jacobi.java does, in the place of the JPI paper's
 * program with MPICH.
 * Its computing takes NS_PER_POINT for a point, slept through, so that it repeats.
 * usage: ap1000 run -n TASKS jacobi NODES POINTS SWEEPS NS_PER_POINT */
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int n, rank, size, rows, *tids;
static double *now, *next; /* rows + 2 rows of n + 2 points */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* Neighbours sit on one node as far as they can: by node, then by tid. */
static int by_place(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b, on_x = pvm_tidtohost(x), on_y = pvm_tidtohost(y);
    return on_x != on_y ? on_x - on_y : x - y;
}

static void give(int to, int tag, double *row)
{
    pvm_initsend(PvmDataInPlace);
    pvm_pkdouble(row, n, 1);
    pvm_send(tids[to], tag);
}

static void take(int from, int tag, double *row)
{
    pvm_recv(tids[from], tag);
    pvm_upkdouble(row, n, 1);
}

static void exchange(void)
{
    int w = n + 2;
    if (rank > 0)
        give(rank - 1, 1, now + w + 1);
    if (rank < size - 1)
        give(rank + 1, 2, now + rows * w + 1);
    if (rank > 0)
        take(rank - 1, 2, now + 1);
    if (rank < size - 1)
        take(rank + 1, 1, now + (rows + 1) * w + 1);
}

static void sweep(double ns_per_point)
{
    int w = n + 2;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= n; j++)
            next[i * w + j] =
                0.25 * (now[(i - 1) * w + j] + now[(i + 1) * w + j] + now[i * w + j - 1] + now[i * w + j + 1]);
    long long ns = (long long)(ns_per_point * rows * n);
    struct timespec span = {ns / 1000000000, ns % 1000000000};
    nanosleep(&span, NULL);
    double *old = now;
    now = next;
    next = old;
}

/* All wait for rank 0, and rank 0 for all; the sum over all ranks comes back in rank 0. */
static double together(double sum)
{
    for (int r = 1; rank == 0 && r < size; r++) {
        double more;
        pvm_recv(tids[r], 3);
        pvm_upkdouble(&more, 1, 1);
        sum += more;
    }
    if (rank > 0) {
        pvm_initsend(PvmDataRaw);
        pvm_pkdouble(&sum, 1, 1);
        pvm_send(tids[0], 3);
        pvm_recv(tids[0], 4);
    } else if (size > 1) {
        pvm_initsend(PvmDataRaw);
        pvm_mcast(tids + 1, size - 1, 4);
    }
    return sum;
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return fprintf(stderr, "usage: jacobi NODES POINTS SWEEPS NS_PER_POINT\n"), 2;
    int *all, sweeps = atoi(argv[3]);
    n = atoi(argv[2]);
    size = pvm_siblings(&all);
    tids = memcpy(malloc((size_t)size * sizeof *tids), all, (size_t)size * sizeof *tids);
    pvm_setopt(PvmAutoErr, 2);
    pvm_setopt(PvmRoute, PvmRouteDirect);
    qsort(tids, (size_t)size, sizeof *tids, by_place);
    while (tids[rank] != pvm_mytid())
        rank++;
    rows = n * (rank + 1) / size - n * rank / size;
    size_t points = (size_t)(rows + 2) * (size_t)(n + 2);
    now = calloc(points, sizeof *now);
    next = calloc(points, sizeof *next);
    for (int j = 0; rank == 0 && j < n + 2; j++)
        now[j] = next[j] = 100;
    together(0);
    double begin = now_ms(), sum = 0;
    for (int s = 0; s < sweeps; s++) {
        exchange();
        sweep(atof(argv[4]));
    }
    together(0);
    double ms = now_ms() - begin;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= n; j++)
            sum += now[i * (n + 2) + j];
    sum = together(sum);
    if (rank == 0)
        printf("nodes\tranks\tms_per_sweep\tmean_degC\n%s\t%d\t%.6f\t%.6f\n", argv[1], size, ms / sweeps, sum / n / n);
    pvm_exit();
    return 0;
}
