/* task_calls.cpp - what a task asks of the machine: to join and leave, to wait. */
#include "kernel/task.hpp"

#include <algorithm>
#include <cstring>

#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{
bool Task::join()
{
    if (joined && state != State::left) {
        bad_request("a second joining");
        return served();
    }
    if (joined) { /* it had left, and comes back as a new task */
        if (!end_told_)
            machine.control->output_ended(*this);
        end_told_ = false;
        tid = machine.tasks.new_tid();
        origin = {PvmNoParent};
    }
    joined = true;
    if (call.number != 0) {
        machine.reports.real_time();
        machine.run_ahead.stop("simulated time follows the computer's clock (AP1000_TIME=real)");
    }
    state = State::busy;
    machine.lifecycle.enrolled(*this);
    machine.control->joined(*this);
    const NodeParameters &p = machine.parameters.node(node->index);
    Introduction with{{}, p.send, p.recv, p.copy};
    mach_identity &who = with.who;
    who.tid = tid;
    who.parent_tid = origin.parent_tid;
    who.node = node->index;
    who.node_tid = node->tid;
    who.cells_x = machine.parameters.grid.nx;
    who.cells_y = machine.parameters.grid.ny;
    who.hardware = machine.session.hardware;
    who.barrier = machine.session.barrier;
    who.context = origin.context;
    who.manager_tid = origin.service ? 0 : machine.control->manager_of(*node);
    who.output = origin.output;
    who.trace = origin.trace;
    who.marks = machine.session.observer != nullptr;
    std::strncpy(who.node_name, node->name.c_str(), sizeof who.node_name - 1);
    std::copy(p.cost_ns.begin(), p.cost_ns.end(), who.cost_ns);
    execution->introduce(with);
    return served();
}

bool Task::leave()
{
    machine.lifecycle.ended(*this);
    if (origin.parent_tid == PvmNoParent)
        tell_end();
    arrived_.clear();
    ahead_.earlier.clear();
    ahead_.inbox.clear();
    begin_state(State::left);
    return served();
}

bool Task::wait_for_message()
{
    Ns left = call.deadline == MACH_FOREVER ? MACH_FOREVER : std::max<Ns>(call.deadline - call.clock, 0);
    to_give_ = &arrived_;
    if (arrived_.empty() && left > 0)
        return wait_for_arrival(left);
    note_heard(false);
    if (arrived_.empty()) {
        if (call.naps)
            machine.reports.naps(*this);
        machine.run_end.poll();
        if (call.then_forever && !is_called() && !machine.session.observer)
            return wait_after_poll();
    }
    return served();
}

/* The poll's answer and the call that follows it in one: they come at one time, and the program would do nothing
 * between them. Who looks into a run sees both. */
bool Task::wait_after_poll()
{
    reply_.waited = true;
    reply_.found_none = call.clock = machine.timeline.now();
    call.deadline = MACH_FOREVER;
    return wait_for_arrival(MACH_FOREVER);
}

bool Task::wait_for_arrival(Ns left)
{
    tell_wait(Wait::message);
    if (!runs_ahead())
        machine.wishes.waits(call, *execution);
    if (wait_at_most(State::waiting, left, &Task::message_came))
        return true;
    machine.run_ahead.waits(*this);
    return false;
}

/* Whose message it is that a wait for anybody's takes: the first that fits. */
void Task::note_heard(bool waited)
{
    if (machine.session.observer == nullptr)
        return;
    const bool for_ever = call.deadline == MACH_FOREVER || call.then_forever;
    if (call.want_tid > 0 || !for_ever)
        return;
    for (const Message &m : arrived_)
        if (takes(call, m)) {
            machine.run_ahead.heard(*this, m, waited);
            return;
        }
}

/* Or a signal, or nothing in time. */
bool Task::message_came()
{
    end_wait();
    note_heard(true);
    tell_goes_on(arrived_.empty() ? 0 : arrived_.front().serial);
    reply_.interrupted = interrupted_ && arrived_.empty();
    return served();
}

bool Task::idle()
{
    Ns left = std::clamp<Ns>(call.deadline - call.clock, 0, end_of_time);
    if (left > 0)
        return wait_at_most(State::sleeping, left, &Task::idle_over);
    machine.run_end.poll();
    return served();
}

bool Task::idle_over()
{
    end_wait();
    reply_.interrupted = interrupted_;
    machine.run_end.poll();
    return served();
}

} // namespace ap1000
