/* work.c - see work.h. */
#include "work.h"

#include "cache.h"

#include <stdlib.h>
#include <string.h>

#define PS_PER_NS 1000

enum { CELL_CACHE = 131072, CELL_LINE = 32, FAR = 1 << 20 };

/* ---- the counters ------------------------------------------------------------------------------------------------ */

/* Threads that the task has started look at the same lists as they end. */
static void lock(struct mach_work *w)
{
    while (w->threads != 0 && __atomic_exchange_n(&w->lock, 1, __ATOMIC_ACQUIRE) != 0)
        ;
}

static void unlock(struct mach_work *w)
{
    __atomic_store_n(&w->lock, 0, __ATOMIC_RELEASE);
}

bool mach_work_add(struct mach_work *w, mach_work_counters *counters)
{
    for (size_t i = 0; i < w->nobjects; i++)
        if (w->objects[i] == counters)
            return true;
    mach_work_counters **objects = malloc((w->nobjects + 1) * sizeof *objects);
    if (objects == NULL)
        return false;
    if (w->nobjects == 0) {
        w->cache = mach_cache_new();
        w->cache_bytes = CELL_CACHE;
        w->line_bytes = CELL_LINE;
    }
    lock(w);
    for (size_t i = 0; i < w->nobjects; i++)
        objects[i] = w->objects[i];
    free(w->objects);
    w->objects = objects;
    w->objects[w->nobjects++] = counters;
    unlock(w);
    return true;
}

/* NULL: no memory. */
static struct mach_work_seen *seen_of(struct mach_work *w, const int64_t *counters)
{
    struct mach_work_seen *s = w->seen;
    if (s != NULL && s->counters == counters)
        return s;
    struct mach_work_seen **at = &w->seen;
    while (*at != NULL && (*at)->counters != counters)
        at = &(*at)->next;
    if (*at != NULL) {
        s = *at;
        *at = s->next;
    } else {
        s = malloc(sizeof *s);
        if (s == NULL)
            return NULL;
        *s = (struct mach_work_seen){.counters = counters};
    }
    s->next = w->seen;
    w->seen = s;
    return s;
}

/* Of two counts; one that cannot be told stays at the most. */
static int64_t sum(int64_t a, int64_t b)
{
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

static void take_up(struct mach_work *w, struct mach_work_seen *s)
{
    for (int i = 0; i < PVMSIM_WORK_CLASSES; i++) {
        int64_t now = s->counters[i], gained;
        if (__builtin_sub_overflow(now, s->count[i], &gained))
            gained = now > 0 ? INT64_MAX : 0;
        if (gained > 0)
            w->count[i] = sum(w->count[i], gained);
        s->count[i] = now;
    }
}

void mach_work_look(struct mach_work *w)
{
    lock(w);
    for (size_t i = 0; i < w->nobjects; i++) {
        const int64_t *counters = w->objects[i]();
        struct mach_work_seen *s = seen_of(w, counters);
        if (s != NULL && memcmp(s->count, counters, sizeof s->count) != 0)
            take_up(w, s);
    }
    unlock(w);
}

void mach_work_thread_begins(struct mach_work *w)
{
    static const int64_t nothing[PVMSIM_WORK_CLASSES];
    lock(w);
    for (size_t i = 0; i < w->nobjects; i++) {
        const int64_t *counters = w->objects[i]();
        struct mach_work_seen *s = seen_of(w, counters);
        if (s != NULL && memcmp(counters, nothing, sizeof nothing) == 0)
            memset(s->count, 0, sizeof s->count);
    }
    unlock(w);
}

/* The lock is held by no thread that a signal's handler may have interrupted: there are no threads. */
void mach_work_stream(struct mach_work *w, uint64_t last, int64_t step, int64_t rounds)
{
    const char *here = __builtin_frame_address(0);
    if (w->cache == NULL || w->threads != 0 || w->cache_bytes <= 0 || w->line_bytes <= 0)
        return;
    if (w->in_cache != NULL) {
        if (here < w->in_cache || here - w->in_cache > FAR) /* a handler of a signal that came meanwhile */
            return;
        mach_cache_empty(w->cache); /* whoever worked in it has left by longjmp */
    }
    w->in_cache = here;
    w->fetched_bytes =
        sum(w->fetched_bytes, mach_cache_stream(w->cache, w->cache_bytes, w->line_bytes, last, step, rounds));
    w->in_cache = NULL;
}

/* ---- the price --------------------------------------------------------------------------------------------------- */

int64_t mach_work_take(struct mach_work *w, const struct mach_work_price *price, int64_t most_ns)
{
    mach_work_sum cycles = 0;
    lock(w);
    const int64_t lines = price->line_bytes > 0 ? w->fetched_bytes / price->line_bytes : 0;
    w->fetched_bytes -= price->line_bytes > 0 ? lines * price->line_bytes : w->fetched_bytes;
    w->count[PVMSIM_WORK_MISS] = sum(w->count[PVMSIM_WORK_MISS], lines);
    for (int i = 0; i < PVMSIM_WORK_CLASSES; i++) {
        cycles += (mach_work_sum)w->count[i] * price->weight[i];
        w->total[i] = sum(w->total[i], w->count[i]);
        w->count[i] = 0;
    }
    w->owed += cycles * price->cycle_ps;
    w->cache_bytes = price->cache_bytes;
    w->line_bytes = price->line_bytes;
    mach_work_sum ns = w->owed / (MACH_WORK_UNITS * PS_PER_NS);
    if (ns > most_ns)
        ns = most_ns > 0 ? most_ns : 0;
    w->owed -= ns * (MACH_WORK_UNITS * PS_PER_NS);
    unlock(w);
    return (int64_t)ns;
}

/* ---- other processes --------------------------------------------------------------------------------------------- */

static void forget(struct mach_work *w)
{
    while (w->seen != NULL) {
        struct mach_work_seen *next = w->seen->next;
        free(w->seen);
        w->seen = next;
    }
    memset(w->count, 0, sizeof w->count);
    memset(w->total, 0, sizeof w->total);
    w->fetched_bytes = 0;
    w->owed = 0;
    w->until_ns = 0;
    w->threads = w->lock = 0;
}

void mach_work_forked(struct mach_work *w)
{
    forget(w);
    mach_work_look(w);
    memset(w->count, 0, sizeof w->count);
    if (w->cache != NULL && w->in_cache == NULL)
        mach_cache_empty(w->cache);
}

void mach_work_end(struct mach_work *w)
{
    forget(w);
    mach_cache_free(w->cache);
    w->cache = NULL;
    free(w->objects);
    w->objects = NULL;
    w->nobjects = 0;
}
