/* blocked.c - matrix times matrix by blocks. */
#include <stdio.h>
#define N 96
#define B 16
static double a[N][N], b[N][N], c[N][N];

static void block(int i0, int j0, int k0)
{
    for (int i = i0; i < i0 + B; i++)
        for (int k = k0; k < k0 + B; k++) {
            double x = a[i][k];
            for (int j = j0; j < j0 + B; j++)
                c[i][j] += x * b[k][j];
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (int i = 0; i < N; i += B)
        for (int j = 0; j < N; j += B)
            for (int k = 0; k < N; k += B)
                block(i, j, k);
    printf("%g\n", c[N / 2][N / 3]);
    return 0;
}
