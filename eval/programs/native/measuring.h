/* measuring.h - what the native measuring programs share: the plan of a measurement, and starting the cells. */
#ifndef NATIVE_MEASURING_H
#define NATIVE_MEASURING_H

#include <chost.c7.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZES = 256 };

/* What the host tells every cell. */
struct plan {
    int with_host, rounds, nsizes;
    int size_bytes[MAX_SIZES];
};

/* Reads host-cell|cell-cell TASKS ROUNDS BYTES... Returns TASKS, or 0 if there are too few or too many arguments. */
static inline int read_plan(struct plan *p, int argc, char **argv)
{
    memset(p, 0, sizeof *p);
    if (argc < 5 || argc - 4 > MAX_SIZES)
        return 0;
    p->with_host = strcmp(argv[1], "host-cell") == 0;
    p->rounds = atoi(argv[3]);
    for (int i = 4; i < argc; i++)
        p->size_bytes[p->nsizes++] = atoi(argv[i]);
    return atoi(argv[2]);
}

/* Starts this program on that many cells, in the shape that is nearest to a square, wider than high. */
static inline void start_cells(int cells)
{
    int nx = 1;

    for (int n = 1; n * n <= cells; n++)
        nx = cells % n == 0 ? cells / n : nx;
    cconfxy(nx, cells / nx);
    ccreat(NULL, 0, NULL);
}

#endif
