/* handover.h - giving the turn of a slot to the other side, and waiting for it: one word, a short spin, a futex.
 *
 * No queue, no lock: exactly one side has the turn. */
#pragma once

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "carriers/slots/wire/carrier.h"

/* Looks before sleeping, some 25 ns each: about what a sleep and a wake cost. */
#define HANDOVER_SPINS 150
/* Where it has not paid, it is tried again each so many waits. */
#define HANDOVER_TRY_AGAIN 128
#define HANDOVER_MOST_CREDIT 16

/* Whether looking for a while before sleeping pays, as far as one side has seen: it does while the other side runs on
 * another processor meanwhile and takes no longer. */
struct handover_spin {
    bool possible; /* the process may use more than one processor */
    int credit;    /* more than 0: it has paid lately */
    uint32_t waits;
};

static inline struct handover_spin handover_spin_new(void)
{
    cpu_set_t usable;
    bool known =
        sched_getaffinity(0, sizeof usable, &usable) == 0; /* else: more processors than fit into a cpu_set_t */
    struct handover_spin s = {!known || CPU_COUNT(&usable) > 1, HANDOVER_MOST_CREDIT, 0};
    return s;
}

static inline void handover_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Who has the turn, whether the other side sleeps or not. */
static inline uint32_t handover_who(uint32_t turn)
{
    return turn & ~(uint32_t)CARRIER_ASLEEP;
}

/* Give the turn to `to`; wakes the other side if it sleeps. Everything written before is seen by it. */
static inline void handover_give(uint32_t *turn, uint32_t to)
{
    uint32_t old = __atomic_exchange_n(turn, to, __ATOMIC_ACQ_REL);
    if ((old & CARRIER_ASLEEP) != 0)
        (void)syscall(SYS_futex, turn, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

/* So many ns from now on, as a futex wants it. (Not libc's clock_gettime: in a task that tells simulated time.) */
static inline struct timespec handover_until(int64_t span_ns)
{
    struct timespec t = {0, 0};
    (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    const int64_t ns = t.tv_nsec + span_ns;
    t.tv_sec += ns / 1000000000;
    t.tv_nsec = ns % 1000000000;
    return t;
}

/* Wait while the turn is `other`'s, at most timeout_ns (real time). True and *now_with when it is not any more; false
 * at the timeout, however many signal handlers run meanwhile. spin NULL: sleep at once. */
static inline bool handover_await(uint32_t *turn, uint32_t other, struct handover_spin *spin, int64_t timeout_ns,
                                  uint32_t *now_with)
{
    bool spins = spin != NULL && spin->possible && (spin->credit > 0 || ++spin->waits % HANDOVER_TRY_AGAIN == 0);
    for (int i = 0; spins && i < HANDOVER_SPINS; i++) {
        uint32_t v = __atomic_load_n(turn, __ATOMIC_ACQUIRE);
        if (handover_who(v) != other) {
            *now_with = handover_who(v);
            if (spin->credit < HANDOVER_MOST_CREDIT)
                spin->credit++;
            return true;
        }
        handover_pause();
    }
    if (spins && spin->credit > 0)
        spin->credit -= 2;
    struct timespec until = {0, -1};
    for (;;) {
        uint32_t v = __atomic_load_n(turn, __ATOMIC_ACQUIRE);
        if (handover_who(v) != other) {
            *now_with = handover_who(v);
            return true;
        }
        if (v == other &&
            !__atomic_compare_exchange_n(turn, &v, other | CARRIER_ASLEEP, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            continue;
        if (until.tv_nsec < 0)
            until = handover_until(timeout_ns);
        if (syscall(SYS_futex, turn, FUTEX_WAIT_BITSET, other | CARRIER_ASLEEP, &until, NULL, FUTEX_BITSET_MATCH_ANY) !=
                0 &&
            errno == ETIMEDOUT)
            return false;
    }
}
