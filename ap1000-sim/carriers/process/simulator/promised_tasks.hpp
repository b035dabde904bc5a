/* promised_tasks.hpp - promised tasks, which have no process yet: another task (in PVM, a tasker) will start it. They
 * are here from the issue of the ticket until a process shows it. */
#ifndef AP1000_PROMISED_TASKS_HPP
#define AP1000_PROMISED_TASKS_HPP

#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <sys/types.h>

#include "carriers/process/simulator/process_execution.hpp"

namespace ap1000
{

class PromisedTasks
{
  public:
    explicit PromisedTasks(ProcessCarrier &carrier) : carrier_(carrier)
    {
    }

    /* `starter` is to start the process of `promised`, with this ticket in its environment. */
    void expect(ProcessExecution &promised, const Execution &starter, const std::string &ticket);

    /* No process is expected for it, or of it, any more. */
    void forget(const ProcessExecution &e);

    /* The process of this task has handed over. Processes of its that say they are tasks become those; before that, if
     * there are processes that may yet say so, they are waited for (real time): whether a task has begun must not
     * depend on how fast this computer is. */
    void await_started(const ProcessExecution &starter);

    /* The starter has not handed over. If it seems to wait itself for what it has started, and that has come, this
     * has begun; returns whether any has. */
    bool take_while_starter_sleeps(const ProcessExecution &starter);

  private:
    struct Promise {
        ProcessExecution *promised;
        const Execution *starter;
        std::string ticket; /* as in the environment */
    };
    bool awaited(const ProcessExecution &starter) const;
    bool take_started(const ProcessExecution &starter);
    bool may_become(const ProcessExecution &starter);

    ProcessCarrier &carrier_;
    std::list<Promise> outstanding_;
    /* Processes of starters that ran no program yet: since when [ms of real time]. */
    std::map<pid_t, std::int64_t> idle_children_;
};

} // namespace ap1000

#endif
