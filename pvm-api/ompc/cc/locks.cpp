// locks.cpp - barriers, semaphores, read-write locks, spin locks, once.
#include <cerrno>
#include <climits>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "waiting.hpp"

namespace ompc::cc
{
namespace
{
void let_readers_in(object *o)
{
    const queue readers = std::exchange(o->readers, {});
    for (int k = 0; k < THREADS; k++)
        o->count += readers.has(k);
    wake_all(readers);
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
        const int code = wait_in(o, q, ns, {write ? "pthread_rwlock_wrlock" : "pthread_rwlock_rdlock", l, o->owner});
        if (code != 0 && o->owner == 0 && o->waiting.empty()) // a writer that readers have waited for
            let_readers_in(o);
        return code;
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
        int writer = -1;
        if (!was_written || o->readers.empty())
            writer = o->next(o->waiting);
        if (writer >= 0)
            return o->owner = writer + 1, wake(writer), 0;
        return let_readers_in(o), 0;
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
        return wait_in(o, &object::waiting, ns, {"sem_wait", s}, true);
    })));
}
} // namespace
} // namespace ompc::cc

using namespace ompc::cc;

// Functions of one kind.
#define DESTROY(name, type, at) \
    int name(type *o)           \
    {                           \
        return forget(o, at);   \
    }
#define RWLOCK(name, write, ns, ...)                  \
    int name(__VA_ARGS__)                             \
    {                                                 \
        return is_shared(l) ? lock(l, write, ns) : 0; \
    }
#define SEMAPHORE(name, ns, ...) \
    int name(__VA_ARGS__)        \
    {                            \
        return wait(s, ns);      \
    }
extern "C" {
DESTROY(pthread_barrier_destroy, pthread_barrier_t, IN_OTHERS)
DESTROY(pthread_rwlock_destroy, pthread_rwlock_t, IN_RWLOCK)
DESTROY(sem_destroy, sem_t, IN_OTHERS)

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
        const int me = self;
        o->own();
        if (++o->count < o->value) {
            o->waiting.add(me);
            wait_for_wake({"pthread_barrier_wait", b});
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
SEMAPHORE(sem_wait, -1, sem_t *s)
SEMAPHORE(sem_trywait, 0, sem_t *s)
SEMAPHORE(sem_timedwait, ns_until(CLOCK_REALTIME, until), sem_t *s, const timespec *until)
SEMAPHORE(sem_clockwait, ns_until(clock, until), sem_t *s, clockid_t clock, const timespec *until)
int sem_post(sem_t *s)
{
    return wake_one(of(s, IN_OTHERS), 1), 0;
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
            try {
                call();
            } catch (...) { // or pthread_exit: the next one tries again
                __atomic_store_n(once, 0, __ATOMIC_SEQ_CST);
                throw;
            }
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

void call_once(once_flag *once, void (*call)(void))
{
    pthread_once(reinterpret_cast<pthread_once_t *>(once), call);
}
}
