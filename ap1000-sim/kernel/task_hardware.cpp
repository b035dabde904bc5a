/* task_hardware.cpp - requests of a task beside messages: barriers, status lines, and which tasks a broadcast
 * reaches. */
#include "kernel/task.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{

/* Calling the S-Net is software, paid before the barrier is entered. Without hardware for it a task tells node 0, which
 * tells all when all have come (barriers.cpp). */
bool Task::wait_in_barrier(Barriers::Team team, std::uint32_t word)
{
    const NodeParameters &p = machine.parameters.node(node->index);
    team_ = std::move(team);
    word_ = word;
    Ns cost = machine.network.reaches_all() ? p.sync_call : p.send + p.recv;
    return sleep_until(machine.timeline.now() + cost, &Task::barrier_called);
}

bool Task::barrier_called()
{
    bool in_hardware = machine.network.reaches_all();
    if (in_hardware && is_called()) {
        reply_.interrupted = true;
        return served();
    }
    released_ = interrupted_ = false;
    begin_state(State::barrier); /* before it enters: it may be the last one */
    next_ = &Task::barrier_over;
    tell_wait(Wait::barrier);
    if (in_hardware)
        machine.barriers.enter(*this, std::move(team_), word_);
    else
        machine.network.send(node->index, 0, 0, [&m = machine, t = tid, team = std::move(team_), word = word_] {
            if (Task *still = m.tasks.find(t)) /* it has not died on the way */
                m.barriers.enter(*still, team, word);
        });
    return false;
}

bool Task::barrier_over()
{
    state = State::busy;
    if (!released_) {
        machine.barriers.leave(*this);
        reply_.interrupted = interrupted_;
    }
    tell_goes_on();
    return served();
}

bool Task::barrier()
{
    if ((call.number != MACH_MACHINE && call.number != MACH_CELLS) || (call.number == MACH_CELLS && node->index == 0)) {
        bad_request("a barrier it has no part in");
        return served();
    }
    Barriers::Team team;
    team.whom = call.number;
    return wait_in_barrier(std::move(team), call.status);
}

void Task::release_barrier(int code, std::uint32_t word)
{
    reply_.result = code;
    reply_.status = word;
    release();
}

/* Reads the body of the call as a list of tids. Returns false if it is none; the task is ended then. */
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

bool Task::meet()
{
    Barriers::Team team;
    if (!read_tids(team.tids))
        return served();
    bool among = std::binary_search(team.tids.begin(), team.tids.end(), tid);
    if (!among || !machine.barriers.covers(team.tids)) {
        reply_.result = PvmBadParam;
        return served();
    }
    machine.wishes.meets(true);
    return wait_in_barrier(std::move(team), 0);
}

bool Task::covers()
{
    std::vector<int> tids;
    if (!read_tids(tids))
        return served();
    reply_.result = machine.barriers.covers(tids);
    if (reply_.result == 0)
        machine.wishes.meets(false);
    return served();
}

bool Task::choose_audience()
{
    std::vector<int> tids;
    if (!read_tids(tids))
        return served();
    reply_.result = machine.network.reaches_all() && tids == machine.tasks.others(*this, MACH_MACHINE);
    machine.wishes.multicasts(reply_.result == 1);
    if (reply_.result == 1)
        audience_ = std::move(tids);
    return served();
}

bool Task::status()
{
    if (call.number != 0 && node->index == 0) {
        bad_request("status lines that the host does not have");
        return served();
    }
    SNet &lines = machine.barriers.snet();
    if (call.number != 0)
        lines.set_status(node->index - 1, call.status);
    reply_.status = lines.status_or();
    return served();
}

} // namespace ap1000
