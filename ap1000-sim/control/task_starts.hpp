/* task_starts.hpp - tasks that a tasker is to start: from the request to the process that says it is the task. */
#ifndef AP1000_TASK_STARTS_HPP
#define AP1000_TASK_STARTS_HPP

#include <functional>
#include <list>
#include <string>
#include <vector>

#include "kernel/program.hpp"
#include "wire.h"

namespace ap1000
{

class HostControl;
class Task;
struct Node;
struct TaskOrigin;

class TaskStarts
{
  public:
    explicit TaskStarts(HostControl &control) : control_(control)
    {
    }

    /* Which of how many tasks of one request. */
    struct Place {
        int which, of;
    };

    /* Have the task started on the node: by its tasker, if it has one, else by the machine. nullptr and
     * *error (PVM's) if that cannot be. */
    Task *start(Node &n, const std::string &path, const Program &program, const TaskOrigin &origin, const Task *spawner,
                Place place, int *error);

    /* SM_TASKX of the tasker of that node: a task of its has ended, or could not be started. */
    void reported(const Node &n, int tasker, wire_in &in);

    /* With their tasker or their node goes what has not been started yet. */
    void tasker_ended(int tid);
    void node_deleted(const Node &n);

  private:
    struct Start {
        int tid, tasker;
    };
    void ask(const Task &t, int tasker, const std::string &path, const Program &program,
             const std::vector<std::string> &environment, Place place);
    bool withdraw_if(const std::function<bool(const Task &, int tasker)> &fits);

    HostControl &control_;
    std::list<Start> outstanding_; /* asked for, perhaps begun */
    int next_number_ = 10000000;   /* PVMEPID of the next: no process has it */
};

} // namespace ap1000

#endif
