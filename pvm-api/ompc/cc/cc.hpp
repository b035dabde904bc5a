// cc.hpp - what the files of ompc-cc's library share: a program of threads runs on the tasks of a PVM machine, and
// all its memory (data, heap, stacks) is shared memory whose accesses are caught page by page.
//
// The library works on a stack and a heap of its own, because the pages of the program's may be taken away while it
// waits. Objects that threads wait for lie in shared memory, each inside one page: who has touched it for writing
// has it alone until the next call of PVM.
#pragma once

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <new>
#include <string>
#include <unistd.h>
#include <utility>

#include "../src/paging.hpp"

extern "C" char __executable_start[], etext[];

namespace ompc::cc
{
constexpr int THREADS = 256; // at one time, main among them
constexpr std::size_t PAGE = 4096, MAIN_STACK = std::size_t(8) << 20;

enum thread_state { THREAD_FREE, THREAD_RUNS, THREAD_ENDED, THREAD_DETACHED, THREAD_IDLE };

struct format { // of std::cout, which goes with a thread's creation, and back when it is joined
    int flags;
    short precision;
    char fill;
};

struct alignas(32) thread { // which may run on task `tid`
    std::atomic<int> state;
    int tid, joiner; // joiner: 1 + its number, or 0
    void *result;
    format said; // by std::cout when it ended
};

struct exit_call { // what atexit is told of, and the destructors of static objects
    exit_call *next;
    void (*call)(void *);
    void *object;
};

static_assert(sizeof(thread) == 32);

// In shared memory, at the beginning of the heap; zero at first.
struct shared_state {
    alignas(PAGE) std::atomic<std::size_t> heap_next;
    alignas(PAGE) std::atomic<int> count, live;
    std::atomic<bool> main_waits;     // has called pthread_exit
    std::atomic<exit_call *> at_exit; // newest first
    char **environment;
    struct handler {
        struct sigaction action;
        bool set;
    };
    alignas(PAGE) handler handlers[NSIG]; // and what else a process has (calls.cpp): as main, and who follows, set it
    char folder[4096];                    // "": as at first
    int mask;                             // 1 + umask, or 0
    alignas(PAGE) struct {                // of random(): the memory that the program gave last, or the first
        random_data data;
        char *given, first[128];
    } random;
    struct {
        drand48_data data; // its factor and summand
        unsigned short now[3], before[3];
    } random48;
    struct key {
        std::atomic<unsigned> changes; // odd: it is used
        void (*destroy)(void *);
    };
    alignas(PAGE) key keys[512];
    alignas(
        PAGE) std::atomic<std::uint64_t> freed[128]; // by all tasks, of each size: a number of changes, and the first
    alignas(PAGE) thread threads[THREADS];
};

extern paging &memory;      // of this task
extern shared_state *state; // the same address everywhere
extern bool &inside;        // the library runs, on its own stack and heap
extern int self;            // number of the thread that this task runs
extern std::size_t heap_bytes, stack_bytes;

bool is_shared(std::uintptr_t at);
inline bool is_shared(const volatile void *p)
{
    return is_shared(reinterpret_cast<std::uintptr_t>(p));
}
void *shared_malloc(std::size_t bytes, std::size_t align = 16);

// Starts the machine, if that has not happened; and the further tasks.
runtime &machine();
void begin_task(int k);
void start_thread(int k, void *(*first)(void *), void *argument);
void end_thread(void *result); // everything but the end of its stack
void end_thread_locals();      // in C++: their destructors
[[noreturn]] void leave_stack();
void wake(int k);
struct waited { // for, as reports of a deadlock say it
    const char *call;
    const void *object = nullptr; // the program's
    int holder = 0;               // 1 + the number of a thread
};
bool wait_for_wake(const waited &w, std::int64_t ns = -1, bool *cut = nullptr); // false: not within this time, or cut
std::int64_t ns_until(clockid_t clock, const timespec *until);
void serve_a_while();                    // in a loop that waits
inline bool is_program(const void *code) // or the library, which is linked to it
{
    return code >= __executable_start && code < etext;
}
inline bool serves_others() // while it waits for what is none of theirs
{
    return current() != nullptr && state->live > 1;
}
extern bool streams_begin; // what is allocated now lies at the same address in all tasks
void make_streams(bool child);
enum had_run { NO_HANDLER, ONE_WITH_RESTART, ONE_WITHOUT };
// A wait that a handler ends: handlers are put off, so that none is lost and none runs inside the library, and let
// through now and then. At its end the mask is as before, and errno stays.
class handlers_put_off
{
  public:
    explicit handlers_put_off(const sigset_t *mask = nullptr); // whose signals wait, instead of those blocked before
    ~handlers_put_off();
    had_run let_through() const;

  private:
    sigset_t before_, mask_;
};
extern had_run handled[NSIG], handlers_ran;                // by the program in this task
extern volatile bool in_handler, handles_inside, has_late; // signals that wait until the library has ended its call
void let_late_run();
void fetch_stack(std::uintptr_t begin, std::uintptr_t end); // and what is below
sigset_t put_off();                                         // all of them; gives the mask before
struct handled_inside {                                     // while a thread waits for another one, or for its next
    bool outer = std::exchange(handles_inside, true);
    handled_inside()
    {
        let_late_run();
    }
    ~handled_inside()
    {
        handles_inside = outer;
    }
};
// A wait inside the library: step(ns), true: it is over, has the whole time, or parts between which handlers run. One
// without SA_RESTART cuts it, if `cut` is given.
bool wait_in_steps(std::int64_t ns, const std::function<bool(std::int64_t)> &step, bool *cut);
bool wait_until_cut(std::int64_t ns, bool &cut); // for TAG_WAKE; false: the time is over, or it was cut
// Looks until look(ms), which may wait so long, is not 0, or for ns; -1: for ever. A handler ends it with EINTR, one
// with SA_RESTART only if `any`. Others are served meanwhile.
using looking = std::function<long(int)>;
long wait_for(const looking &look, std::int64_t ns, bool any, useconds_t step_us = 10000, bool input = false);
void sleep_ns(std::int64_t ns);                    // whatever handlers do
std::int64_t sleep_with_handlers(std::int64_t ns); // what is left of it when one has ended it
void end_sleep();                                  // by one
bool has_input(int fd);
bool wait_for_input(int fd, int flags); // flags as of recv; false: errno says why it is over
extern bool reads_input;                // main does, while it serves others
void join_process();                    // in a thread that begins: handlers of signals, the current folder, umask
format format_now();
void set_format(const format &f);
void add_stream_handlers(runtime &r);
void print_what_waited();
void flush_streams();
[[noreturn]] void cannot(const char *what);
void note_open_files();   // those are PVM's: a thread that uses one of them means another task's
bool streams_are_empty(); // nothing is there to flush
void check_file(int fd);  // ends the program if it was another thread's
void forget_thread();     // its keys and thread_local variables, with their destructors
void *stack_top(int k);

void run_inside(long (*call)(void *), void *what, long *result);
void leave_wait(); // for good, from a handler in it

// Calls f on the library's stack; its captures are copied there.
template <class F> long on_library(F f)
{
    if (inside)
        return f();
    flush_streams(); // which comes here, too
    static_assert(sizeof(F) <= 128);
    alignas(16) static char place[128];
    static long result;
    inside = true; // from here on no handler uses those two
    new (place) F(std::move(f));
    run_inside([](void *p) -> long { return (*static_cast<F *>(p))(); }, place, &result);
    const long got = result;
    inside = false;
    let_late_run();
    return got;
}

template <class F> F *next(F *, const char *name)
{
    return reinterpret_cast<F *>(dlsym(RTLD_NEXT, name));
}
#define SAME_AS(name) __attribute__((alias(#name)))
// The function of this name behind ours.
#define NEXT(name)                                       \
    ([] {                                                \
        static auto *f = ompc::cc::next(&::name, #name); \
        return f;                                        \
    }())
} // namespace ompc::cc
