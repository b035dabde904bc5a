/* replay.hpp - replays what a task did ahead (ahead_queue.hpp) when simulated time comes there: its program has already
 * done what it would do now.
 *
 * At the call that was answered ahead the task waits, and is woken, like any other. Instead of the program, the kernel
 * takes in the messages that come, charges them, keeps what does not fit, and asks again, step by step as the library
 * does (receive_course.h): first it polls until nothing is there any more, then it waits until the message comes.
 * Then the segment that began with this message is what the program does now. */
#pragma once

#include "config/parameters.hpp"
#include "kernel/ahead/ahead_state.hpp"
#include "receive_course.h"

namespace ap1000
{

class Replay
{
  public:
    /* node: what messages cost where the task is. Both must outlive it. */
    Replay(AheadState &state, const NodeParameters &node) : state_(state), task_(state.task), node_(node)
    {
    }

    /* The task's call has an answer, and its program has had one before. Returns true if the segment that began with
     * that is what the task does now (state.current); false if it asks again (state.next_call). */
    bool resume(Ns now);

    /* The task's turn is over, or goes on: returns true if it does, and then what it has posted stays. */
    bool goes_on();

  private:
    Ns take_in(Message m);
    Message next_of_inbox();
    Ns read_inbox(mach_pull how);
    bool joins_next();
    bool goes_on_with_earlier();

    AheadState &state_;
    Task &task_;
    const NodeParameters &node_;
};

} // namespace ap1000
