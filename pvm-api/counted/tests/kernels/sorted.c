/* sorted.c - qsort of the library with a function of the program. */
#include <stdio.h>
#include <stdlib.h>
#define N 3000
static double a[N];

static int compare(const void *x, const void *y)
{
    double p = *(const double *)x, q = *(const double *)y;
    return p < q ? -1 : p > q;
}

int main(void)
{
    unsigned s = 3;
    for (int i = 0; i < N; i++)
        a[i] = (s = s * 1103515245u + 12345u) >> 8;
    qsort(a, N, sizeof *a, compare);
    printf("%g %g\n", a[0], a[N - 1]);
    return 0;
}
