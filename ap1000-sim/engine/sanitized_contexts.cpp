/* sanitized_contexts.cpp - only in a build with the address or the thread sanitizer: libc's makecontext and swapcontext
 * as workers and SimGrid use them, with a word to the sanitizer before and after each change of stacks. Without it the
 * sanitizer takes all of them for one stack: an exception that passes leaves marks behind which the next one trips
 * over, a vfork fails, and of a race nobody knows whose it is. These stand before libc's because the executable's names
 * come first; it exports them, for SimGrid is opened later. Not here: tasks in process, which switch without libc
 * (carriers/inprocess). */
#include <cstdarg>
#include <cstdint>
#include <dlfcn.h>
#include <map>
#include <pthread.h>
#include <ucontext.h>

#include "engine/stack_switch.hpp"

namespace ap1000
{
namespace
{

/* What is known of a context besides what libc keeps. */
struct Context {
    Stack stack;
    void *fiber = nullptr; /* the thread sanitizer's */
};

using Entry = void (*)(int, int); /* workers and SimGrid pass one pointer, as two halves */

std::map<const ucontext_t *, Context> contexts;

Stack current; /* nullptr: the thread's own, nobody has changed it yet */

Stack stack_of_thread()
{
    Stack all;
    void *bottom = nullptr;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &bottom, &all.bytes);
        pthread_attr_destroy(&attributes);
    }
    all.bottom = bottom;
    return all;
}

/* A function of libc itself: the sanitizer has functions of these names, too, which only warn. */
template <typename Function> Function *in_libc(const char *name)
{
    return reinterpret_cast<Function *>(dlsym(dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), name));
}

void enter(unsigned entry_low, unsigned entry_high, int low, int high)
{
    StackSwitch::arrived(nullptr);
    reinterpret_cast<Entry>(std::uintptr_t{entry_high} << 32 | entry_low)(low, high);
}

} // namespace
} // namespace ap1000

using namespace ap1000;

#define BEFORE_LIBC extern "C" __attribute__((visibility("default"), no_sanitize("thread")))

BEFORE_LIBC void makecontext(ucontext_t *c, void (*entry)(), int n, ...) noexcept
{
    static auto *const make = in_libc<decltype(::makecontext)>("makecontext");
    va_list halves;
    va_start(halves, n);
    const int low = va_arg(halves, int), high = va_arg(halves, int);
    va_end(halves);
    Context &made = contexts[c];
    made.stack = {c->uc_stack.ss_sp, c->uc_stack.ss_size};
#if defined(__SANITIZE_THREAD__)
    if (made.fiber != nullptr)
        __tsan_destroy_fiber(made.fiber);
    made.fiber = __tsan_create_fiber(0);
#endif
    const auto at = reinterpret_cast<std::uintptr_t>(entry);
    make(c, reinterpret_cast<void (*)()>(enter), 4, static_cast<unsigned>(at), static_cast<unsigned>(at >> 32), low,
         high);
}

BEFORE_LIBC int swapcontext(ucontext_t *from, const ucontext_t *to) noexcept
{
    static auto *const swap = in_libc<decltype(::swapcontext)>("swapcontext");
    if (current.bottom == nullptr)
        current = stack_of_thread();
    Context &own = contexts[from]; /* one that nobody has made is where the caller is */
    own.stack = current;
#if defined(__SANITIZE_THREAD__)
    own.fiber = __tsan_get_current_fiber();
#endif
    const Context &next = contexts.at(to);
    StackSwitch to_next(next.stack);
    current = next.stack;
#if defined(__SANITIZE_THREAD__)
    __tsan_switch_to_fiber(next.fiber, 0);
#endif
    const int result = swap(from, to);
    StackSwitch::arrived(&to_next);
    return result;
}
