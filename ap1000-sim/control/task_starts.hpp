/* task_starts.hpp - tasks that a tasker is to start: from the request until a process becomes the task. */
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

    /* The number of a task among those of one request. */
    struct Place {
        int which, of;
    };

    /* Starts the task on the node, through the node's tasker if it has one. Returns nullptr and *error (PVM's) if that
     * is not possible. */
    Task *start(Node &n, const std::string &path, const Program &program, const TaskOrigin &origin, const Task *spawner,
                Place place, int *error);

    /* A message SM_TASKX of that node's tasker: one of its tasks has ended, or could not be started. */
    void reported(const Node &n, int tasker, wire_in &in);

    /* When a tasker or its node goes, tasks that have not been started yet go, too. */
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
    std::list<Start> outstanding_; /* requests without an answer; the process may have been started */
    int next_number_ = 10000000;   /* the PVMEPID of the next one; no process of this computer has such a number */
};

} // namespace ap1000

#endif
