/* receive_course.h - the course of a receive, said once: what is pulled from the machine in which order, and what each
 * message costs. The library goes it (pvm-api/src/calls/match.c), the simulator's task pays it (carriers/slots/task),
 * and the kernel goes it again for a task that ran ahead of simulated time (ap1000-sim/kernel/ahead/replay.cpp). */
#ifndef RECEIVE_COURSE_H
#define RECEIVE_COURSE_H

#include "machine.h"
#include "system_messages.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One mach_ops.wait of a receive. First everything that is there is taken in, one frame a poll, until a poll finds
 * nothing; then one frame a wait. */
enum mach_pull {
    MACH_PULL_FIRST, /* a poll; it says that a wait for ever follows if nothing is there */
    MACH_PULL_POLL,
    MACH_PULL_WAIT
};

/* Which pull follows one that has given a frame (found), or nothing. */
static inline enum mach_pull mach_pull_after(enum mach_pull pull, bool found)
{
    return pull != MACH_PULL_WAIT && found ? MACH_PULL_POLL : MACH_PULL_WAIT;
}

/* Is it time to look whether a message that has been taken in fits? After all polls; after each wait. */
static inline bool mach_pull_looks(enum mach_pull pull, bool found)
{
    return pull == MACH_PULL_WAIT || !found;
}

/* What the processor was idle for a frame that arrived then, since the pull began [ns]. */
static inline mach_ns mach_pull_waited(mach_ns began, mach_ns arrived)
{
    return arrived > began ? arrived - began : 0;
}

/* What taking in a frame costs: the native receive, and one copy, to the nearest ns, halves up [ns]. */
static inline mach_ns mach_pull_cost(mach_ns native_recv, int64_t copy_ps_per_byte, int32_t tag, uint32_t len_bytes)
{
    return native_recv + (copy_ps_per_byte * (int64_t)system_counted_bytes(tag, len_bytes) + 500) / 1000;
}

#ifdef __cplusplus
}
#endif

#endif
