/* matvec.c - matrix times vector, as an array of pointers to rows, and power iteration. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 80;
    double **a = malloc(n * sizeof *a), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), norm = 0;
    for (int i = 0; i < n; i++) {
        a[i] = malloc(n * sizeof **a);
        x[i] = 1;
        for (int j = 0; j < n; j++)
            a[i][j] = 1.0 / (i + j + 1);
    }
    for (int r = 0; r < 20; r++) {
        norm = 0;
        for (int i = 0; i < n; i++) {
            y[i] = 0;
            for (int j = 0; j < n; j++)
                y[i] += a[i][j] * x[j];
            norm += y[i] * y[i];
        }
        norm = sqrt(norm);
        for (int i = 0; i < n; i++)
            x[i] = y[i] / norm;
    }
    printf("%.4f\n", norm);
    return 0;
}
