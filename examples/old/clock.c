/* clock.c - a program that times itself: a loop between two looks at the clock. */
#include <pvm3.h>
#include <stdio.h>
#include <sys/time.h>

int main(void)
{
    struct timeval begin, end;
    double sum = 0;
    int i;

    pvm_mytid();
    gettimeofday(&begin, 0);
    for (i = 1; i <= 1000000; i++)
        sum += 1.0 / i;
    gettimeofday(&end, 0);
    printf("%.3f in %.1f s\n", sum, (double)(end.tv_sec - begin.tv_sec) + (end.tv_usec - begin.tv_usec) / 1e6);
    return pvm_exit();
}
