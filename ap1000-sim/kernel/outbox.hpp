/* outbox.hpp - the messages that a task's program has posted in its turn, until each is sent at its simulated time. */
#pragma once

#include <deque>
#include <vector>

#include "kernel/machine_parts.hpp"
#include "kernel/task.hpp"
#include "kernel/task_clock.hpp"

namespace ap1000
{

class Outbox
{
  public:
    /* All references must outlive it. after: the step that follows when all are sent. */
    Outbox(MachineParts &machine, Task &task, TaskClock &clock, Step after)
        : machine_(machine), task_(task), clock_(clock), after_(after)
    {
    }

    /* Each stays here until it is sent, so that waiting tasks may find their messages (ahead/ahead_queue.hpp). */
    std::deque<Post> &posts()
    {
        return posts_;
    }

    /* Takes what the program has posted. */
    void take();

    /* A step: sends all posts, or those left, one after the other; then `after` follows. */
    void send_all();

    /* The next one taken is the first of another turn. */
    void end_turn();

    /* Sets the receivers of the task's next post to an audience. */
    void set_audience(std::vector<int> tids);

  private:
    void is_due();
    void send_first();
    void send(Post &&p);

    MachineParts &machine_;
    Task &task_;
    TaskClock &clock_;
    const Step after_;
    std::deque<Post> posts_;
    std::uint32_t number_ = 0; /* of the next one to be sent, in its turn */
    std::vector<int> audience_;
};

} // namespace ap1000
