/* library.c - a stand-in for libpvm3: at the end it prints what has been counted, a line for each class. */
#pragma GCC visibility push(default)
#include "../counted.h"
#pragma GCC visibility pop
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t *(*work_here)(void);
static int told, looks;

static void print_work(void)
{
    static const char *const names[] = {
#define NAME(CLASS, WEIGHT, WHAT) #WEIGHT,
        PVMSIM_WORK_CLASSES_OF(NAME)
#undef NAME
    };
    FILE *out = getenv("COUNTED_TO") ? fopen(getenv("COUNTED_TO"), "w") : stderr;
    const int64_t *work = work_here();
    for (int c = 0; c < PVMSIM_WORK_CLASSES; c++)
        if (work[c])
            fprintf(out, "%s %" PRId64 "\n", names[c], work[c]);
    if (looks)
        fprintf(out, "looks %d\n", looks);
    if (told != 1)
        fprintf(out, "told %d times\n", told);
}

void pvmsim_counted(int version, int64_t *(*work)(void))
{
    if (version != PVMSIM_COUNTED_VERSION)
        abort();
    work_here = work;
    if (!told++)
        atexit(print_work);
}

void pvmsim_counted_look(void)
{
    looks++;
}
