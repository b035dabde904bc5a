// sleeps.cpp - sleeps and yields of a program with shared memory: it answers other PEs meanwhile. So a loop that sleeps
// or yields until shared data has changed ends. They stand before those of libpvm3 and libc, which serve a program that
// shares nothing. And threads that share nothing with other PEs are told of.
#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <utility>

#include "runtime.hpp"

using ompc::runtime;

namespace
{
constexpr long BILLION = 1000000000;

// The PE, if it may be made to wait here.
runtime *sharing()
{
    runtime *r = ompc::current();
    return r != nullptr && !r->over && r->pins == 0 && !r->is_busy() ? r : nullptr;
}

template <class F> F next(const char *name)
{
    return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}
} // namespace

// Weak: a program that is linked with archives has those of libpvm3.a beside them.
#define OMPC_SLEEP OMPC_PUBLIC __attribute__((weak))

extern "C" {
#ifndef OMPC_LOOP // whose tasks are threads
OMPC_SLEEP int pthread_create(pthread_t *to, const pthread_attr_t *how, void *(*first)(void *), void *argument)
{
    static bool told;
    if (!std::exchange(told, true))
        std::fputs(
            "ompc: pthread_create: this program was not compiled by ompc-cc, so that its threads run in one task, "
            "on one cell\n",
            stderr);
    return next<decltype(&pthread_create)>("pthread_create")(to, how, first, argument);
}
#endif

OMPC_SLEEP int sched_yield()
{
    runtime *r = sharing();
    if (r == nullptr)
        return static_cast<int>(syscall(SYS_sched_yield));
    r->sleep(ompc::YIELD_NS);
    return 0;
}

OMPC_SLEEP int nanosleep(const timespec *span, timespec *left)
{
    runtime *r = sharing();
    if (r == nullptr || span == nullptr || span->tv_sec < 0 || span->tv_nsec < 0 || span->tv_nsec >= BILLION)
        return next<int (*)(const timespec *, timespec *)>("nanosleep")(span, left);
    r->sleep(std::min<std::int64_t>(span->tv_sec, INT64_MAX / BILLION - 1) * BILLION + span->tv_nsec);
    return 0;
}

OMPC_SLEEP int usleep(useconds_t us)
{
    const timespec span{static_cast<time_t>(us / 1000000), static_cast<long>(us % 1000000) * 1000};
    return nanosleep(&span, nullptr);
}

OMPC_SLEEP unsigned sleep(unsigned s)
{
    if (sharing() == nullptr)
        return next<unsigned (*)(unsigned)>("sleep")(s);
    const timespec span{static_cast<time_t>(s), 0};
    nanosleep(&span, nullptr);
    return 0;
}
}
