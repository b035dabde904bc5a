// sync.cpp - what threads wait for: mutexes, condition variables, barriers, semaphores, read-write locks, spin
// locks, once; and C11's.
//
// The program's object holds the address of ours, which is made at its first use (the static initializers are zero
// there), and a mutex its kind. Who has touched ours for writing is alone with it until the next call of PVM: no
// lock is needed below.
#include <cerrno>
#include <climits>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <threads.h>

#include <pvm3.h>

#include "cc.hpp"

namespace ompc::cc
{
namespace
{
struct queue { // of threads, served in turn
    std::uint64_t words[THREADS / 64];

    bool has(int k) const
    {
        return (words[k / 64] >> k % 64 & 1) != 0;
    }
    bool empty() const
    {
        std::uint64_t any = 0;
        for (std::uint64_t w : words)
            any |= w;
        return any == 0;
    }
    void add(int k)
    {
        words[k / 64] |= std::uint64_t(1) << k % 64;
    }
    void remove(int k)
    {
        words[k / 64] &= ~(std::uint64_t(1) << k % 64);
    }
    int take(int after) // the first behind this one, or -1
    {
        for (int i = 1; i <= THREADS; i++)
            if (const int k = (after + i) % THREADS; has(k))
                return remove(k), k;
        return -1;
    }
};

struct alignas(128) object {
    int value, owner, count, turn; // owner: 1 + its number, or 0
    clockid_t clock;
    queue waiting, readers;

    void own() // the page
    {
        __atomic_fetch_or(&value, 0, __ATOMIC_SEQ_CST);
    }
    int next(queue &q)
    {
        const int k = q.take(turn);
        turn = k < 0 ? turn : k;
        return k;
    }
};
static_assert(sizeof(object) == 128);

// At these offsets of the program's objects.
constexpr std::size_t IN_MUTEX = 24, MUTEX_KIND = 16, IN_RWLOCK = 40, IN_OTHERS = 0;

object *&place_of(void *o, std::size_t at)
{
    return *reinterpret_cast<object **>(static_cast<char *>(o) + at);
}

object *of(void *o, std::size_t at)
{
    object *&place = place_of(o, at), *there = __atomic_load_n(&place, __ATOMIC_SEQ_CST);
    if (there != nullptr)
        return there;
    auto *made = static_cast<object *>(shared_malloc(sizeof(object), alignof(object)));
    object *none = nullptr;
    return __atomic_compare_exchange_n(&place, &none, made, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) ? made : none;
}

object *anew(void *o, std::size_t bytes, std::size_t at)
{
    std::memset(o, 0, bytes);
    return of(o, at);
}

int wake_all(queue q)
{
    int n = 0;
    for (int k = 0; k < THREADS; k++)
        if (q.has(k))
            wake(k), n++;
    return n;
}

// A thread that is in this queue waits until another has taken it out, and woken it. Returns 0 or ETIMEDOUT.
int wait_in(object *o, queue object::*q, std::int64_t ns)
{
    if (wait_for_wake(ns))
        return 0;
    o->own();
    if ((o->*q).has(self))
        return (o->*q).remove(self), ETIMEDOUT;
    wait_for_wake();
    return 0;
}

// ---- Mutexes. The owner's word says also whether somebody waits; one instruction takes or gives back a mutex for
// which nobody does. A thread that is woken tries again, so that who has the page may go on with it; now and then it
// looks whether others want something.

constexpr int WAITED_FOR = 1 << 20, QUICK_ONES = 256;

bool change(object *o, int from, int to)
{
    return __atomic_compare_exchange_n(&o->owner, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// ns: how long to wait at most; 0: not at all, -1: for ever.
int lock(object *o, int kind, std::int64_t ns)
{
    const int me = self + 1;
    for (;;) {
        o->own();
        const int owner = o->owner & ~WAITED_FOR;
        if (owner == 0)
            return o->owner |= me, o->count = 1, 0;
        if (owner == me && kind == PTHREAD_MUTEX_RECURSIVE)
            return o->count++, 0;
        if (owner == me && kind == PTHREAD_MUTEX_ERRORCHECK)
            return ns == 0 ? EBUSY : EDEADLK;
        if (ns == 0)
            return EBUSY;
        o->owner |= WAITED_FOR;
        o->waiting.add(me - 1);
        if (const int code = wait_in(o, &object::waiting, ns))
            return code;
    }
}

int unlock(object *o, int kind)
{
    o->own();
    if ((o->owner & ~WAITED_FOR) != self + 1 && kind != PTHREAD_MUTEX_NORMAL)
        return EPERM;
    if (--o->count > 0)
        return 0;
    const int k = o->next(o->waiting);
    o->owner = o->waiting.empty() ? 0 : WAITED_FOR;
    if (k >= 0)
        wake(k);
    return 0;
}

int kind_of(pthread_mutex_t *m)
{
    return *reinterpret_cast<int *>(reinterpret_cast<char *>(m) + MUTEX_KIND) & 3;
}

int lock(pthread_mutex_t *m, clockid_t clock, const timespec *until, bool wait)
{
    object *o = of(m, IN_MUTEX);
    if (change(o, 0, self + 1))
        return o->count = 1, 0;
    const int kind = kind_of(m);
    return static_cast<int>(on_library([=] { return lock(o, kind, wait ? ns_until(clock, until) : 0); }));
}

int unlock(pthread_mutex_t *m)
{
    static int quick;
    object *o = of(m, IN_MUTEX);
    const int kind = kind_of(m);
    if (quick < QUICK_ONES && streams_are_empty() && o->count == 1 && change(o, self + 1, 0))
        return quick++, 0;
    quick = 0;
    return static_cast<int>(on_library([=] { return unlock(o, kind); }));
}

int wait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const timespec *until, bool own_clock)
{
    object *o = of(c, IN_OTHERS), *held = of(m, IN_MUTEX);
    const int kind = kind_of(m);
    return static_cast<int>(on_library([=] {
        const std::int64_t ns = ns_until(own_clock ? o->clock : clock, until);
        const int me = self;
        o->own();
        o->waiting.add(me);
        const int times = held->count;
        held->count = 1;
        unlock(held, kind);
        const int code = wait_in(o, &object::waiting, ns);
        lock(held, kind, -1);
        held->count = times;
        return code;
    }));
}

int lock(pthread_rwlock_t *l, bool write, std::int64_t ns)
{
    object *o = of(l, IN_RWLOCK);
    return static_cast<int>(on_library([=] {
        const int me = self + 1;
        o->own();
        if (o->owner == 0 && (write ? o->count == 0 : o->value == 0 || o->waiting.empty()))
            return write ? o->owner = me, 0 : (o->count++, 0);
        if (ns == 0)
            return EBUSY;
        if (o->owner == me)
            return EDEADLK;
        queue object::*q = write ? &object::waiting : &object::readers;
        (o->*q).add(me - 1);
        return wait_in(o, q, ns);
    }));
}

int unlock(pthread_rwlock_t *l)
{
    object *o = of(l, IN_RWLOCK);
    return static_cast<int>(on_library([=] {
        o->own();
        const bool was_written = o->owner != 0;
        if (was_written)
            o->owner = 0;
        else if (--o->count > 0)
            return 0;
        const queue readers = o->readers;
        int writer = -1;
        if (!was_written || readers.empty())
            writer = o->next(o->waiting);
        if (writer >= 0)
            return o->owner = writer + 1, wake(writer), 0;
        o->readers = {};
        for (int k = 0; k < THREADS; k++)
            o->count += readers.has(k);
        wake_all(readers);
        return 0;
    }));
}

int failed(int code)
{
    return code == 0 ? 0 : (errno = code, -1);
}

int wait(sem_t *s, std::int64_t ns)
{
    object *o = of(s, IN_OTHERS);
    return failed(static_cast<int>(on_library([=] {
        const int me = self;
        o->own();
        if (o->value > 0)
            return o->value--, 0;
        if (ns == 0)
            return EAGAIN;
        o->waiting.add(me);
        return wait_in(o, &object::waiting, ns);
    })));
}
} // namespace

void wake(int k)
{
    const int tid = state->threads[k].tid;
    machine().learn(k, tid);
    machine().send_ints(k, TAG_WAKE, {});
}

bool wait_for_wake(std::int64_t ns)
{
    print_what_waited();
    machine().settle();
    return machine().receive_nothing(TAG_WAKE, ns);
}

std::int64_t ns_until(clockid_t clock, const timespec *until)
{
    if (until == nullptr)
        return -1;
    const timespec then = *until;
    timespec now;
    clock_gettime(clock, &now);
    const std::int64_t ns = (then.tv_sec - now.tv_sec) * INT64_C(1000000000) + then.tv_nsec - now.tv_nsec;
    return ns < 1000 ? 1000 : ns;
}

void serve_a_while()
{
    on_library([] {
        if (current() != nullptr)
            current()->wait_at_most(YIELD_NS * 20);
        return 0;
    });
}
} // namespace ompc::cc

using namespace ompc::cc;

// Functions of one kind.
#define NOTHING(result, name, type) \
    result name(type *)             \
    {                               \
        return result(0);           \
    }
#define RWLOCK(name, write, ns, ...)                  \
    int name(__VA_ARGS__)                             \
    {                                                 \
        return is_shared(l) ? lock(l, write, ns) : 0; \
    }
#define C11(name, type, call, as)                       \
    int name(type *o)                                   \
    {                                                   \
        return in_c11(call(reinterpret_cast<as *>(o))); \
    }

extern "C" {
NOTHING(int, pthread_mutex_destroy, pthread_mutex_t)
NOTHING(int, pthread_cond_destroy, pthread_cond_t)
NOTHING(int, pthread_barrier_destroy, pthread_barrier_t)
NOTHING(int, pthread_rwlock_destroy, pthread_rwlock_t)
NOTHING(int, pthread_spin_destroy, pthread_spinlock_t)
NOTHING(int, sem_destroy, sem_t)
NOTHING(void, mtx_destroy, mtx_t)
NOTHING(void, cnd_destroy, cnd_t)

// A mutex of the C library, or of another library, is none of ours: nobody shares it.
int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    int kind = PTHREAD_MUTEX_NORMAL;
    if (attributes != nullptr)
        pthread_mutexattr_gettype(attributes, &kind);
    std::memset(m, 0, sizeof *m);
    *reinterpret_cast<int *>(reinterpret_cast<char *>(m) + MUTEX_KIND) = kind;
    return 0;
}
int pthread_mutex_lock(pthread_mutex_t *m)
{
    return is_shared(m) ? lock(m, 0, nullptr, true) : 0;
}
int pthread_mutex_trylock(pthread_mutex_t *m)
{
    return is_shared(m) ? lock(m, 0, nullptr, false) : 0;
}
int pthread_mutex_timedlock(pthread_mutex_t *m, const timespec *until)
{
    return lock(m, CLOCK_REALTIME, until, true);
}
int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const timespec *until)
{
    return lock(m, clock, until, true);
}
int pthread_mutex_unlock(pthread_mutex_t *m)
{
    return is_shared(m) ? unlock(m) : 0;
}

int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *attributes)
{
    clockid_t clock = CLOCK_REALTIME;
    if (attributes != nullptr)
        pthread_condattr_getclock(attributes, &clock);
    anew(c, sizeof *c, IN_OTHERS)->clock = clock;
    return 0;
}
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    return wait(c, m, 0, nullptr, false);
}
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const timespec *until)
{
    return wait(c, m, 0, until, true);
}
int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const timespec *until)
{
    return wait(c, m, clock, until, false);
}
int pthread_cond_signal(pthread_cond_t *c)
{
    object *o = of(c, IN_OTHERS);
    on_library([=] {
        o->own();
        const int k = o->next(o->waiting);
        if (k >= 0)
            wake(k);
        return 0;
    });
    return 0;
}
int pthread_cond_broadcast(pthread_cond_t *c)
{
    object *o = of(c, IN_OTHERS);
    on_library([=] {
        o->own();
        const queue all = o->waiting;
        o->waiting = {};
        return wake_all(all);
    });
    return 0;
}

int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *, unsigned n)
{
    if (n == 0)
        return EINVAL;
    anew(b, sizeof *b, IN_OTHERS)->value = static_cast<int>(n);
    return 0;
}
int pthread_barrier_wait(pthread_barrier_t *b)
{
    object *o = of(b, IN_OTHERS);
    return static_cast<int>(on_library([=] {
        ompc::named n("ompc barrier");
        const int me = self;
        o->own();
        if (++o->count < o->value) {
            o->waiting.add(me);
            wait_for_wake();
            return 0;
        }
        const queue all = o->waiting;
        o->waiting = {};
        o->count = 0;
        wake_all(all);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }));
}

int sem_init(sem_t *s, int, unsigned value)
{
    if (value > INT_MAX)
        return failed(EINVAL);
    anew(s, sizeof *s, IN_OTHERS)->value = static_cast<int>(value);
    return 0;
}
int sem_wait(sem_t *s)
{
    return wait(s, -1);
}
int sem_trywait(sem_t *s)
{
    return wait(s, 0);
}
int sem_timedwait(sem_t *s, const timespec *until)
{
    return wait(s, ns_until(CLOCK_REALTIME, until));
}
int sem_clockwait(sem_t *s, clockid_t clock, const timespec *until)
{
    return wait(s, ns_until(clock, until));
}
int sem_post(sem_t *s)
{
    object *o = of(s, IN_OTHERS);
    on_library([=] {
        o->own();
        const int k = o->next(o->waiting);
        if (k >= 0)
            wake(k);
        else
            o->value++;
        return 0;
    });
    return 0;
}
int sem_getvalue(sem_t *s, int *value)
{
    *value = of(s, IN_OTHERS)->value;
    return 0;
}
sem_t *sem_open(const char *, int, ...)
{
    on_library([]() -> long { ompc::fail("sem_open: only semaphores without a name are translated (sem_init)"); });
    return SEM_FAILED;
}

// A reader passes writers that wait, so that it may have the lock twice, unless the program wants it otherwise.
int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attributes)
{
    int kind = PTHREAD_RWLOCK_PREFER_READER_NP;
    if (attributes != nullptr)
        pthread_rwlockattr_getkind_np(attributes, &kind);
    anew(l, sizeof *l, IN_RWLOCK)->value = kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
    return 0;
}
RWLOCK(pthread_rwlock_rdlock, false, -1, pthread_rwlock_t *l)
RWLOCK(pthread_rwlock_wrlock, true, -1, pthread_rwlock_t *l)
RWLOCK(pthread_rwlock_tryrdlock, false, 0, pthread_rwlock_t *l)
RWLOCK(pthread_rwlock_trywrlock, true, 0, pthread_rwlock_t *l)
RWLOCK(pthread_rwlock_timedrdlock, false, ns_until(CLOCK_REALTIME, until), pthread_rwlock_t *l, const timespec *until)
RWLOCK(pthread_rwlock_timedwrlock, true, ns_until(CLOCK_REALTIME, until), pthread_rwlock_t *l, const timespec *until)
RWLOCK(pthread_rwlock_clockrdlock, false, ns_until(clock, until), pthread_rwlock_t *l, clockid_t clock,
       const timespec *until)
RWLOCK(pthread_rwlock_clockwrlock, true, ns_until(clock, until), pthread_rwlock_t *l, clockid_t clock,
       const timespec *until)
int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    return is_shared(l) ? unlock(l) : 0;
}

int pthread_spin_init(pthread_spinlock_t *s, int)
{
    return *s = 0;
}
int pthread_spin_trylock(pthread_spinlock_t *s)
{
    return __atomic_exchange_n(s, 1, __ATOMIC_SEQ_CST) == 0 ? 0 : EBUSY;
}
int pthread_spin_lock(pthread_spinlock_t *s)
{
    while (pthread_spin_trylock(s) != 0)
        serve_a_while();
    return 0;
}
int pthread_spin_unlock(pthread_spinlock_t *s)
{
    __atomic_store_n(s, 0, __ATOMIC_SEQ_CST);
    return 0;
}

int pthread_once(pthread_once_t *once, void (*call)(void))
{
    for (;;) {
        int now = 0;
        if (__atomic_compare_exchange_n(once, &now, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            call();
            __atomic_store_n(once, 2, __ATOMIC_SEQ_CST);
            return 0;
        }
        if (now == 2)
            return 0;
        serve_a_while();
    }
}

// The static variables of functions in C++: byte 0 says that it is made, byte 1 that somebody makes it.
int __cxa_guard_acquire(char *guard)
{
    for (;;) {
        char nobody = 0;
        if (__atomic_load_n(guard, __ATOMIC_SEQ_CST) != 0)
            return 0;
        if (__atomic_compare_exchange_n(guard + 1, &nobody, 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return 1;
        serve_a_while();
    }
}
void __cxa_guard_release(char *guard)
{
    __atomic_store_n(guard, 1, __ATOMIC_SEQ_CST);
}
void __cxa_guard_abort(char *guard)
{
    __atomic_store_n(guard + 1, 0, __ATOMIC_SEQ_CST);
}

// ---- C11's names

static int in_c11(int code)
{
    return code == 0 ? thrd_success : code == EBUSY ? thrd_busy : code == ETIMEDOUT ? thrd_timedout : thrd_error;
}
int mtx_init(mtx_t *m, int type)
{
    pthread_mutex_init(reinterpret_cast<pthread_mutex_t *>(m), nullptr);
    *reinterpret_cast<int *>(reinterpret_cast<char *>(m) + MUTEX_KIND) =
        (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return thrd_success;
}
C11(mtx_lock, mtx_t, pthread_mutex_lock, pthread_mutex_t)
C11(mtx_trylock, mtx_t, pthread_mutex_trylock, pthread_mutex_t)
C11(mtx_unlock, mtx_t, pthread_mutex_unlock, pthread_mutex_t)
C11(cnd_signal, cnd_t, pthread_cond_signal, pthread_cond_t)
C11(cnd_broadcast, cnd_t, pthread_cond_broadcast, pthread_cond_t)
int mtx_timedlock(mtx_t *m, const timespec *until)
{
    return in_c11(pthread_mutex_timedlock(reinterpret_cast<pthread_mutex_t *>(m), until));
}
int cnd_init(cnd_t *c)
{
    return in_c11(pthread_cond_init(reinterpret_cast<pthread_cond_t *>(c), nullptr));
}
int cnd_timedwait(cnd_t *c, mtx_t *m, const timespec *until)
{
    return in_c11(wait(reinterpret_cast<pthread_cond_t *>(c), reinterpret_cast<pthread_mutex_t *>(m), 0, until, true));
}
int cnd_wait(cnd_t *c, mtx_t *m)
{
    return cnd_timedwait(c, m, nullptr);
}
void call_once(once_flag *once, void (*call)(void))
{
    pthread_once(reinterpret_cast<pthread_once_t *>(once), call);
}
}
