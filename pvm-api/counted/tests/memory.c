/* memory.c - programs whose data may be larger than the cache, for memory.sh: -DPROGRAM=LU, COLUMNS, JACOBI, DGEMM,
 * ROWS or BLOCKED; the argument is the order of the matrix. */
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 32 };

static void lu(int n, double *a, double *b, double *c)
{
    (void)b;
    (void)c;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double l = a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= l * a[k * n + j];
        }
}

static __attribute__((noinline)) void daxpy(int n, double f, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] += f * x[i];
}

/* LU by columns, as LINPACK. */
static void columns(int n, double *a, double *b, double *c)
{
    (void)b;
    (void)c;
    for (int k = 0; k < n - 1; k++) {
        for (int i = k + 1; i < n; i++)
            a[k * n + i] /= -a[k * n + k];
        for (int j = k + 1; j < n; j++)
            daxpy(n - k - 1, a[j * n + k], a + k * n + k + 1, a + j * n + k + 1);
    }
}

static void jacobi(int n, double *a, double *b, double *c)
{
    (void)c;
    for (int round = 0; round < 10; round++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i * n + j] = 0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
        double *t = a;
        a = b;
        b = t;
    }
}

static void dgemm(int n, double *a, double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

static void rows(int n, double *a, double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void blocked(int n, double *a, double *b, double *c)
{
    for (int ii = 0; ii < n; ii += BLOCK)
        for (int kk = 0; kk < n; kk += BLOCK)
            for (int jj = 0; jj < n; jj += BLOCK)
                for (int i = ii; i < n && i < ii + BLOCK; i++)
                    for (int k = kk; k < n && k < kk + BLOCK; k++)
                        for (int j = jj; j < n && j < jj + BLOCK; j++)
                            c[i * n + j] += a[i * n + k] * b[k * n + j];
}

int main(int argc, char **argv)
{
    void (*const all[])(int, double *, double *, double *) = {lu, columns, jacobi, dgemm, rows, blocked};
    enum { LU, COLUMNS, JACOBI, DGEMM, ROWS, BLOCKED };
    int n = argc > 1 ? atoi(argv[1]) : 100, size = n * n;
    double *a = malloc(sizeof *a * size), *b = calloc(size, sizeof *b), *c = calloc(size, sizeof *c);
    for (int i = 0; i < size; i++)
        a[i] = i % (n + 1) == 0 ? n : 1.0 / (1 + i % 7);
    all[PROGRAM](n, a, b, c);
    printf("%g %g %g\n", a[size - 1], b[size / 2], c[size - 1]);
    return 0;
}
