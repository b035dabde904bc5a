/* cache.h - what a processor's cache holds of the data that loops go through, so that data larger than it cost more. A
 * cache that throws out what was used longest ago, in exact bytes: where in memory the data lie, and how they are
 * aligned, changes nothing. Not a model of sets, of instructions, or of single accesses. A cache without sets, as an
 * AP1000's, still has half of the lines of a sweep over 4/3 of its size that is repeated: that size is taken. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mach_cache;

/* Holds nothing yet. NULL: no memory. By malloc; mach_cache_free(NULL) is allowed. */
struct mach_cache *mach_cache_new(void);
void mach_cache_free(struct mach_cache *c);
void mach_cache_empty(struct mach_cache *c);

/* A loop has gone `rounds` times, each time `step` bytes further, and ended at address `last`. How many bytes of lines
 * were not in the cache of size_bytes; what the cache takes in before it is full for the first time costs nothing. */
int64_t mach_cache_stream(struct mach_cache *c, int64_t size_bytes, int64_t line_bytes, uint64_t last, int64_t step,
                          int64_t rounds);

#ifdef __cplusplus
}
#endif
