/* cache.c - see cache.h. */
#include "cache.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { EXTENTS = 1024, RING = EXTENTS, LEAST_LINES = 2 };

/* A piece of memory that is in the cache; or, with a step, a line at each step. */
struct extent {
    uint64_t low, high;
    int64_t bytes; /* that it takes in the cache */
    int64_t step;  /* 0: all of it */
    uint16_t newer, older;
};

struct mach_cache {
    int64_t bytes;               /* in the cache */
    bool full;                   /* something has been thrown out once */
    unsigned dense, spare, near; /* near: where by_address was looked into last */
    uint64_t ends[EXTENTS];      /* of those by address */
    uint16_t by_address[EXTENTS], unused[EXTENTS];
    struct extent of[EXTENTS + 1]; /* the last: the ring's begin, between the newest and the oldest */
};

struct mach_cache *mach_cache_new(void)
{
    struct mach_cache *c = malloc(sizeof *c);
    if (c != NULL)
        mach_cache_empty(c);
    return c;
}

void mach_cache_empty(struct mach_cache *c)
{
    c->bytes = 0;
    c->full = false;
    c->dense = c->near = 0;
    c->spare = EXTENTS;
    c->of[RING].newer = c->of[RING].older = RING;
    for (unsigned i = 0; i < EXTENTS; i++)
        c->unused[i] = (uint16_t)i;
}

void mach_cache_free(struct mach_cache *c)
{
    free(c);
}

/* ---- by age ------------------------------------------------------------------------------------------------------ */

static void unlink_extent(struct mach_cache *c, unsigned i)
{
    struct extent *e = &c->of[i];
    c->of[e->newer].older = e->older;
    c->of[e->older].newer = e->newer;
}

/* Right before `than`, which is newer. */
static void link_older(struct mach_cache *c, unsigned i, unsigned than)
{
    struct extent *e = &c->of[i];
    e->newer = (uint16_t)than;
    e->older = c->of[than].older;
    c->of[e->older].newer = c->of[than].older = (uint16_t)i;
}

/* ---- by address -------------------------------------------------------------------------------------------------- */

/* The first dense extent that ends behind this address; most loops go on where they, or their last round, were. */
static unsigned place_of(struct mach_cache *c, uint64_t address)
{
    for (unsigned at = c->near; at <= c->near + 1 && at < c->dense; at++)
        if (c->ends[at] > address && (at == 0 || c->ends[at - 1] <= address))
            return c->near = at;
    unsigned from = 0;
    for (unsigned n = c->dense; n > 0; n /= 2) {
        unsigned half = n - n / 2;
        from += c->ends[from + half - 1] <= address ? half : 0;
    }
    return c->near = from;
}

static void shift_by_address(struct mach_cache *c, unsigned from, unsigned to)
{
    memmove(c->by_address + to, c->by_address + from, (c->dense - from) * sizeof *c->by_address);
    memmove(c->ends + to, c->ends + from, (c->dense - from) * sizeof *c->ends);
    c->dense = c->dense + to - from;
}

static void take_out(struct mach_cache *c, unsigned i)
{
    struct extent *e = &c->of[i];
    if (e->step == 0) {
        unsigned at = place_of(c, e->low);
        shift_by_address(c, at + 1, at);
    }
    c->bytes -= e->bytes;
    unlink_extent(c, i);
    c->unused[c->spare++] = (uint16_t)i;
}

/* Throws out the oldest until there is room; how many bytes that were. */
static int64_t make_room(struct mach_cache *c, int64_t size)
{
    int64_t before = c->bytes;
    while (c->bytes > size || c->spare < 2) {
        unsigned oldest = c->of[RING].newer;
        struct extent *e = &c->of[oldest];
        int64_t over = c->bytes - size;
        if (e->step == 0 && over < e->bytes / 2 && c->spare >= 2) { /* its begin goes first */
            e->low += (uint64_t)over;
            e->bytes -= over;
            c->bytes -= over;
        } else
            take_out(c, oldest);
    }
    return before - c->bytes;
}

static unsigned put_in(struct mach_cache *c, struct extent what, unsigned older_than)
{
    unsigned i = c->unused[--c->spare];
    c->of[i] = what;
    c->bytes += what.bytes;
    link_older(c, i, older_than);
    if (what.step == 0) {
        unsigned at = place_of(c, what.low);
        shift_by_address(c, at, at + 1);
        c->by_address[at] = (uint16_t)i;
        c->ends[at] = what.high;
    }
    return i;
}

/* Takes what lies between two addresses out of the dense extents; how many bytes of it there were. Ends that are
 * shorter than two lines go too. */
static int64_t cut(struct mach_cache *c, uint64_t low, uint64_t high, int64_t line)
{
    const uint64_t least = (uint64_t)(LEAST_LINES * line);
    int64_t found = 0;
    for (unsigned at = place_of(c, low); at < c->dense && c->of[c->by_address[at]].low < high;) {
        unsigned i = c->by_address[at];
        struct extent *e = &c->of[i];
        uint64_t begin = e->low > low ? e->low : low, end = e->high < high ? e->high : high;
        uint64_t left = begin - e->low, right = e->high - end;
        found += (int64_t)(end - begin);
        struct extent rest = *e;
        rest.low = end;
        rest.bytes = (int64_t)right;
        if (left >= least) {
            c->bytes -= (int64_t)(e->high - begin);
            e->bytes = (int64_t)left;
            e->high = c->ends[at] = begin;
            at++;
            if (right >= least)
                put_in(c, rest, e->newer);
        } else if (right >= least) {
            c->bytes -= (int64_t)(end - e->low);
            e->bytes = (int64_t)right;
            e->low = end;
        } else
            take_out(c, i);
    }
    return found;
}

/* All of it is there, in one piece with little besides: that becomes the newest. */
static bool is_there(struct mach_cache *c, const struct extent *what, int64_t line)
{
    const uint64_t least = (uint64_t)(LEAST_LINES * line);
    unsigned at = place_of(c, what->low);
    if (at >= c->dense)
        return false;
    unsigned i = c->by_address[at];
    struct extent *e = &c->of[i];
    if (e->low > what->low || what->low - e->low >= least || what->high > e->high || e->high - what->high >= least)
        return false;
    c->bytes += what->bytes - e->bytes;
    e->low = what->low;
    e->high = c->ends[at] = what->high;
    e->bytes = what->bytes;
    unlink_extent(c, i);
    link_older(c, i, RING);
    return true;
}

/* A sparse extent with the same lines. */
static unsigned alike(const struct mach_cache *c, const struct extent *what, int64_t line)
{
    unsigned i = c->of[RING].older;
    while (i != RING && (c->of[i].step != what->step || what->low < c->of[i].low ||
                         what->low - c->of[i].low >= (uint64_t)line || what->high > c->of[i].high + (uint64_t)line))
        i = c->of[i].older;
    return i;
}

int64_t mach_cache_stream(struct mach_cache *c, int64_t size_bytes, int64_t line, uint64_t last, int64_t step,
                          int64_t rounds)
{
    const int64_t size = size_bytes + size_bytes / 3; /* see cache.h */
    int64_t length;
    if (step == INT64_MIN || step == 0 || rounds <= 0)
        return 0;
    const int64_t stride = step < 0 ? -step : step;
    if (__builtin_mul_overflow(rounds, stride, &length) || length > INT64_MAX / 4)
        return 0;
    const uint64_t low = step < 0 ? last : last - (uint64_t)(length - stride);
    struct extent what = {low, low + (uint64_t)length, length, 0, 0, 0};
    const bool sparse = stride > line && length > size;
    if (sparse) {
        what.step = stride;
        what.bytes = rounds * line;
        unsigned known = alike(c, &what, line);
        if (known != RING) {
            unlink_extent(c, known);
            link_older(c, known, RING);
            return 0;
        }
    } else {
        if (stride > line) { /* behind its last element comes at most a line */
            what.high -= (uint64_t)(stride - line);
            what.bytes -= stride - line;
        }
        if (is_there(c, &what, line))
            return 0;
    }
    const bool was_full = c->full;
    int64_t missing = what.bytes, thrown_out = 0;
    if (what.bytes > size) { /* nothing of it is still there when it is wanted again, but its end */
        thrown_out = what.bytes - size + c->bytes;
        make_room(c, 0);
        what.low = what.high - (uint64_t)size;
        what.bytes = size;
    } else if (!sparse)
        missing -= cut(c, what.low, what.high, line);
    make_room(c, size); /* a place for it */
    if (!sparse || what.bytes < size)
        put_in(c, what, RING);
    thrown_out += make_room(c, size);
    c->full = c->full || thrown_out > 0;
    if (!was_full && thrown_out < missing)
        missing = thrown_out;
    return stride > line && !sparse ? missing / stride * line : missing;
}
