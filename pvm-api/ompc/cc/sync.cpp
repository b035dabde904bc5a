// sync.cpp - waiting and being woken; mutexes and condition variables, C11's too.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <elf.h>
#include <fcntl.h>
#include <map>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <threads.h>
#include <unistd.h>

#include <pvm3.h>
#include <pvmsim.h>

#include "waiting.hpp"

namespace ompc::cc
{
void wake(int k)
{
    const int tid = state->threads[k].tid;
    machine().learn(k, tid);
    machine().send_ints(k, TAG_WAKE, {});
}

// The program's variables, as nm has them: where each begins; where it ends, and its name.
static std::map<std::uintptr_t, std::pair<std::uintptr_t, const char *>> variables()
{
    std::map<std::uintptr_t, std::pair<std::uintptr_t, const char *>> all;
    struct stat about = {};
    const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    void *file = fstat(fd, &about) != 0
                     ? MAP_FAILED
                     : mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    const char *bytes = static_cast<const char *>(file);
    const auto *head = reinterpret_cast<const Elf64_Ehdr *>(bytes);
    for (int i = 0; file != MAP_FAILED && i < head->e_shnum; i++) {
        const auto *sections = reinterpret_cast<const Elf64_Shdr *>(bytes + head->e_shoff), &table = sections[i];
        const auto *s = reinterpret_cast<const Elf64_Sym *>(bytes + table.sh_offset), *end = s;
        for (end += table.sh_type == SHT_SYMTAB ? table.sh_size / sizeof *s : 0; s < end; s++)
            if (s->st_size > 0 && is_shared(s->st_value))
                all[s->st_value] = {s->st_value + s->st_size, bytes + sections[table.sh_link].sh_offset + s->st_name};
    }
    return all;
}

// As a deadlock's report shows it: "pthread_mutex_lock: forks+40, held then by t40003".
static const char *in_words(const waited &w)
{
    static char text[96];
    static const auto known = variables();
    const auto at = reinterpret_cast<std::uintptr_t>(w.object);
    const auto after = known.upper_bound(at), it = after == known.begin() ? known.end() : std::prev(after);
    int n = std::snprintf(text, sizeof text, "%s:", w.call);
    if (it != known.end() && at < it->second.first)
        n += std::snprintf(text + n, 50, at > it->first ? " %.40s+%zu" : " %.40s", it->second.second, at - it->first);
    else if (at != 0)
        n += std::snprintf(text + n, 50, " %p", w.object);
    const std::vector<int> &tids = machine().tids; // as far as they are known here: a look at `state` would take time
    const auto k = static_cast<std::size_t>(w.holder - 1);
    if (w.holder > 0 && k < tids.size() && tids[k] != 0)
        std::snprintf(text + n, sizeof text - static_cast<std::size_t>(n), at != 0 ? ", held then by t%x" : " t%x",
                      static_cast<unsigned>(tids[k]));
    return text;
}

bool wait_for_wake(const waited &w, std::int64_t ns, bool *cut)
{
    print_what_waited();
    const named n(pvmsim_here() ? in_words(w) : "");
    const auto step = [cut](std::int64_t part) {
        return cut != nullptr && pvmsim_here() ? wait_until_cut(part, *cut) : machine().receive_nothing(TAG_WAKE, part);
    };
    return wait_in_steps(ns, step, cut);
}

std::int64_t ns_until(clockid_t clock, const timespec *until)
{
    if (until == nullptr)
        return -1;
    const timespec then = *until;
    timespec now;
    clock_gettime(clock, &now);
    const std::int64_t s = std::min<std::int64_t>(then.tv_sec - now.tv_sec, 1000000000), // "for ever" is 31 years
        ns = s * INT64_C(1000000000) + then.tv_nsec - now.tv_nsec;
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
int wake_all(queue q)
{
    int n = 0;
    for (int k = 0; k < THREADS; k++)
        if (q.has(k))
            wake(k), n++;
    return n;
}

void wake_one(object *o, int otherwise)
{
    on_library([=] {
        o->own();
        const int k = o->next(o->waiting);
        if (k >= 0)
            wake(k);
        else
            o->value += otherwise;
        return 0;
    });
}

int wait_in(object *o, queue object::*q, std::int64_t ns, const waited &w, bool handlers_end)
{
    bool cut = false;
    if (wait_for_wake(w, ns, handlers_end ? &cut : nullptr))
        return 0;
    o->own();
    if ((o->*q).has(self))
        return (o->*q).remove(self), cut ? EINTR : ETIMEDOUT;
    wait_for_wake(w);
    return 0;
}

namespace
{
// ---- Mutexes. The owner's word says also whether somebody waits; one instruction takes or gives back a mutex for
// which nobody does. A thread that is woken tries again, so that who has the page may go on with it; now and then it
// looks whether others want something. Who was woken in vain is among the readers: the next to give the mutex back
// gives it to that thread, or one that takes it again at once would have it for ever.

constexpr int WAITED_FOR = 1 << 20, QUICK_ONES = 256;

bool change(object *o, int from, int to)
{
    return __atomic_compare_exchange_n(&o->owner, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

// ns: how long to wait at most; 0: not at all, -1: for ever.
int lock(object *o, int kind, std::int64_t ns, const void *mutex)
{
    const int me = self + 1;
    std::int64_t end = 0; // if it waits a limited time
    for (bool woken = false;; woken = true) {
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
        if (woken)
            o->readers.add(me - 1);
        else if (ns > 0)
            machine(), end = now_ns() + ns;
        const int code = wait_in(o, &object::waiting, ns < 0 ? ns : std::max<std::int64_t>(end - now_ns(), 1000),
                                 {"pthread_mutex_lock", mutex, owner});
        o->own();
        o->readers.remove(me - 1);
        if (code != 0)
            return code;
        if ((o->owner & ~WAITED_FOR) == me)
            return o->count = 1, 0;
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
    o->owner = (o->waiting.empty() ? 0 : WAITED_FOR) | (k >= 0 && o->readers.has(k) ? k + 1 : 0);
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
    return static_cast<int>(on_library([=] { return lock(o, kind, wait ? ns_until(clock, until) : 0, m); }));
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
        o->count += ns >= 0; // how many may look at it after they were woken
        const int times = held->count;
        held->count = 1;
        unlock(held, kind);
        const int code = wait_in(o, &object::waiting, ns, {"pthread_cond_wait", c});
        if (ns >= 0)
            o->own(), o->count--;
        lock(held, kind, -1, m);
        held->count = times;
        return code;
    }));
}
} // namespace
} // namespace ompc::cc

using namespace ompc::cc;

#define C11(R, name, type, call, as)                                    \
    R name(type *o)                                                     \
    {                                                                   \
        return static_cast<R>(in_c11(call(reinterpret_cast<as *>(o)))); \
    }

extern "C" {
int pthread_mutex_destroy(pthread_mutex_t *m)
{
    const object *there = is_shared(m) ? place_of(m, IN_MUTEX) : nullptr;
    return there != nullptr && there->owner != 0 ? EBUSY : forget(m, IN_MUTEX);
}
int pthread_cond_destroy(pthread_cond_t *c)
{
    object *there = is_shared(c) ? place_of(c, IN_OTHERS) : nullptr;
    if (there != nullptr && there->count > 0)
        place_of(c, IN_OTHERS) = nullptr; // who has been woken may still look at it
    return forget(c, IN_OTHERS);
}

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
#define MUTEX(name, clock, until, waits, ...)                   \
    int name(__VA_ARGS__)                                       \
    {                                                           \
        return is_shared(m) ? lock(m, clock, until, waits) : 0; \
    }
MUTEX(pthread_mutex_lock, 0, nullptr, true, pthread_mutex_t *m)
MUTEX(pthread_mutex_trylock, 0, nullptr, false, pthread_mutex_t *m)
MUTEX(pthread_mutex_timedlock, CLOCK_REALTIME, until, true, pthread_mutex_t *m, const timespec *until)
MUTEX(pthread_mutex_clocklock, clock, until, true, pthread_mutex_t *m, clockid_t clock, const timespec *until)
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
#define CONDITION(name, clock, until, own_clock, ...) \
    int name(__VA_ARGS__)                             \
    {                                                 \
        return wait(c, m, clock, until, own_clock);   \
    }
CONDITION(pthread_cond_wait, 0, nullptr, false, pthread_cond_t *c, pthread_mutex_t *m)
CONDITION(pthread_cond_timedwait, 0, until, true, pthread_cond_t *c, pthread_mutex_t *m, const timespec *until)
CONDITION(pthread_cond_clockwait, clock, until, false, pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock,
          const timespec *until)
int pthread_cond_signal(pthread_cond_t *c)
{
    return wake_one(of(c, IN_OTHERS), 0), 0;
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
C11(void, mtx_destroy, mtx_t, pthread_mutex_destroy, pthread_mutex_t)
C11(void, cnd_destroy, cnd_t, pthread_cond_destroy, pthread_cond_t)
C11(int, mtx_lock, mtx_t, pthread_mutex_lock, pthread_mutex_t)
C11(int, mtx_trylock, mtx_t, pthread_mutex_trylock, pthread_mutex_t)
C11(int, mtx_unlock, mtx_t, pthread_mutex_unlock, pthread_mutex_t)
C11(int, cnd_signal, cnd_t, pthread_cond_signal, pthread_cond_t)
C11(int, cnd_broadcast, cnd_t, pthread_cond_broadcast, pthread_cond_t)
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
}
