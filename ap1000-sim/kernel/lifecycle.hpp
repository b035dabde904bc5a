/* lifecycle.hpp - tasks from their start to their end: who starts them, signals, and what follows when one is gone. It
 * owns the tasks; whom others know by a tid is in the register. */
#ifndef AP1000_LIFECYCLE_HPP
#define AP1000_LIFECYCLE_HPP

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kernel/carrier.hpp"
#include "kernel/task.hpp"

namespace ap1000
{

class Machine;

class Lifecycle
{
  public:
    /* machine must outlive it. */
    explicit Lifecycle(Machine &machine) : machine_(machine)
    {
    }

    /* ---- beginning ------------------------------------------------------------------------------------------------
     */

    /* Start a task on a node; its program begins now. path: where the program lies. spawner: nullptr: none.
     * own_terminal: it is what the user has started. nullptr: it cannot be (PvmOutOfRes). */
    Task *spawn(Node &node, const std::string &path, const Program &program, const TaskOrigin &origin,
                const Task *spawner, bool own_terminal = false);

    /* A task whose process its tasker, a task itself, is to start: it has a tid, and messages for it are kept.
     * *environment: what the process must find in it. nullptr: there is no room. */
    Task *promise(Node &node, const Program &program, const TaskOrigin &origin, const Task *spawner, const Task &tasker,
                  std::vector<std::string> *environment);

    /* One that was promised will not come: it has ended. */
    void break_promise(Task &t);

    /* A program that somebody else has started becomes a process of the host; a task when it says so. */
    Task &adopt(Newcomer n);

    /* ---- while they live -------------------------------------------------------------------------------------------
     */

    /* Send it a signal, at the present simulated time. What it does when the signal reaches it must not depend on real
     * time: if it runs, it is waited for. */
    void signal(Task &t, int number);
    void kill(Task &t);

    /* Let those whom the control program holds look again whether it has what they wait for. */
    void release_held();

    /* Those that have died, or whose handler of real time wants the turn, while they waited for something of the
     * machine. */
    void wake_dead();
    void grant_turns();

    /* The node leaves the machine: who asked is told of it, then its tasks end. */
    void delete_node(Node &n);

    /* The daemon of one node does not hear that of the other any more. */
    void give_up(int from, int to);

    /* ---- ending: told by the task itself ---------------------------------------------------------------------------
     */

    void enrolled(Task &t);      /* it is known by its tid from now on */
    void ended(Task &t);         /* it is no task any more */
    void process_ended(Task &t); /* and its process is gone too; it is deleted at the next forget_ended */

    void forget_ended()
    {
        ended_.clear();
    }

    /* The run is over: nothing is left of any. */
    void end_all();

  private:
    Task &add(std::unique_ptr<Execution> e, int tid, Node &node, const std::string &file, const TaskOrigin &origin);
    void introduce(Task &t, const Task *spawner);

    Machine &machine_;
    std::uint64_t count_ = 0;
    std::map<std::uint64_t, std::unique_ptr<Task>> all_; /* by their number; until their process is gone, */
    std::vector<std::unique_ptr<Task>> ended_;           /* and a little longer: a step of theirs still runs */
};

} // namespace ap1000

#endif
