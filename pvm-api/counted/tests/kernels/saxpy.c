/* saxpy.c - single precision. */
#include <stdio.h>
#define N 4096
static float x[N], y[N];

static void saxpy(int n, float a, const float *u, float *v)
{
    while (n--)
        *v++ += a * *u++;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i * 0.5f;
        y[i] = 1;
    }
    for (int r = 0; r < 50; r++)
        saxpy(N, 0.25f, x, y);
    printf("%g\n", y[100]);
    return 0;
}
