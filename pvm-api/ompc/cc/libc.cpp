// libc.cpp - functions of libc and libpvm3 that a program of threads calls while its own stack lies in shared
// memory: clocks, sleeps, random numbers, the number of processors, and what cannot be had.
#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

#include <pvm3.h>

#include "cc.hpp"

namespace ompc::cc
{
namespace
{
// Calls with a result in memory of the library's.
template <class T, class F> long into(T *to, F call)
{
    return inside ? call(to) : on_library([to, call] {
        T got;
        const long code = call(&got);
        if (to != nullptr && code != -1)
            *to = got;
        return code;
    });
}

int cells()
{
    static int n;
    if (n > 0)
        return n;
    on_library([] {
        int hosts = 0, kinds = 0;
        pvmhostinfo *list;
        if (pvm_config(&hosts, &kinds, &list) < 0)
            fail("PVM does not answer: is it running?");
        for (int i = 0; i < hosts; i++)
            n += hosts == 1 || std::strcmp(list[i].hi_name, "ap1000") != 0; // the host of an AP1000 is no cell
        return 0;
    });
    return n;
}

// Until the word is no longer this, or the time is over.
long wait_on_word(const int *word, int value, std::int64_t ns)
{
    const std::int64_t begin = ns < 0 ? 0 : now_ns();
    while (__atomic_load_n(word, __ATOMIC_SEQ_CST) == value) {
        if (ns >= 0 && now_ns() - begin >= ns)
            return errno = ETIMEDOUT, -1;
        serve_a_while();
    }
    return 0;
}
} // namespace

void sleep_ns(std::int64_t ns)
{
    on_library([ns]() -> long {
        const timespec span = {ns / 1000000000, ns % 1000000000};
        return current() != nullptr ? (current()->sleep(ns), 0) : NEXT(nanosleep)(&span, nullptr);
    });
}

void cannot(const char *what)
{
    on_library([what]() -> long { fail("%s is not there for threads on cells", what); });
    std::abort();
}
} // namespace ompc::cc

using namespace ompc::cc;

// Functions of one kind.
#define NOTHING(name, ...) \
    int name(__VA_ARGS__)  \
    {                      \
        return 0;          \
    }
#define INTO(R, name, type, words, ...)                                              \
    R name(__VA_ARGS__)                                                              \
    {                                                                                \
        return static_cast<R>(into(to, [=](type *at) { return NEXT(name) words; })); \
    }
#define DRAW(R, name, by)                                   \
    R name()                                                \
    {                                                       \
        R x;                                                \
        by(state->random48.now, &state->random48.data, &x); \
        return x;                                           \
    }
extern "C" {
INTO(int, clock_gettime, timespec, (clock, at), clockid_t clock, timespec *to)
INTO(int, clock_getres, timespec, (clock, at), clockid_t clock, timespec *to)
INTO(int, gettimeofday, timeval, (at, nullptr), timeval *to, void *)
INTO(int, getrusage, rusage, (who, at), __rusage_who_t who, rusage *to)
INTO(clock_t, times, tms, (at), tms *to)
INTO(time_t, time, time_t, (at), time_t *to)
int timespec_get(timespec *to, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0;
}
clock_t clock()
{
    return on_library([] { return NEXT(clock)(); });
}

int sched_yield()
{
    return sleep_ns(ompc::YIELD_NS), 0;
}
int nanosleep(const timespec *span, timespec *rest)
{
    if (span->tv_sec < 0 || span->tv_nsec < 0 || span->tv_nsec >= 1000000000)
        return errno = EINVAL, -1;
    const std::int64_t left =
        sleep_with_handlers(std::min(span->tv_sec, time_t{4000000000}) * INT64_C(1000000000) + span->tv_nsec);
    if (left > 0 && rest != nullptr)
        *rest = {left / 1000000000, left % 1000000000};
    return left > 0 ? (errno = EINTR, -1) : 0;
}
int clock_nanosleep(clockid_t clock, int flags, const timespec *span, timespec *rest)
{
    return (flags & TIMER_ABSTIME) != 0 ? (sleep_with_handlers(ns_until(clock, span)) > 0 ? EINTR : 0)
           : nanosleep(span, rest) == 0 ? 0
                                        : errno;
}
int usleep(useconds_t us)
{
    const timespec span = {us / 1000000, us % 1000000 * INT64_C(1000)};
    return nanosleep(&span, nullptr);
}
unsigned sleep(unsigned s)
{
    timespec span = {s, 0};
    return nanosleep(&span, &span) == 0 ? 0 : static_cast<unsigned>(span.tv_sec);
}
int thrd_sleep(const timespec *span, timespec *rest) SAME_AS(nanosleep);
void thrd_yield()
{
    sched_yield();
}

long sysconf(int name)
{
    return !inside && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) ? cells() : NEXT(sysconf)(name);
}
int get_nprocs()
{
    return cells();
}
int get_nprocs_conf() SAME_AS(get_nprocs);

// The environment is one for all threads, too. The C library of the task that changes it gets a copy.
static bool is_own_environment()
{
    return inside || state == nullptr;
}
char *getenv(const char *name)
{
    const std::size_t n = std::strlen(name);
    for (char **v = is_own_environment() ? environ : state->environment; v != nullptr && *v != nullptr; v++)
        if (std::strncmp(*v, name, n) == 0 && (*v)[n] == '=')
            return *v + n + 1;
    return nullptr;
}
int unsetenv(const char *name)
{
    const int code = NEXT(unsetenv)(name);
    if (code != 0 || is_own_environment())
        return code;
    const std::size_t n = std::strlen(name);
    char **to = state->environment;
    for (char **v = to; *v != nullptr; v++)
        if (std::strncmp(*v, name, n) != 0 || (*v)[n] != '=')
            *to++ = *v;
    *to = nullptr;
    return 0;
}
int putenv(char *text)
{
    const char *value = std::strchr(text, '=');
    if (value == nullptr)
        return unsetenv(text);
    NEXT(putenv)(text);
    if (is_own_environment())
        return 0;
    int n = 0;
    for (char **v = state->environment; v[n] != nullptr; n++)
        if (std::strncmp(v[n], text, static_cast<std::size_t>(value - text) + 1) == 0)
            return v[n] = text, 0;
    auto **longer = static_cast<char **>(shared_malloc(sizeof(char *) * static_cast<std::size_t>(n + 2)));
    std::copy_n(state->environment, n, longer);
    longer[n] = text;
    state->environment = longer;
    return 0;
}
int setenv(const char *name, const char *value, int anew)
{
    const int code = NEXT(setenv)(name, value, anew);
    if (code != 0 || is_own_environment() || (anew == 0 && getenv(name) != nullptr))
        return code;
    const std::size_t bytes = std::strlen(name) + std::strlen(value) + 2;
    auto *text = static_cast<char *>(shared_malloc(bytes));
    std::snprintf(text, bytes, "%s=%s", name, value);
    return putenv(text);
}
int clearenv()
{
    if (!is_own_environment())
        *state->environment = nullptr;
    return NEXT(clearenv)();
}

// One sequence for all threads, the C library's own.
static random_data *numbers()
{
    auto &r = state->random;
    if (r.given == nullptr)
        initstate_r(1, r.given = r.first, sizeof r.first, &r.data);
    return &r.data;
}
long random()
{
    std::int32_t n;
    random_r(numbers(), &n);
    return n;
}
void srandom(unsigned seed)
{
    srandom_r(seed, numbers());
}
int rand()
{
    return static_cast<int>(random());
}
void srand(unsigned seed) SAME_AS(srandom);
char *initstate(unsigned seed, char *memory, std::size_t bytes)
{
    return initstate_r(seed, memory, bytes, numbers()) == 0 ? std::exchange(state->random.given, memory) : nullptr;
}
char *setstate(char *memory)
{
    return setstate_r(memory, numbers()) == 0 ? std::exchange(state->random.given, memory) : nullptr;
}
unsigned short *seed48(unsigned short seed[3])
{
    std::copy_n(state->random48.now, 3, state->random48.before);
    std::copy_n(seed, 3, state->random48.now);
    seed48_r(seed, &state->random48.data);
    return state->random48.before;
}
void lcong48(unsigned short seed[7])
{
    std::copy_n(seed, 3, state->random48.now);
    lcong48_r(seed, &state->random48.data);
}
void srand48(long seed)
{
    unsigned short now[] = {0x330e, static_cast<unsigned short>(seed), static_cast<unsigned short>(seed >> 16)};
    seed48(now);
}
DRAW(double, drand48, erand48_r)
DRAW(long, lrand48, nrand48_r)
DRAW(long, mrand48, jrand48_r)

long syscall(long number, ...)
{
    va_list list;
    long a[6];
    va_start(list, number);
    for (long &each : a)
        each = va_arg(list, long);
    va_end(list);
    if (number == SYS_futex && is_shared(reinterpret_cast<void *>(a[0]))) {
        const int what = static_cast<int>(a[1]) & FUTEX_CMD_MASK;
        auto *limit = reinterpret_cast<const timespec *>(a[3]);
        if (what == FUTEX_WAKE)
            return 0; // who waits looks by itself
        if (what != FUTEX_WAIT && what != FUTEX_WAIT_BITSET)
            cannot("this kind of futex");
        const std::int64_t ns =
            limit == nullptr ? -1
            : what == FUTEX_WAIT
                ? limit->tv_sec * INT64_C(1000000000) + limit->tv_nsec
                : ns_until((a[1] & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, limit);
        return wait_on_word(reinterpret_cast<const int *>(a[0]), static_cast<int>(a[2]), ns);
    }
    for (int tries = 0;; tries++) { // a page each of what it is given is fetched
        const long code = NEXT(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
        if (inside || code != -1 || errno != EFAULT || tries == 3)
            return code;
        for (const long each : a)
            if (is_shared(reinterpret_cast<void *>(each)))
                __atomic_fetch_or(reinterpret_cast<char *>(each), 0, __ATOMIC_SEQ_CST);
    }
}

static thread_local char name_of_thread[16];
NOTHING(pthread_setaffinity_np, pthread_t, std::size_t, const cpu_set_t *)
int sched_setaffinity(pid_t task, std::size_t bytes, const cpu_set_t *set)
{
    return inside || state == nullptr ? NEXT(sched_setaffinity)(task, bytes, set) : 0;
}
int sched_getaffinity(pid_t task, std::size_t bytes, cpu_set_t *to)
{
    if (inside || state == nullptr)
        return NEXT(sched_getaffinity)(task, bytes, to);
    std::memset(to, 0, bytes);
    for (int k = cells() - 1; k >= 0; k--)
        CPU_SET_S(static_cast<std::size_t>(k), bytes, to);
    return 0;
}
int pthread_getaffinity_np(pthread_t, std::size_t bytes, cpu_set_t *to)
{
    return sched_getaffinity(0, bytes, to);
}
int pthread_setname_np(pthread_t, const char *name)
{
    return std::strlen(name) < sizeof name_of_thread ? (std::strcpy(name_of_thread, name), 0) : ERANGE;
}
int pthread_getname_np(pthread_t, char *to, std::size_t bytes) // of the caller
{
    const char *name = *name_of_thread != 0 ? name_of_thread : program_invocation_short_name;
    return bytes > sizeof name_of_thread - 1 ? (std::snprintf(to, sizeof name_of_thread, "%s", name), 0) : ERANGE;
}
NOTHING(pthread_setschedparam, pthread_t, int, const sched_param *)
NOTHING(pthread_setschedprio, pthread_t, int)
NOTHING(pthread_spin_destroy, pthread_spinlock_t *)
int pthread_getschedparam(pthread_t, int *policy, sched_param *to)
{
    *policy = SCHED_OTHER;
    return to->sched_priority = 0;
}
int pthread_getcpuclockid(pthread_t t, clockid_t *clock)
{
    return t == pthread_self() ? (*clock = CLOCK_THREAD_CPUTIME_ID, 0) : ENOENT;
}
int pthread_getattr_np(pthread_t, pthread_attr_t *)
{
    return ENOSYS;
}
int pthread_kill(pthread_t, int)
{
    cannot("pthread_kill");
}
pid_t fork()
{
    return inside ? NEXT(fork)() : (cannot("fork"), -1);
}
}
