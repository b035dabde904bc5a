/* quicksort.c - of integers, by hand. */
#include <stdio.h>
#define N 20000
static int a[N];

static void sort(int *x, int l, int r)
{
    int i = l, j = r, p = x[(l + r) / 2];
    while (i <= j) {
        while (x[i] < p)
            i++;
        while (p < x[j])
            j--;
        if (i <= j) {
            int t = x[i];
            x[i++] = x[j];
            x[j--] = t;
        }
    }
    if (l < j)
        sort(x, l, j);
    if (i < r)
        sort(x, i, r);
}

int main(void)
{
    unsigned s = 1;
    for (int i = 0; i < N; i++)
        a[i] = (s = s * 1103515245u + 12345u) >> 8;
    sort(a, 0, N - 1);
    for (int i = 1; i < N; i++)
        if (a[i - 1] > a[i])
            return 1;
    printf("%d %d\n", a[0], a[N - 1]);
    return 0;
}
