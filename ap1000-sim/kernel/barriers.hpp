/* barriers.hpp - who waits for whom in a barrier: of the whole machine, of its cells, or of a list of tasks that sit
 * one on every cell. How long the tree takes is the S-Net's affair (snet.hpp).
 *
 * A cell (or the host) is in a barrier when all its tasks that take part are; one without a task keeps nobody waiting.
 */
#ifndef AP1000_BARRIERS_HPP
#define AP1000_BARRIERS_HPP

#include <cstdint>
#include <map>
#include <vector>

#include "config/parameters.hpp"
#include "engine/timeline.hpp"
#include "kernel/task_register.hpp"
#include "networks/network.hpp"
#include "snet.hpp"

namespace ap1000
{

class Task;

class Barriers
{
  public:
    /* Those of a list (sorted), or, if it is empty, all of enum mach_whom. */
    struct Team {
        int whom = 0;
        std::vector<int> tids;
        bool operator<(const Team &other) const
        {
            return whom != other.whom ? whom < other.whom : tids < other.tids;
        }
    };

    /* All must outlive it. */
    Barriers(const Parameters &p, Timeline &timeline, Network &network, TaskRegister &tasks);

    /* The task is in it, bringing its status word; Task::release_barrier follows, perhaps before the return's time is
     * over, with the OR of all, or with PvmNoTask if somebody of the list has ended. */
    void enter(Task &t, Team team, std::uint32_t status);
    bool misses_others(const Task &t) const;            /* it is in one that is not complete yet */
    std::vector<int> missing_with(const Task &t) const; /* who has not come to the barrier that it is in, by tids */
    void leave(Task &t);                                /* it died in it */
    void check();                                       /* a task has come or gone: is one complete? */

    /* As mach_ops.covers. */
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
    void complete(const Team &team, std::vector<Arrival> arrived, int code);

    const Parameters &parameters_;
    Timeline &timeline_;
    Network &network_;
    TaskRegister &tasks_;
    SNet snet_;
    std::map<Team, std::vector<Arrival>> gathering_;
};

} // namespace ap1000

#endif
