/* jacobi.c - the mean of four neighbours, until it hardly changes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double sweep(const double *u, double *v, int n)
{
    double change = 0;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
            double d = fabs(v[i * n + j] - u[i * n + j]);
            if (d > change)
                change = d;
        }
    return change;
}

int main(void)
{
    int n = 66, rounds = 0;
    double *u = calloc(n * n, sizeof *u), *v = calloc(n * n, sizeof *v), change = 1;
    for (int i = 0; i < n; i++)
        u[i] = v[i] = 1;
    while (change > 1e-3 && rounds < 100) {
        change = sweep(u, v, n);
        double *t = u;
        u = v;
        v = t;
        rounds++;
    }
    printf("%d %.4f\n", rounds, u[n * n / 4]);
    free(u);
    free(v);
    return 0;
}
