/* run_end.hpp - decides when a run is over, and with which exit code: the program's own; 128 + n after signal n;
 * exit_deadlock; 125 at the end of simulated time. */
#pragma once

#include <cstdint>
#include <map>

#include "engine/events.hpp"
#include "kernel/carrier.hpp"
#include "kernel/reports.hpp"
#include "kernel/run_options.hpp"
#include "kernel/task_register.hpp"

namespace ap1000
{

class RunEnd
{
  public:
    /* All arguments must outlive it. */
    RunEnd(const RunOptions &options, Carrier &carrier, const Events &timeline, const TaskRegister &tasks,
           const Barriers &barriers, Reports &reports);

    /* ---- what happens -------------------------------------------------------------------------------------------- */

    /* progress: a message has arrived, or a task has ended. looked: a task has looked for a message that is not there.
     * idled: the same, or it has slept, which stands for work. */
    void progress()
    {
        looks_ = idles_ = 0;
    }
    void looked(Task &t);
    void idled();
    bool nothing_happens() const /* but that tasks look for messages, or sleep; for some time now */
    {
        return idles_ > 100;
    }
    bool asks() const /* what comes next is to be an event, so that over_before is asked */
    {
        return asks_;
    }
    void set_master(const Task *t);    /* the program with which the run ends; nullptr: there is none */
    void program_ended(const Task &t); /* none of its processes is left; its exit_status is known if it was started
                                          here */
    void not_started();                /* a program could not be started: the run is over */
    void no_master();                  /* the program that started this machine for itself has not come */
    void results_are_lost();           /* a trace or a report that was asked for is not whole; that has been said */
    void halt();                       /* a task has asked for the end of the machine */

    /* ---- is it over? --------------------------------------------------------------------------------------------- */

    /* By what has happened in the machine; the carrier says when it is to stop (News). */
    bool over() const
    {
        return over_;
    }

    /* Is called when nothing runs and no event is left. Returns true if nothing can happen any more; if that is a
     * fault, it has been reported. Returns false to look again. */
    bool over_when_idle();

    /* The next event is at this time; idle: no message is under way. Returns true if the event is not to happen, since
     * the master has ended and the other tasks only look for messages, or since it lies beyond the end of simulated
     * time. That has been reported. */
    bool over_before(Ns next, bool idle)
    {
        return (asks_ && ends_what_lingers(idle)) ||
               (next >= end_of_time && next != Events::never && ends_since_it_is_late());
    }

    /* Prints which signal has ended the run, if one has. */
    void say_signal();

    /* ending: what programs that still wait get. exit_code: the exit code of the command, after all have ended. */
    Ending ending() const;
    int exit_code() const;

  private:
    void notice_free_computing(const Task &t);
    bool only_looks() const;
    bool ends_what_lingers(bool idle);
    bool ends_since_it_is_late();

    const RunOptions &options_;
    Carrier &carrier_;
    const Events &timeline_;
    const TaskRegister &tasks_;
    const Barriers &barriers_;
    Reports &reports_;
    const Task *master_ = nullptr;
    std::uint64_t looks_ = 0, idles_ = 0; /* in a row: looks of all tasks; the same and sleeps */
    bool asks_ = false, said_looks_ = false, said_free_ = false;
    int looks_of_ = 0;                /* the task that looked last where the clock was read, */
    std::int64_t looks_spent_ns_ = 0; /* what its program had spent at the first of its looks, */
    Ns looks_since_ = 0;              /* and simulated time then */
    int exit_code_ = 0;
    int stuck_looks_ = 0;
    std::map<int, Ns> stuck_state_; /* since when each task has done what it does, at the last look */
    bool ended_by_signal() const;
    void notice_stuck();

    bool over_ = false, late_ = false, halted_ = false, deadlock_ = false, master_gone_ = false;
};

} // namespace ap1000
