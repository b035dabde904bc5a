/* worker.cpp - see worker.hpp. Stacks are changed by libc's swapcontext, which a build with sanitizers has told the
 * sanitizer of (sanitized_contexts.cpp). */
#include "engine/worker.hpp"

#include <cstdint>
#include <stdexcept>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h> /* tells valgrind of stacks; nothing happens without it */
#else
#define VALGRIND_STACK_REGISTER(FROM, TO) 0
#define VALGRIND_STACK_DEREGISTER(NUMBER) static_cast<void>(NUMBER)
#endif

#include "engine/stack_switch.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t stack_bytes = stacks_are_told ? 1 << 20 : 1 << 18;

/* Thrown where the work has stopped, and caught where it began. */
struct Left {
};

} // namespace

struct Worker::Stacks {
    ucontext_t own{}, caller{};
    std::size_t guard_bytes =
        static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); /* below it, where nothing may be written */
    void *bottom = mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned for_valgrind = 0;

    char *lowest() const
    {
        return static_cast<char *>(bottom) + guard_bytes;
    }
    Stacks()
    {
        if (bottom == MAP_FAILED || mprotect(bottom, guard_bytes, PROT_NONE) != 0)
            throw std::runtime_error("no memory for the stack of a request to the host");
        for_valgrind = VALGRIND_STACK_REGISTER(lowest(), lowest() + stack_bytes);
    }
    ~Stacks()
    {
        VALGRIND_STACK_DEREGISTER(for_valgrind);
        munmap(bottom, guard_bytes + stack_bytes);
    }
    Stacks(const Stacks &) = delete;
    Stacks &operator=(const Stacks &) = delete;
};

Worker::Worker() : stacks_(std::make_unique<Stacks>())
{
    getcontext(&stacks_->own);
    stacks_->own.uc_stack.ss_sp = stacks_->lowest();
    stacks_->own.uc_stack.ss_size = stack_bytes;
    void (*entry)(unsigned, unsigned) =
        [](unsigned low, unsigned high) { /* makecontext passes nothing but int */
                                          reinterpret_cast<Worker *>(std::uintptr_t{high} << 32 | low)->work_for_ever();
        };
    const auto at = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&stacks_->own, reinterpret_cast<void (*)()>(entry), 2, static_cast<unsigned>(at),
                static_cast<unsigned>(at >> 32));
}

Worker::~Worker()
{
    leaves_ = true;
    if (work_ != nullptr)
        go_on();
}

void Worker::work_for_ever()
{
    for (;;) {
        try {
            work_();
        } catch (const Left &) {
        }
        work_ = nullptr;
        swapcontext(&stacks_->own, &stacks_->caller);
    }
}

bool Worker::begin(std::function<void()> work)
{
    work_ = std::move(work);
    return go_on();
}

bool Worker::go_on()
{
    swapcontext(&stacks_->caller, &stacks_->own);
    return work_ == nullptr;
}

void Worker::stop()
{
    swapcontext(&stacks_->own, &stacks_->caller);
    if (leaves_)
        throw Left();
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

Worker &Workers::take()
{
    if (unused_.empty()) {
        all_.push_back(std::make_unique<Worker>());
        unused_.push_back(all_.back().get());
    }
    Worker *w = unused_.back();
    unused_.pop_back();
    return *w;
}

void Workers::give_back(Worker &w)
{
    unused_.push_back(&w);
}

void Workers::end()
{
    unused_.clear();
    all_.clear();
}

} // namespace ap1000
