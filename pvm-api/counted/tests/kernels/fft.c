/* fft.c - radix 2, in place. */
#include <math.h>
#include <stdio.h>
#define N 1024
static double re[N], im[N];

static void fft(double *x, double *y, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            double t = x[i];
            x[i] = x[j];
            x[j] = t;
            t = y[i];
            y[i] = y[j];
            y[j] = t;
        }
    }
    for (int len = 2; len <= n; len <<= 1) {
        double angle = -2 * 3.14159265358979323846 / len, wr = cos(angle), wi = sin(angle);
        for (int i = 0; i < n; i += len) {
            double cr = 1, ci = 0;
            for (int j = 0; j < len / 2; j++) {
                int a = i + j, b = i + j + len / 2;
                double tr = x[b] * cr - y[b] * ci, ti = x[b] * ci + y[b] * cr;
                x[b] = x[a] - tr;
                y[b] = y[a] - ti;
                x[a] += tr;
                y[a] += ti;
                double r = cr * wr - ci * wi;
                ci = cr * wi + ci * wr;
                cr = r;
            }
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        re[i] = i % 16;
    fft(re, im, N);
    printf("%.3f %.3f\n", re[0], im[64]);
    return 0;
}
