/* handover.h - giving the turn of a slot to the other side, and waiting for it: one word, a short spin, a futex.
 *
 * No queue, no lock: exactly one side has the turn.
 */
#ifndef HANDOVER_H
#define HANDOVER_H

#include <errno.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "carriers/process/wire/carrier.h"

/* Spins before sleeping: a hand-over on another core takes a few microseconds, a sleep and wake several times that. */
#define HANDOVER_SPINS 400

static inline void handover_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

/* Give the turn to `to`; wakes the other side if it sleeps. Everything written before is seen by it. */
static inline void handover_give(uint32_t *turn, uint32_t to)
{
    uint32_t old = __atomic_exchange_n(turn, to, __ATOMIC_ACQ_REL);
    if ((old & CARRIER_ASLEEP) != 0)
        (void)syscall(SYS_futex, turn, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

/* Wait while the turn is `other`'s, at most timeout_ns (real time). True and *now_with when it is not any more; false
 * at the timeout. A signal handler may run meanwhile. `spins` 0: sleep at once. */
static inline bool handover_await(uint32_t *turn, uint32_t other, int spins, int64_t timeout_ns, uint32_t *now_with)
{
    for (int i = 0; i < spins; i++) {
        uint32_t v = __atomic_load_n(turn, __ATOMIC_ACQUIRE);
        if ((v & ~(uint32_t)CARRIER_ASLEEP) != other) {
            *now_with = v & ~(uint32_t)CARRIER_ASLEEP;
            return true;
        }
        handover_pause();
    }
    for (;;) {
        uint32_t v = __atomic_load_n(turn, __ATOMIC_ACQUIRE);
        if ((v & ~(uint32_t)CARRIER_ASLEEP) != other) {
            *now_with = v & ~(uint32_t)CARRIER_ASLEEP;
            return true;
        }
        if (v == other &&
            !__atomic_compare_exchange_n(turn, &v, other | CARRIER_ASLEEP, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            continue;
        struct timespec span = {timeout_ns / 1000000000, timeout_ns % 1000000000};
        if (syscall(SYS_futex, turn, FUTEX_WAIT, other | CARRIER_ASLEEP, &span, NULL, 0) != 0 && errno == ETIMEDOUT)
            return false;
    }
}

#endif
