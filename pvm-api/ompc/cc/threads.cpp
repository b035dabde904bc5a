// threads.cpp - pthread_create and what belongs to the life of a thread. A thread runs on a task of its own; a task
// whose thread has ended runs the next.
#include <cerrno>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <link.h>
#include <pthread.h>
#include <threads.h>
#include <unwind.h>

#include <pvm3.h>

#include "cc.hpp"

namespace ompc::cc
{
namespace
{
thread *of(pthread_t t)
{
    return reinterpret_cast<thread *>(t);
}

int number(const thread *t)
{
    return static_cast<int>(t - state->threads);
}

// A task that waits for a thread, or the number of a new one.
int claim(int first_state)
{
    for (int k = 1; k < state->count; k++) {
        int idle = THREAD_IDLE;
        if (state->threads[k].state.compare_exchange_strong(idle, first_state))
            return k;
    }
    const int k = state->count.fetch_add(1);
    if (k >= THREADS)
        fail("there are more than %d threads at one time", THREADS);
    state->threads[k].state = first_state;
    return k;
}

int create(pthread_t *to, bool detached, void *(*first)(void *), void *argument)
{
    on_library([to, detached, first, argument] {
        machine();
        const int k = claim(detached ? THREAD_DETACHED : THREAD_RUNS);
        state->live++;
        thread &t = state->threads[k];
        t.joiner = 0;
        int tid = t.tid;
        if (tid == 0)
            begin_task(k);
        else
            machine().learn(k, tid);
        *to = reinterpret_cast<pthread_t>(&t); // which the thread may look at
        start_thread(k, first, argument);
        return 0;
    });
    return 0;
}

// ns: how long to wait at most; 0: not at all, -1: for ever.
int join(pthread_t id, void **result, std::int64_t ns)
{
    if (!is_shared(of(id)))
        return ESRCH;
    if (number(of(id)) == self)
        return EDEADLK;
    static void *got;
    const long code = on_library([id, ns]() -> long {
        thread &t = *of(id);
        const int me = self + 1;
        const auto own = [&t] { __atomic_fetch_or(&t.tid, 0, __ATOMIC_SEQ_CST); }; // the page
        own();
        if (t.state == THREAD_RUNS) {
            if (ns == 0)
                return EBUSY;
            t.joiner = me;
            const waited w = {"pthread_join", nullptr, number(&t) + 1};
            if (!wait_for_wake(w, ns)) {
                own();
                if (t.state == THREAD_RUNS)
                    return t.joiner = 0, ETIMEDOUT;
                wait_for_wake(w);
            }
        } else if (t.state != THREAD_ENDED) {
            return EINVAL;
        }
        got = t.result;
        set_format(t.said);
        t.state = THREAD_IDLE;
        return 0;
    });
    if (code == 0 && result != nullptr)
        *result = got;
    return static_cast<int>(code);
}

// What the program asks of a thread at its end.
struct at_end {
    void (*call)(void *);
    void *object;
};
constexpr unsigned FIRST_KEY = 0x10000, KEYS = 512; // a key is its place, and above that which user of it
at_end endings[256];
int endings_count;
struct {
    pthread_key_t key; // 0: none
    void *value;
} values[KEYS];
void *result_of_exit;
__pthread_unwind_buf_t *cleanups; // newest first; __pad[0] is the next

pthread_key_t key_of(const shared_state::key &k) // while it is used
{
    return (k.changes / 2 + 1) * FIRST_KEY + static_cast<unsigned>(&k - state->keys);
}

void run_endings()
{
    end_thread_locals();
    for (int round = 0, again = 1; again && round < 4; round++) {
        again = 0;
        for (auto &v : values)
            if (void *value = std::exchange(v.value, nullptr)) {
                const auto &k = state->keys[v.key % KEYS];
                if (k.destroy != nullptr && key_of(k) == v.key)
                    k.destroy(value), again = 1;
            }
    }
}

void finish_by_exit()
{
    end_thread(result_of_exit);
    if (self == 0)
        std::exit(0);
    leave_stack();
}

void go_on_exiting()
{
    if (__pthread_unwind_buf_t *b = cleanups) {
        cleanups = static_cast<__pthread_unwind_buf_t *>(b->__pad[0]);
        longjmp(reinterpret_cast<__jmp_buf_tag *>(b), 1);
    }
    static _Unwind_Exception unwinding;
    std::memset(&unwinding, 0, sizeof unwinding);
    _Unwind_ForcedUnwind(
        &unwinding,
        [](int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception *, _Unwind_Context *, void *) {
            if ((actions & _UA_END_OF_STACK) != 0)
                finish_by_exit();
            return _URC_NO_REASON;
        },
        nullptr);
    finish_by_exit();
}
} // namespace

void end_thread_locals()
{
    while (endings_count > 0) {
        const at_end e = endings[--endings_count];
        e.call(e.object);
    }
}

void end_thread(void *result)
{
    run_endings();
    std::cout.flush();
    on_library([result] {
        thread &t = state->threads[self];
        t.result = result;
        t.said = format_now();
        int runs = THREAD_RUNS, joiner = 0;
        if (t.state.compare_exchange_strong(runs, THREAD_ENDED))
            joiner = t.joiner;
        else
            t.state = THREAD_IDLE;
        if (joiner > 0)
            wake(joiner - 1);
        const int left = --state->live;
        if (self == 0 && left > 0) {
            state->main_waits = true;
            while (state->live > 0)
                wait_for_wake({"pthread_exit"});
        } else if (left == 0 && state->main_waits) {
            wake(0);
        }
        return 0;
    });
}

// What is thread_local begins anew. The library's own are kept.
void forget_thread()
{
    runtime *r = current();
    dl_iterate_phdr(
        [](dl_phdr_info *info, std::size_t, void *) {
            for (int i = 0; i < info->dlpi_phnum; i++)
                if (const auto &h = info->dlpi_phdr[i]; h.p_type == PT_TLS && info->dlpi_tls_data != nullptr) {
                    auto *block = static_cast<char *>(info->dlpi_tls_data);
                    std::memcpy(block, reinterpret_cast<char *>(info->dlpi_addr + h.p_vaddr), h.p_filesz);
                    std::memset(block + h.p_filesz, 0, h.p_memsz - h.p_filesz);
                }
            return 1; // the first is the program
        },
        nullptr);
    set_current(r);
}
} // namespace ompc::cc

using namespace ompc::cc;

extern "C" {
int pthread_create(pthread_t *to, const pthread_attr_t *attributes, void *(*first)(void *), void *argument)
{
    int how = PTHREAD_CREATE_JOINABLE;
    if (inside)
        return NEXT(pthread_create)(to, attributes, first, argument);
    if (attributes != nullptr)
        pthread_attr_getdetachstate(attributes, &how);
    return create(to, how == PTHREAD_CREATE_DETACHED, first, argument);
}

#define JOIN(name, ns, ...)          \
    int name(__VA_ARGS__)            \
    {                                \
        return join(id, result, ns); \
    }
JOIN(pthread_join, -1, pthread_t id, void **result)
JOIN(pthread_tryjoin_np, 0, pthread_t id, void **result)
JOIN(pthread_timedjoin_np, ns_until(CLOCK_REALTIME, until), pthread_t id, void **result, const timespec *until)
JOIN(pthread_clockjoin_np, ns_until(clock, until), pthread_t id, void **result, clockid_t clock, const timespec *until)

int pthread_detach(pthread_t id)
{
    int runs = THREAD_RUNS, ended = THREAD_ENDED;
    std::atomic<int> &s = of(id)->state;
    return s.compare_exchange_strong(runs, THREAD_DETACHED) || s.compare_exchange_strong(ended, THREAD_IDLE) ? 0
                                                                                                             : EINVAL;
}

pthread_t pthread_self() SAME_AS(thrd_current);

int pthread_equal(pthread_t a, pthread_t b) SAME_AS(thrd_equal);

void pthread_exit(void *result)
{
    result_of_exit = result;
    go_on_exiting();
    std::abort();
}

void __pthread_register_cancel(__pthread_unwind_buf_t *b)
{
    b->__pad[0] = cleanups;
    cleanups = b;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *b)
{
    cleanups = static_cast<__pthread_unwind_buf_t *>(b->__pad[0]);
}

void __pthread_unwind_next(__pthread_unwind_buf_t *)
{
    go_on_exiting();
    std::abort();
}

int pthread_cancel(pthread_t)
{
    on_library([]() -> long { ompc::fail("pthread_cancel: a thread on a simulated cell cannot be cancelled"); });
    return ENOSYS;
}

int __cxa_thread_atexit(void (*call)(void *), void *object, void *)
{
    if (endings_count == sizeof endings / sizeof *endings)
        on_library([]() -> long { ompc::fail("a thread has more than 256 thread_local objects"); });
    endings[endings_count++] = {call, object};
    return 0;
}

// ---- Keys

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
    if (inside)
        return NEXT(pthread_key_create)(key, destroy);
    for (auto &k : state->keys)
        if (unsigned n = k.changes; n % 2 == 0 && n < 0x1fff0 && k.changes.compare_exchange_strong(n, n + 1)) {
            k.destroy = destroy;
            *key = key_of(k);
            return 0;
        }
    return EAGAIN;
}

int pthread_key_delete(pthread_key_t key)
{
    if (key < FIRST_KEY)
        return NEXT(pthread_key_delete)(key);
    auto &k = state->keys[key % KEYS];
    unsigned n = k.changes;
    return n % 2 == 1 && key_of(k) == key && k.changes.compare_exchange_strong(n, n + 1) ? 0 : EINVAL;
}

void *pthread_getspecific(pthread_key_t key)
{
    if (key < FIRST_KEY)
        return NEXT(pthread_getspecific)(key);
    const auto &v = values[key % KEYS];
    return v.key == key ? v.value : nullptr;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key < FIRST_KEY)
        return NEXT(pthread_setspecific)(key, value);
    values[key % KEYS] = {key, const_cast<void *>(value)};
    return 0;
}

// ---- The same by C11's names

int thrd_create(thrd_t *to, thrd_start_t first, void *argument)
{
    return create(to, false, reinterpret_cast<void *(*)(void *)>(reinterpret_cast<void *>(first)), argument) == 0
               ? thrd_success
               : thrd_error;
}
int thrd_join(thrd_t t, int *result)
{
    void *r = nullptr;
    const int code = pthread_join(t, &r);
    if (result != nullptr)
        *result = static_cast<int>(reinterpret_cast<std::intptr_t>(r));
    return code == 0 ? thrd_success : thrd_error;
}
void thrd_exit(int result)
{
    pthread_exit(reinterpret_cast<void *>(static_cast<std::intptr_t>(result)));
}
int thrd_detach(thrd_t t) SAME_AS(pthread_detach);
thrd_t thrd_current()
{
    return reinterpret_cast<thrd_t>(&state->threads[self]);
}
int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}
void *tss_get(tss_t key) SAME_AS(pthread_getspecific);
int tss_create(tss_t *key, tss_dtor_t destroy)
{
    return pthread_key_create(key, destroy) == 0 ? thrd_success : thrd_error;
}
void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}
int tss_set(tss_t key, void *value)
{
    return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
}
