/* barriers.hpp - which tasks wait for each other in a barrier: of the whole machine, of its cells, or of a list with
 * one task on every cell. How long the S-Net takes is in snet.hpp.
 *
 * A cell (or the host) is in a barrier when all its tasks that take part are in it. Nobody waits for a node without a
 * task. */
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "config/parameters.hpp"
#include "engine/events.hpp"
#include "kernel/task_register.hpp"
#include "networks/network.hpp"
#include "snet.hpp"

namespace ap1000
{

class RunObserver;
class Task;

class Barriers
{
  public:
    /* The tasks of a barrier: those of a sorted list or, if the list is empty, all of enum mach_whom. */
    struct Team {
        int whom = 0;
        std::vector<int> tids;
        bool operator<(const Team &other) const
        {
            return whom != other.whom ? whom < other.whom : tids < other.tids;
        }
    };

    /* All arguments must outlive it. observer: nullptr: there is none. */
    Barriers(const Parameters &p, Events &timeline, Network &network, TaskRegister &tasks, RunObserver *observer);

    /* The task enters the barrier with its status word. Task::release_barrier follows, perhaps before this returns:
     * with the OR of all words, or with PvmNoTask if a task of the list has ended. */
    void enter(Task &t, Team team, std::uint32_t status);
    bool misses_others(const Task &t) const;       /* it is in a barrier that is not complete yet */
    std::vector<std::vector<int>> missing() const; /* of each that is not complete: the tids that have not come */
    void leave(Task &t);                           /* the task has died in its barrier */
    void check();                                  /* looks for complete barriers, after a task has come or gone */

    /* mach_ops.covers. */
    bool covers(const std::vector<int> &tids) const;

    SNet &snet()
    {
        return snet_;
    }

  private:
    struct Arrival {
        Task *task;
        std::uint32_t status;
    };
    int missing(const Team &team, const std::vector<Arrival> &arrived) const;
    void tell_each(const std::vector<Arrival> &arrived, int code, std::uint32_t all);
    void complete(std::vector<Arrival> arrived, int code);

    const Parameters &parameters_;
    Events &timeline_;
    Network &network_;
    TaskRegister &tasks_;
    RunObserver *observer_;
    SNet snet_;
    std::map<Team, std::vector<Arrival>> gathering_;
};

} // namespace ap1000
