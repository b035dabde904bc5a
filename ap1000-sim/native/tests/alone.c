/* alone.c - a program with cell_main alone: it runs on every cell, and the cells print a line one after the other. */
#include <ccell.c7.h>
#include <stdio.h>

int cell_main(void)
{
    for (int turn = 0; turn < getncel(); turn++) {
        if (turn == getcid())
            printf("cell %d of %d at column %d, row %d\n", getcid(), getncel(), getcidx(), getcidy());
        fflush(stdout);
        sync(0, 0);
    }
    return 0;
}
