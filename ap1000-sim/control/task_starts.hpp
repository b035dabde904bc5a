/* task_starts.hpp - tasks that a tasker is to start: from the request to the process that says it is the task. */
#ifndef AP1000_TASK_STARTS_HPP
#define AP1000_TASK_STARTS_HPP

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <string>

#include "carriers/process/simulator/launcher.hpp"
#include "wire.h"

namespace ap1000
{

class Machine;
class Task;
struct Node;
struct TaskOrigin;

class TaskStarts
{
  public:
    explicit TaskStarts(Machine &machine) : machine_(machine) {}

    /* Which of how many tasks of one request. */
    struct Place {
        int which, of;
    };

    /* Have the task started on the node: by its tasker, if it has one, else by the machine. As Machine::spawn. */
    Task *start(Node &n, const std::string &path, const Program &program, const TaskOrigin &origin, const Task *spawner,
                Place place, int *error);

    /* SM_TASKX of the tasker of that node: a task of its has ended, or could not be started. */
    void reported(const Node &n, int tasker, wire_in &in);

    /* With their tasker or their node goes what has not been started yet. */
    void tasker_ended(int tid);
    void node_deleted(const Node &n);

    /* The task has handed over, or (waits) does not, and may wait itself for what it has started. Processes of its that say
     * they are tasks become those; before that, if there are processes that may yet say so, they are waited for (real
     * time): whether a task has begun must not depend on how fast this computer is. True: there was one that became a task. */
    bool look_for_births(const Task &tasker, bool waits);

  private:
    struct Start {
        Task *task;
        int tasker;
        std::string ticket; /* as in the environment */
    };
    void ask(const Start &s, const std::string &path, const Program &program, const TaskOrigin &origin, Place place);
    bool take_born(int tasker);
    bool may_become(const Task &tasker);
    bool withdraw_if(const std::function<bool(const Start &)> &fits);

    Machine &machine_;
    std::list<Start> outstanding_; /* asked for, not begun */
    std::map<int, std::int64_t> idle_children_; /* processes of taskers that ran no program yet: since when [ms of real time] */
    int next_number_ = 10000000; /* PVMEPID of the next: no process has it */
};

} // namespace ap1000

#endif
