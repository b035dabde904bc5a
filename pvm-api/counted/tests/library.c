/* library.c - a stand-in for libpvm3: at the end it prints what has been counted, a line for each class. With
 * COUNTED_CACHE=BYTES also the lines of 32 bytes that a cache of that size had to fetch. Look COUNTED_LOOKS exits. */
#pragma GCC visibility push(default)
#include "../../machine/cache.h"
#include "../counted.h"
#pragma GCC visibility pop
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t *(*work_here)(void);
static int told, looks;
static struct mach_cache *cache;
static int64_t cache_bytes, fetched_bytes;

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
    if (cache)
        fprintf(out, "miss %" PRId64 "\n", fetched_bytes / 32);
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
    if (told++)
        return;
    atexit(print_work);
    const char *size = getenv("COUNTED_CACHE");
    cache_bytes = size ? atoll(size) : 0;
    cache = size ? mach_cache_new() : NULL;
}

void pvmsim_counted_look(void)
{
    if (++looks == (getenv("COUNTED_LOOKS") ? atoi(getenv("COUNTED_LOOKS")) : 0))
        exit(0);
}

void pvmsim_counted_stream(int64_t last, int64_t step, int64_t rounds)
{
    if (cache)
        fetched_bytes += mach_cache_stream(cache, cache_bytes, 32, (uint64_t)last, step, rounds);
}
