/* lifecycle.hpp - tasks from their start to their end: starting them, signals, and what follows when one has ended. It
 * owns the tasks. The register has those that others know by a tid. */
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernel/carrier.hpp"
#include "kernel/course.hpp"
#include "kernel/machine_parts.hpp"

namespace ap1000
{

class Lifecycle
{
  public:
    /* machine must outlive it. */
    explicit Lifecycle(MachineParts &machine) : machine_(machine)
    {
    }

    /* ---- starting ------------------------------------------------------------------------------------------------ */

    /* Starts a task on a node; its program begins now. path: the program's file. spawner: nullptr: there is none.
     * own_terminal: the user has started it. Returns nullptr if it cannot be started (PvmOutOfRes). */
    Task *spawn(Node &node, const std::string &path, const Program &program, const TaskOrigin &origin,
                const Task *spawner, bool own_terminal = false);

    /* Makes a task whose process is to be started by its tasker, which is a task itself. It has a tid, and messages for
     * it are kept. *environment: what the process must find in its environment. Returns nullptr if there is no room. */
    Task *promise(Node &node, const Program &program, const TaskOrigin &origin, const Task *spawner, const Task &tasker,
                  std::vector<std::string> *environment);

    /* A promised task will not come: it has ended. */
    void break_promise(Task &t);

    /* A program that somebody else has started becomes a process on a node. It becomes a task when it asks for it. */
    Task &adopt(JoinedProgram n, Node &node);

    /* ---- while they live ----------------------------------------------------------------------------------------- */

    /* Sends it a signal, at the present simulated time. What the task does when the signal reaches it must not depend
     * on real time, so a running task is waited for. */
    void signal(Task &t, int number);

    /* Lets the task check again whether its wait is over, if the control program holds it. */
    void release_held(int tid);

    /* Wakes tasks that have died by themselves while they waited for the machine, and those whose handler of a signal
     * wants the turn. */
    void wake_dead();
    void grant_turns();

    /* The node leaves the machine: those who asked are notified, then its tasks end. */
    void delete_node(Node &n);

    /* The daemon of one node has not reached that of the other for so long. */
    void give_up(int from, int to, Ns after);

    /* ---- ending -------------------------------------------------------------------------------------------------- */

    /* Deletes the ended tasks whose process has ended, too. */
    void forget_ended()
    {
        ended_.clear();
    }

    /* The run is over: frees everything. */
    void end_all();

  private:
    Task &add(std::unique_ptr<Execution> e, int tid, Node &node, const std::string &file, const TaskOrigin &origin);
    void introduce(Task &t, const Task *spawner);
    Course &course_of(const Task &t);
    void gone(Course &c);

    MachineParts &machine_;
    std::uint64_t count_ = 0;
    std::map<std::uint64_t, std::unique_ptr<Course>> all_; /* by their number; until their process is gone, */
    std::vector<std::unique_ptr<Course>> ended_;           /* and a little longer: a step of theirs still runs */
};

} // namespace ap1000
