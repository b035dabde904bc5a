/* course.hpp - the turns of one task. Its program gives the turn back, the kernel executes its posts and its request in
 * simulated time, and the program gets the turn again: this is one round, a sequence of steps (step.hpp). Only the
 * control program, which may stop in the middle of a request, runs on a worker. */
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "kernel/machine_parts.hpp"
#include "kernel/outbox.hpp"
#include "kernel/requests/requests.hpp"
#include "kernel/task.hpp"
#include "kernel/task_clock.hpp"
#include "kernel/task_marks.hpp"
#include "kernel/task_output.hpp"

namespace ap1000
{

class Course : public ExecutionOwner
{
  public:
    /* gone: called when the process has ended, too; do not delete the course before that call has returned. */
    Course(MachineParts &machine, std::unique_ptr<Execution> execution, std::uint64_t number, int tid, Node &node,
           std::string file, const TaskOrigin &origin, std::function<void(Course &)> gone);

    ~Course() override;

    Task task;

    /* Returns true if the task waits in a way that can end early and begin again. */
    bool may_be_interrupted() const;

    /* Gives the task this signal with its next turn: at once if it may be interrupted. */
    void send_signal(int number);

    /* A signal has ended the process: what the process would have done after now does not happen. */
    void cut_short();

    /* Finds out how the task's process has ended, if the machine has started it. */
    void note_exit();

    /* The machine ends: the task's output is shown. */
    void flush_output();

    /* ---- ExecutionOwner ---- */

    void pass_on_output() override;
    bool reader_is_behind() const override;
    void send_early() override;
    void has_given_turn_back(bool last) override;
    void complain_of_turn(const std::string &what) override;
    bool may_fall_behind() const override;
    void came_to_call() override;
    void turns_are_long(bool long_ones) override;

  private:
    /* The steps of a round, in their order. */
    void look();
    void all_posted();
    void sent_early();
    void ask();
    void served();
    void end();
    void nothing();

    bool take_turn();
    bool take_marks();
    void give_turn();

    /* course_ahead.cpp: the same for a task that runs ahead of simulated time. */
    bool take_segment();
    bool goes_on();
    void give_turn_ahead();
    void prepare_turn_ahead();

    MachineParts &machine_;
    TaskMarks marks_;
    TaskClock clock_;
    Outbox outbox_;
    TaskOutput output_;
    TaskRequest::Parts parts_;
    Requests requests_;
    std::unique_ptr<TaskAhead> ahead_; /* nullptr: it never runs ahead */
    bool died_ = false;                /* seen at the beginning of this round */

    /* A detached program's posts are being sent; it has given the turn back since. */
    bool sends_early_ = false, gave_turn_back_ = false;
    bool is_without_end_ = false;   /* it has been named for this turn */
    std::uint32_t sent_before_ = 0; /* early posts of turns before this one, which its marks do not count */
    const std::function<void(Course &)> gone_;
};

} // namespace ap1000
