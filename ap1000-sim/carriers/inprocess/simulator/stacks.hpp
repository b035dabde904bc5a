/* stacks.hpp - changing from one stack to another, which is all of a switch between the simulator and a task. */
#pragma once

namespace ap1000
{

/* Does this computer have what the two below are written for? */
#if defined(__x86_64__)
constexpr bool stacks_can_switch = true;
#else
constexpr bool stacks_can_switch = false;
#endif

/* Keep where this one is in *from, and go on where `to` was kept. Returns when somebody switches back. */
void switch_stacks(void **from, void *to);

/* A place to switch to for the first time: at `entry`, with the stack pointer at `stack`, as the system begins a
 * program. */
void *stack_that_enters(void *stack, void (*entry)());

} // namespace ap1000
