/* endless.c - a program that computes for ever, once it has said so; as the last of two, if it has an argument. */
#include <stdio.h>

#include "pvm3.h"

int main(int argc, char **argv)
{
    volatile long n = 0;
    if (pvm_mytid() < 0)
        return 1;
    if (argc > 1 && pvm_spawn(argv[0], NULL, PvmTaskDefault, NULL, 1, NULL) == 1)
        pvm_recv(-1, 1);
    printf("begins\n");
    fflush(stdout);
    for (;;)
        n++;
}
