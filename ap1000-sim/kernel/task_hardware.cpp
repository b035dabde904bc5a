/* task_hardware.cpp - what a task asks of the machine beside messages: barriers, status lines, who a broadcast is for.
 */
#include "kernel/task.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{

/* Calling the S-Net is software, paid before the barrier is entered. Without hardware for it a task tells node 0, which
 * tells all when all have come (barriers.cpp). */
void Task::wait_in_barrier(Barriers::Team team, std::uint32_t word)
{
    const NodeParameters &p = machine.parameters.node(node->index);
    bool in_hardware = machine.network.reaches_all();
    pass(in_hardware ? p.sync_call : p.send + p.recv);
    if (in_hardware && is_called()) {
        reply_.interrupted = true;
        return;
    }
    state = State::barrier; /* before it enters: it may be the last one */
    tell_wait(Wait::barrier);
    if (in_hardware)
        machine.barriers.enter(*this, std::move(team), word);
    else
        machine.network.send(node->index, 0, 0, [&m = machine, t = tid, team, word] {
            if (Task *still = m.tasks.find(t)) /* it has not died on the way */
                m.barriers.enter(*still, team, word);
        });
    if (!wait_released(State::barrier)) {
        machine.barriers.leave(*this);
        reply_.interrupted = interrupted_;
    }
    tell_goes_on();
}

void Task::barrier()
{
    if ((call.number != MACH_MACHINE && call.number != MACH_CELLS) || (call.number == MACH_CELLS && node->index == 0)) {
        bad_request("a barrier it has no part in");
        return;
    }
    Barriers::Team team;
    team.whom = call.number;
    wait_in_barrier(std::move(team), call.status);
}

void Task::release_barrier(int code, std::uint32_t word)
{
    reply_.result = code;
    reply_.status = word;
    release();
}

/* The body of the call as a list of tids; false: it is none, and the task is ended. */
bool Task::read_tids(std::vector<int> &tids)
{
    if (call.body_is_bad || call.body_bytes % sizeof(std::int32_t) != 0) {
        bad_request("a list outside its memory");
        return false;
    }
    tids.resize(call.body_bytes / sizeof(std::int32_t));
    if (!tids.empty())
        std::memcpy(tids.data(), call.body, call.body_bytes);
    std::sort(tids.begin(), tids.end());
    return true;
}

void Task::meet()
{
    Barriers::Team team;
    if (!read_tids(team.tids))
        return;
    bool among = std::binary_search(team.tids.begin(), team.tids.end(), tid);
    if (!among || !machine.barriers.covers(team.tids)) {
        reply_.result = PvmBadParam;
        return;
    }
    machine.wishes.meets(true);
    wait_in_barrier(std::move(team), 0);
}

void Task::covers()
{
    std::vector<int> tids;
    if (!read_tids(tids))
        return;
    reply_.result = machine.barriers.covers(tids);
    if (reply_.result == 0)
        machine.wishes.meets(false);
}

void Task::choose_audience()
{
    std::vector<int> tids;
    if (!read_tids(tids))
        return;
    reply_.result = machine.network.reaches_all() && tids == machine.tasks.others(*this, MACH_MACHINE);
    machine.wishes.multicasts(reply_.result == 1);
    if (reply_.result == 1)
        audience_ = std::move(tids);
}

void Task::status()
{
    if (call.number != 0 && node->index == 0) {
        bad_request("status lines that the host does not have");
        return;
    }
    SNet &lines = machine.barriers.snet();
    if (call.number != 0)
        lines.set_status(node->index - 1, call.status);
    reply_.status = lines.status_or();
}

} // namespace ap1000
