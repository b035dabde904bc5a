/* work.h - computing that the compiler has counted (../counted/counted.h), and its price in simulated time.
 *
 * A task has a struct mach_work: the counters of its loaded objects and what it has seen of them. A machine that
 * charges counted computing takes up at each of its doors what has come together since the last one. All sums are
 * exact, so the time charged up to a moment does not depend on how many doors there were. */
#ifndef MACH_WORK_H
#define MACH_WORK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../counted/counted.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MACH_WORK_UNITS 1600 /* weights are in so many parts of a cycle: sixteenths and hundredths are exact */

/* What computing costs on a node. cycle_ps 0: nothing. */
struct mach_work_price {
    int64_t cycle_ps;                    /* one cycle of the processor [ps] */
    int64_t weight[PVMSIM_WORK_CLASSES]; /* of one operation of each class [1/MACH_WORK_UNITS cycle] */
    int64_t cache_bytes, line_bytes;     /* of its cache; 0: it is not known, and none is simulated */
};

__extension__ typedef __int128 mach_work_sum; /* in 1/MACH_WORK_UNITS ps */

typedef int64_t *mach_work_counters(void); /* as pvmsim_counted: gives those of the calling thread */

/* The counters of one object in one thread, and what has been taken up of them. */
struct mach_work_seen {
    const int64_t *counters;
    int64_t count[PVMSIM_WORK_CLASSES];
    struct mach_work_seen *next;
};

struct mach_cache; /* cache.h */

struct mach_work {
    mach_work_counters **objects; /* that have been loaded, by malloc */
    size_t nobjects;
    struct mach_work_seen *seen;                    /* by malloc; the one that was looked at last comes first */
    uint32_t threads;                               /* not 0: the program has started threads, so the lock is taken */
    pthread_t first;                                /* that has started the first of them */
    uint32_t lock;                                  /* of `seen` and all below */
    int64_t count[PVMSIM_WORK_CLASSES];             /* taken up, and not priced yet, */
    int64_t total[PVMSIM_WORK_CLASSES];             /* and priced: what the computing consisted of */
    mach_work_sum owed;                             /* priced, and not charged yet */
    struct mach_cache *cache;                       /* by malloc, with the first object; NULL: none is simulated */
    const char *in_cache;                           /* the stack of who works in it */
    int64_t cache_bytes, line_bytes, fetched_bytes; /* of a part of a line */
    int64_t until_ns; /* charge no further than this time of the task's own clock: the alarm rings; 0: no limit */
};

/* The calling task's. Never NULL. A process has one; so has each task in a process of several (as mach_task_slot). */
struct mach_work *mach_work(void);

/* An object with counters has been loaded. What they hold already counts. False: no memory. */
bool mach_work_add(struct mach_work *w, mach_work_counters *counters);

/* Has anything that was compiled counted been loaded? */
static inline bool mach_work_is_counted(const struct mach_work *w)
{
    return w != NULL && w->nobjects > 0;
}

/* Takes up what the counters of the calling thread have gained. A counter that has become less gains nothing. */
void mach_work_look(struct mach_work *w);

/* A loop has gone through data (pvmsim_counted_stream): MISS counts lines that were not in the cache, before the first
 * mach_work_take that of a cell. Not of a program that has started threads, whose order nobody knows. */
void mach_work_stream(struct mach_work *w, uint64_t last, int64_t step, int64_t rounds);

/* A thread of the task begins: its counters may lie where those of one were that has ended. Each thread looks before it
 * ends. */
void mach_work_thread_begins(struct mach_work *w);

/* Prices what has been taken up, and returns how much of that is to be charged now [ns], at most most_ns. What is more,
 * and the remainder below a nanosecond, stay owed. */
int64_t mach_work_take(struct mach_work *w, const struct mach_work_price *price, int64_t most_ns);

/* The process is a child of fork: what its parent has computed is none of its. */
void mach_work_forked(struct mach_work *w);

/* Frees all; as zeros afterwards. */
void mach_work_end(struct mach_work *w);

#ifdef __cplusplus
}
#endif

#endif
