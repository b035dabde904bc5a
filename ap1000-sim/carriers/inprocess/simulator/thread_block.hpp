/* thread_block.hpp - what a thread has of its own, for a task in process: errno, the locale, and all thread-local
 * variables, its program's and those of libraries. Compilers and libc find them by the thread's pointer, which is
 * changed with the stack; so the address of errno, which a compiler may keep, stays the task's whichever thread it runs
 * in.
 *
 * It is no thread, but to libc it is one with a number of its own: the locks that its program takes are its own,
 * whichever thread it runs in. A program finds its own variables at a fixed distance below the pointer, where those of
 * the simulator's executable would be. So the executable keeps that space free; those of the program's libraries lie
 * below them.
 *
 * The sanitizers keep their state in the real thread's block: with them there is only that one, and a task's variables
 * are copied there while it runs. */
#pragma once

#include <clocale>
#include <cstddef>
#include <vector>

namespace ap1000
{

constexpr std::size_t thread_room_bytes = std::size_t{1} << 12, thread_room_alignment = 64;

/* Can this computer's libc make such blocks? And does it take one instruction to change to one? */
bool has_thread_blocks();
bool thread_pointer_is_cheap();

class ThreadBlock
{
  public:
    ThreadBlock() = default;
    ~ThreadBlock();
    ThreadBlock(const ThreadBlock &) = delete;
    ThreadBlock &operator=(const ThreadBlock &) = delete;

    /* All is as a thread begins, and the program's variables are zero. False: no memory. */
    bool take();

    /* The program's variables: up to the thread's pointer. While it is entered they may be elsewhere. */
    unsigned char *end_of_room();

    /* From now on the thread that asks has this one; and its own again. In between it may change the stack. */
    void enter();
    void leave();

  private:
    unsigned char *pointer_ = nullptr, *of_thread_ = nullptr; /* that of the thread which has entered it */
    std::vector<unsigned char> kept_; /* with sanitizers: the program's variables while it is not entered; errno, */
    int errno_ = 0;
    locale_t locale_ = LC_GLOBAL_LOCALE;
};

} // namespace ap1000
