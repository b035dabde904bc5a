/* task_clock.hpp - the time of a task: what its program has spent by its own clock becomes simulated time, with and
 * without the node's processor; also sleeping and waiting. The observer learns of each piece. */
#pragma once

#include "engine/events.hpp"
#include "kernel/machine_parts.hpp"
#include "kernel/run_observer.hpp"
#include "kernel/step.hpp"
#include "kernel/task.hpp"
#include "kernel/task_marks.hpp"

namespace ap1000
{

class TaskClock
{
  public:
    /* All arguments must outlive it. */
    TaskClock(MachineParts &machine, Task &task, TaskMarks &marks);

    /* Each of these returns true if the time is over already, and the caller goes on. False: `after` follows later. */

    /* The program has come to this time of its own clock, so much of it on the processor, the rest before that idle.
     * Other tasks of the node may have the processor first. posts_before: so many posts of its turn lie before it. */
    bool spend(Ns clock, Ns processor, std::uint32_t posts_before, Step after);

    /* Sleeps until simulated time is there, or so long. */
    bool sleep_until(Ns t, Step after);
    bool sleep_for(Ns span, Step after);

    /* Waits at most so long; more than a run may take is for ever. A signal or the end of the process cuts it short,
     * and a message if it is awaited (Task::State::waiting). What follows begins with end_wait. */
    bool wait_at_most(Task::State why, Ns span, Step after);
    void end_wait();

    /* The wait that has just begun by begin_state is cut short at that time of the program's own clock, its alarm, too:
     * as by a signal. When the request was made both clocks were the same. MACH_FOREVER: it has set none. */
    void ends_at_alarm(Ns alarm);

    /* The same for a message, and the observer is told of both ends. */
    bool await_message(Ns span, Step after);
    void end_await();

    void begin_state(Task::State begun); /* now */
    void begin_state(Task::State begun, Ns now);

    /* The program's own clock is simulated time now: it is about to get the turn. Returns it. */
    Ns set();

    /* A signal has ended the process: what it sleeps for is over. */
    void cut_short();

    /* When it is for this task: simulated time, or when its turn began if it is behind (ahead/lookahead.hpp). */
    Ns own_now() const;

    /* Tell the observer that the task waits, or goes on. by: the message that ended the wait. */
    void tell_wait(Wait what);
    void tell_goes_on(std::uint64_t by = 0);

  private:
    Lookahead *behind() const;
    bool use_processor(Ns now);
    void note_spent(Ns end);
    void is_ready();
    void has_spent();

    MachineParts &machine_;
    Task &task_;
    TaskMarks &marks_;
    Ns posted_ns_;                    /* the task's own clock at its last post */
    Stretch stretch_{};               /* that passes now: */
    Ns stretch_processor_ = 0;        /* so much of it on the processor, */
    std::uint32_t stretch_posts_ = 0; /* so many posts before its end */
    Step after_spending_;
    Events::Id timer_{};             /* that ends the present wait; may have done so */
    std::size_t *counted_ = nullptr; /* where that is counted (pace.hpp); nullptr: nowhere */
    bool sleeping_ = false;
};

} // namespace ap1000
