/* lu.c - LU by columns with pivots, on idamax, dscal and daxpy, the last unrolled by four. */
#include <math.h>
#include <stdio.h>
#define N 100
static double a[N * (N + 1)];
static int pivots[N];

static int idamax(int n, const double *x)
{
    int at = 0;
    double most = fabs(x[0]);
    for (int i = 1; i < n; i++)
        if (fabs(x[i]) > most) {
            at = i;
            most = fabs(x[i]);
        }
    return at;
}

static void dscal(int n, double f, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = f * x[i];
}

static void daxpy(int n, double f, const double *x, double *y)
{
    int i = 0;
    if (n <= 0 || f == 0)
        return;
    for (; i < n % 4; i++)
        y[i] = y[i] + f * x[i];
    for (; i < n; i += 4) {
        y[i] = y[i] + f * x[i];
        y[i + 1] = y[i + 1] + f * x[i + 1];
        y[i + 2] = y[i + 2] + f * x[i + 2];
        y[i + 3] = y[i + 3] + f * x[i + 3];
    }
}

static void factor(double *m, int lda, int n, int *p)
{
    for (int k = 0; k < n - 1; k++) {
        double *column = m + lda * k;
        int l = idamax(n - k, column + k) + k;
        p[k] = l;
        if (column[l] == 0)
            continue;
        double t = column[l];
        column[l] = column[k];
        column[k] = t;
        dscal(n - k - 1, -1 / t, column + k + 1);
        for (int j = k + 1; j < n; j++) {
            double *other = m + lda * j;
            t = other[l];
            if (l != k) {
                other[l] = other[k];
                other[k] = t;
            }
            daxpy(n - k - 1, t, column + k + 1, other + k + 1);
        }
    }
    p[n - 1] = n - 1;
}

int main(void)
{
    int seed = 1325;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) {
            seed = 3125 * seed % 65536;
            a[(N + 1) * j + i] = (seed - 32768) / 16384.0;
        }
    factor(a, N + 1, N, pivots);
    printf("%d %.3f\n", pivots[N / 2], a[(N + 1) * (N - 1) + N - 1]);
    return 0;
}
