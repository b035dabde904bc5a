/*
 * heat: the heat equation on a square plate, 2 m wide, whose edges are held at given temperatures. Jacobi's method: a
 * sweep sets every point to the mean of its four neighbours; sweeps go on until nothing changes. Each task has a strip
 * of rows, and before each sweep it swaps its outer rows with the tasks below and above.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <pvm3.h>

enum { MAX_TASKS = 1024, SWEEPS_PER_CHECK = 50 };
enum { HALO = 1, CHANGE = 2, GO_ON = 3, STRIP = 4 }; /* message tags */
static const double TOLERANCE_DEGC = 1e-4;           /* the end: in a sweep no point changes by more */

/* The plate has w points along each side, both edges included. */
static double metres(int point, int w)
{
    return 2.0 * point / (w - 1) - 1;
}

/* x^3 - 3xy^2 solves the heat equation: used on the edges alone, it checks the result inside. */
static double exact_degC(int row, int column, int w)
{
    double x = metres(column, w), y = metres(row, w);
    return 50 + 25 * (x * x * x - 3 * x * y * y);
}

/* Rows of the plate from number `first` on, as they are before the first sweep. */
static double *new_rows(int first, int rows, int w)
{
    double *u = malloc(sizeof *u * rows * w);
    int row, j;
    for (row = first; row < first + rows; row++)
        for (j = 0; j < w; j++) {
            int inside = row > 0 && row < w - 1 && j > 0 && j < w - 1;
            u[(row - first) * w + j] = inside ? 50 : exact_degC(row, j, w);
        }
    return u;
}

/* Both rows are sent before one is awaited, so that no task waits for a chain of others. */
static void swap_halo(double *u, int rows, int w, int below, int above)
{
    if (below)
        pvm_psend(below, HALO, u + w, w, PVM_DOUBLE);
    if (above)
        pvm_psend(above, HALO, u + rows * w, w, PVM_DOUBLE);
    if (below)
        pvm_precv(below, HALO, u, w, PVM_DOUBLE, NULL, NULL, NULL);
    if (above)
        pvm_precv(above, HALO, u + (rows + 1) * w, w, PVM_DOUBLE, NULL, NULL, NULL);
}

/* One sweep from u to v; returns the largest change of a point. */
static double sweep(const double *u, double *v, int rows, int w)
{
    double change = 0;
    int i, p;
    for (i = 1; i <= rows; i++)
        for (p = i * w + 1; p < i * w + w - 1; p++) {
            v[p] = (u[p - w] + u[p + w] + u[p - 1] + u[p + 1]) / 4;
            change = fabs(v[p] - u[p]) > change ? fabs(v[p] - u[p]) : change;
        }
    return change;
}

static void child(int w)
{
    int *tids, count = pvm_siblings(&tids), parent = pvm_parent(), rows = (w - 2) / count, at = 0, go_on = 1, i;
    double *u, *v, *swap, change;
    while (tids[at] != pvm_mytid())
        at++;
    u = new_rows(at * rows, rows + 2, w);
    v = new_rows(at * rows, rows + 2, w);
    while (go_on) {
        for (i = 0; i < SWEEPS_PER_CHECK; i++) {
            swap_halo(u, rows, w, at > 0 ? tids[at - 1] : 0, at < count - 1 ? tids[at + 1] : 0);
            change = sweep(u, v, rows, w);
            swap = u, u = v, v = swap;
        }
        pvm_psend(parent, CHANGE, &change, 1, PVM_DOUBLE);
        pvm_recv(parent, GO_ON);
        pvm_upkint(&go_on, 1, 1);
    }
    pvm_psend(parent, STRIP, u + w, rows * w, PVM_DOUBLE);
}

/* Sweeps until no task saw a large change. */
static int converge(int *tids, int count)
{
    int sweeps, go_on = 1, i;
    double change;
    for (sweeps = 0; go_on; sweeps += SWEEPS_PER_CHECK) {
        for (i = go_on = 0; i < count; i++) {
            pvm_precv(tids[i], CHANGE, &change, 1, PVM_DOUBLE, NULL, NULL, NULL);
            go_on |= change > TOLERANCE_DEGC;
        }
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&go_on, 1, 1);
        pvm_mcast(tids, count, GO_ON);
    }
    return sweeps;
}

/* Gathers the strips into the file that heat.gp draws; returns the largest error of a point. */
static double write_field(FILE *file, const int *tids, int count, int w)
{
    int i, p, strip = (w - 2) / count * w;
    double *u = new_rows(0, w, w), worst = 0;
    for (i = 0; i < count; i++)
        pvm_precv(tids[i], STRIP, u + w + i * strip, strip, PVM_DOUBLE, NULL, NULL, NULL);
    fprintf(file, "# x_m y_m temperature_degC\n");
    for (p = 0; p < w * w; p++) {
        double error = fabs(u[p] - exact_degC(p / w, p % w, w));
        worst = error > worst ? error : worst;
        fprintf(file, "%.4f %.4f %.3f\n%s", metres(p % w, w), metres(p / w, w), u[p], (p + 1) % w ? "" : "\n");
    }
    return worst;
}

static int master(char **argv, int count, int w)
{
    int tids[MAX_TASKS];
    FILE *file = fopen("heat.dat", "w");
    if (!file || pvm_spawn(argv[0], argv + 1, PvmTaskDefault, NULL, count, tids) < count) {
        fprintf(stderr, "heat: could not %s\n", file ? "start all tasks" : "write heat.dat");
        return 1;
    }
    printf("%d x %d points on %d tasks: steady after %d sweeps\n", w - 2, w - 2, count, converge(tids, count));
    printf("field written to heat.dat, largest error %.4f degC\n", write_field(file, tids, count, w));
    return fclose(file) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 8;
    int n = argc > 2 ? atoi(argv[2]) : 64;
    int status = 0;
    if (count < 1 || count > MAX_TASKS || n < count || n % count != 0) {
        fprintf(stderr, "usage: heat [tasks, 1 to %d] [inner points a side, a multiple of tasks]\n", MAX_TASKS);
        return 2;
    }
    pvm_setopt(PvmAutoErr, 2); /* an error in any PVM call prints its reason and ends the task */
    if (pvm_parent() == PvmNoParent)
        status = master(argv, count, n + 2);
    else
        child(n + 2);
    pvm_exit();
    return status;
}
