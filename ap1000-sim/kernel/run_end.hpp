/* run_end.hpp - when a run is over, and with which exit code: the program's own, 128 + n after signal n, exit_deadlock,
 * 125 when simulated time has come to its end. */
#ifndef AP1000_RUN_END_HPP
#define AP1000_RUN_END_HPP

#include <cstdint>
#include <map>

#include "engine/timeline.hpp"
#include "kernel/carrier.hpp"
#include "kernel/reports.hpp"
#include "kernel/session.hpp"
#include "kernel/task_register.hpp"

namespace ap1000
{

class RunEnd
{
  public:
    /* All must outlive it. */
    RunEnd(const Session &session, Carrier &carrier, const Timeline &timeline, const TaskRegister &tasks,
           Reports &reports);

    /* ---- what happens ---------------------------------------------------------------------------------------------
     */

    /* A message has come, or a task has ended: something happens. A task has looked for a message that is not there: it
     * may be that nothing else will happen any more. */
    void progress()
    {
        polls_ = 0;
    }
    void poll()
    {
        polls_++;
    }
    void set_master(const Task *t);    /* the program with which the run ends; nullptr: there is none */
    void program_ended(const Task &t); /* no process of it is left; its exit_status is known if it was started here */
    void not_started();                /* a program could not be started: the run is over */
    void no_master();                  /* the program for whose sake it is has not come */
    void halt();                       /* a task has asked for the end */

    /* ---- is it over? ----------------------------------------------------------------------------------------------
     */

    bool over() const;

    /* Nothing runs and no event is left. True: nothing can happen any more, and if that is a fault it has been said;
     * false: look again. */
    bool over_when_idle();

    /* The master has ended, and all that the others do is to look for messages; if so that has been said. */
    bool over_when_lingering();

    /* The next event lies beyond the end of simulated time; if so that has been said. */
    bool over_when_late();

    /* Say which signal has ended the run, if one has. */
    void say_signal();

    /* What those get who still wait, and, when all have ended, the exit code of the command. */
    Ending ending() const;
    int exit_code() const;

  private:
    const Session &session_;
    Carrier &carrier_;
    const Timeline &timeline_;
    const TaskRegister &tasks_;
    Reports &reports_;
    const Task *master_ = nullptr;
    std::uint64_t polls_ = 0; /* in a row */
    int exit_code_ = 0;
    int stuck_looks_ = 0;
    std::map<int, Ns> stuck_state_; /* since when each task has done what it does, at the last look */
    bool ended_by_signal() const;
    void notice_stuck();

    bool over_ = false, late_ = false, halted_ = false, deadlock_ = false, master_gone_ = false;
};

} // namespace ap1000

#endif
