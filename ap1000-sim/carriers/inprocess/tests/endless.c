/* endless.c - a program that computes for ever, once it has said so. */
#include <stdio.h>

#include "pvm3.h"

int main(void)
{
    volatile long n = 0;
    if (pvm_mytid() < 0)
        return 1;
    printf("begins\n");
    fflush(stdout);
    for (;;)
        n++;
}
