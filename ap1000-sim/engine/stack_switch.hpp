/* stack_switch.hpp - tells the address sanitizer that the thread goes on on another stack, which it cannot see by
 * itself. In a build without it, nothing. */
#ifndef AP1000_STACK_SWITCH_HPP
#define AP1000_STACK_SWITCH_HPP

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
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

/* The one who was on it has gone without returning from its functions: another one begins there. */
inline void begin_stack([[maybe_unused]] const Stack &s)
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

} // namespace ap1000

#endif
