/* task_calls.cpp - what a task asks of the machine: to join and leave, to wait, a request to the control program. */
#include "kernel/task.hpp"

#include <algorithm>
#include <cstring>

#include "control.h"
#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* How long a request or its answer is on the networks. Only a mailbox's value counts: other bodies hold paths and
 * process ids of this computer, and simulated time must not depend on those. */
std::int64_t counted_bytes(int request, const std::string &body)
{
    return request == CONTROL_PUTINFO || request == CONTROL_RECVINFO ? static_cast<std::int64_t>(body.size()) : 0;
}

} // namespace

void Task::join()
{
    if (joined && state != State::left) {
        bad_request("a second joining");
        return;
    }
    if (joined) { /* it had left: it comes back as a new task */
        if (!end_told_)
            machine.control->output_ended(*this);
        end_told_ = false;
        tid = machine.tasks.new_tid();
        origin = {PvmNoParent};
    }
    joined = true;
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
}

void Task::leave()
{
    machine.lifecycle.ended(*this);
    if (origin.parent_tid == PvmNoParent)
        tell_end();
    arrived_.clear();
    begin_state(State::left);
}

void Task::wait_for_message()
{
    Ns left = call.deadline == MACH_FOREVER ? MACH_FOREVER : std::max<Ns>(call.deadline - call.clock, 0);
    if (arrived_.empty() && left > 0) {
        tell_wait(Wait::message);
        machine.wishes.waits(call, *execution);
        wait_at_most(State::waiting, left);
        tell_goes_on(arrived_.empty() ? 0 : arrived_.front().serial);
        reply_.interrupted = interrupted_ && arrived_.empty();
    }
    if (arrived_.empty() && left == 0)
        machine.run_end.poll();
    to_give_ = &arrived_;
}

void Task::idle()
{
    Ns left = std::clamp<Ns>(call.deadline - call.clock, 0, end_of_time);
    if (left > 0) {
        wait_at_most(State::sleeping, left);
        reply_.interrupted = interrupted_;
    }
    machine.run_end.poll();
}

void Task::control()
{
    if (call.body_is_bad) {
        bad_request("a request body outside its memory");
        return;
    }
    std::string body;
    if (call.body_bytes > 0)
        body.assign(reinterpret_cast<const char *>(call.body), call.body_bytes);
    if (control_takes_time(call.number))
        ask_host(body);
    else
        give_answer(machine.control->answer(*this, call.number, body));
}

/* The request goes to the host, which answers it; the answer comes back. */
void Task::ask_host(const std::string &body)
{
    begin_state(State::asking);
    tell_wait(Wait::host);
    machine.network.send(node->index, 0, counted_bytes(call.number, body), [this] { fiber_.wake(); });
    fiber_.park();
    pass(machine.parameters.control.handle);
    interrupted_ = false;
    Answer answer = machine.control->answer(*this, call.number, body);
    if (interrupted_) { /* while it was held: nothing has been done, and it asks again */
        reply_.interrupted = true;
        tell_goes_on();
        return;
    }
    machine.network.send(0, node->index, counted_bytes(call.number, answer.body), [this] { fiber_.wake(); });
    fiber_.park();
    tell_goes_on();
    give_answer(answer);
}

void Task::give_answer(const Answer &answer)
{
    reply_.result = answer.result;
    if (answer.result < 0 || answer.body.empty() || dead())
        return;
    Header h;
    h.dst_tid = tid;
    h.arrived = machine.timeline.now();
    answer_.emplace_back(h, machine.carrier->bodies(), answer.body.data(),
                         static_cast<std::uint32_t>(answer.body.size()));
    to_give_ = &answer_;
}

bool Task::hold(bool fast)
{
    if (!fast && is_called()) {
        interrupted_ = true;
        return false;
    }
    bool released = wait_released(fast ? State::held_fast : State::held);
    state = State::asking;
    return released;
}

} // namespace ap1000
