/* barrier_request.cpp - see requests.hpp. */
#include "kernel/requests/requests.hpp"

#include <algorithm>

#include "pvm3.h"

namespace ap1000
{

void BarrierRequest::begin()
{
    const int whom = task_.call.number;
    if ((whom != MACH_MACHINE && whom != MACH_CELLS) || (whom == MACH_CELLS && task_.node->index == 0))
        return misuse("a barrier it has no part in");
    Barriers::Team team;
    team.whom = whom;
    return call(std::move(team), task_.call.status);
}

void BarrierRequest::begin_meet()
{
    Barriers::Team team;
    if (!read_tids(team.tids))
        return served_();
    bool among = std::binary_search(team.tids.begin(), team.tids.end(), task_.tid);
    if (!among || !machine_.barriers.covers(team.tids)) {
        reply_.result = PvmBadParam;
        return served_();
    }
    if (machine_.choices)
        machine_.choices->meets(true);
    return call(std::move(team), 0);
}

/* Calling the S-Net is software, paid before the barrier is entered. Without hardware for it a task tells node 0, which
 * tells all when all have come (barriers.cpp). */
void BarrierRequest::call(Barriers::Team team, std::uint32_t status)
{
    const NodeParameters &p = machine_.parameters.node(task_.node->index);
    team_ = std::move(team);
    status_ = status;
    if (clock_.sleep_for(machine_.network.reaches_all() ? p.sync_call : p.send + p.recv,
                         Step::of<&BarrierRequest::enter>(this)))
        enter();
}

void BarrierRequest::enter()
{
    const bool in_hardware = machine_.network.reaches_all();
    if (task_.cut_short)
        return served_();
    if (in_hardware && task_.is_called()) {
        reply_.interrupted = true;
        return served_();
    }
    task_.released = task_.interrupted = false;
    clock_.begin_state(Task::State::barrier); /* before it enters: it may be the last one */
    task_.steps.then(Step::of<&BarrierRequest::end>(this));
    clock_.tell_wait(Wait::barrier);
    if (in_hardware)
        clock_.ends_at_alarm(task_.call.deadline);
    if (in_hardware)
        machine_.barriers.enter(task_, std::move(team_), status_);
    else
        machine_.network.send(task_.node->index, 0, 0,
                              [&m = machine_, t = task_.tid, team = std::move(team_), status = status_] {
                                  if (Task *still = m.tasks.find(t)) /* it has not died on the way */
                                      m.barriers.enter(*still, team, status);
                              });
}

void BarrierRequest::end()
{
    clock_.end_wait();
    if (!task_.released) {
        machine_.barriers.leave(task_);
        reply_.interrupted = task_.interrupted;
    }
    clock_.tell_goes_on();
    return served_();
}

} // namespace ap1000
