/* stack_switch.hpp - tells the address and the thread sanitizer that the thread goes on on another stack, which they
 * cannot see by themselves. In a build without them, nothing. */
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <cstdint>
#include <vector>

#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace ap1000
{

/* Are SimGrid's actors to change stacks in a way that sanitized_contexts.cpp knows? */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool stacks_are_told = true;
#else
constexpr bool stacks_are_told = false;
#endif

struct Stack {
    const void *bottom = nullptr; /* its lowest address */
    std::size_t bytes = 0;
};

/* What the sanitizer has marked on a stack (the surroundings of variables), for one that is to share its place with
 * others: while it is not there, it has its marks with it. */
class StackMarks
{
  public:
    /* The stack goes, of which all between these is in use: its marks are taken up, and the place is unmarked. */
    void take([[maybe_unused]] const void *lowest, [[maybe_unused]] const void *top)
    {
#if defined(__SANITIZE_ADDRESS__)
        const unsigned char *from = shadow_of(lowest);
        marks_.resize(static_cast<std::size_t>(shadow_of(top) - from));
        copy(from, marks_.data(), marks_.size());
        __asan_unpoison_memory_region(
            lowest, static_cast<std::size_t>(static_cast<const char *>(top) - static_cast<const char *>(lowest)));
#endif
    }

    /* It is back, up to the same top. */
    void put([[maybe_unused]] const void *top) const
    {
#if defined(__SANITIZE_ADDRESS__)
        copy(marks_.data(), shadow_of(top) - marks_.size(), marks_.size());
#endif
    }

  private:
#if defined(__SANITIZE_ADDRESS__)
    /* The shadow has none itself: memcpy would be stopped there. */
    __attribute__((no_sanitize("address", "undefined"))) static void copy(const volatile unsigned char *from,
                                                                          volatile unsigned char *to, std::size_t n)
    {
        for (std::size_t i = 0; i < n; i++)
            to[i] = from[i];
    }
    static unsigned char *shadow_of(const void *at)
    {
        std::size_t scale = 0, offset = 0;
        __asan_get_shadow_mapping(&scale, &offset);
        return reinterpret_cast<unsigned char *>((reinterpret_cast<std::uintptr_t>(at) >> scale) + offset);
    }
    std::vector<unsigned char> marks_;
#endif
};

/* The one who was on it has gone without returning from its functions: another one begins there, or no stack. */
inline void unmark_stack([[maybe_unused]] const Stack &s)
{
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(s.bottom, s.bytes);
#endif
}

/* To be made just before the switch to that stack. `arrived` is for the side that is switched to: by the one who has
 * left it before, when it is back, and by a new stack with nullptr. */
class StackSwitch
{
  public:
    explicit StackSwitch([[maybe_unused]] const Stack &to)
    {
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(&kept_, to.bottom, to.bytes);
#endif
    }

    /* Returns the stack that was left for this one. */
    static Stack arrived([[maybe_unused]] const StackSwitch *back)
    {
        Stack from;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(back != nullptr ? back->kept_ : nullptr, &from.bottom, &from.bytes);
#endif
        return from;
    }

  private:
#if defined(__SANITIZE_ADDRESS__)
    void *kept_ = nullptr; /* the sanitizer's own */
#endif
};

/* One who runs on a stack of its own in a thread, for the thread sanitizer: it keeps who has called whom, and what
 * happened before what, by these. */
class Fiber
{
  public:
    Fiber() = default;
    Fiber(const Fiber &) = delete;
    Fiber &operator=(const Fiber &) = delete;
    ~Fiber()
    {
        end();
    }

    /* Just before the switch to its stack; the first time it begins. */
    void enter()
    {
#if defined(__SANITIZE_THREAD__)
        from_ = __tsan_get_current_fiber();
        if (its_ == nullptr)
            its_ = __tsan_create_fiber(0);
        __tsan_switch_to_fiber(its_, 0);
#endif
    }

    /* On its stack, just before the switch back. */
    void leave()
    {
#if defined(__SANITIZE_THREAD__)
        __tsan_switch_to_fiber(from_, 0);
#endif
    }

    /* It is not entered any more. */
    void end()
    {
#if defined(__SANITIZE_THREAD__)
        if (its_ != nullptr)
            __tsan_destroy_fiber(its_);
        its_ = nullptr;
#endif
    }

  private:
#if defined(__SANITIZE_THREAD__)
    void *its_ = nullptr, *from_ = nullptr;
#endif
};

} // namespace ap1000
