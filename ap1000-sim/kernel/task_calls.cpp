/* task_calls.cpp - what a task asks of the machine: to join and leave, to wait, a request to the control program. */
#include "kernel/task.hpp"

#include <algorithm>
#include <cstring>

#include "control/control_program.hpp"
#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* How long a request or its answer is on the networks. Only a mailbox's value counts: other bodies hold paths and process
 * ids of this computer, and simulated time must not depend on those. */
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
            machine.life_events.ended(*this);
        end_told_ = false;
        tid = machine.new_tid();
        origin = {PvmNoParent};
    }
    joined = true;
    state = State::busy;
    machine.enrolled(*this);
    if (origin.parent_tid == PvmNoParent)
        machine.life_events.came(*this);
    if (!is_child && stand_in_pid == 0 && manager_tid != 0)
        machine.registrar.joined(*this);
    const NodeParameters &p = machine.parameters.node(node->index);
    carrier_slot &s = machine.region.slot(slot);
    mach_identity who{};
    who.tid = tid;
    who.parent_tid = origin.parent_tid;
    who.node = node->index;
    who.node_tid = node->tid;
    who.cells_x = machine.parameters.grid.nx;
    who.cells_y = machine.parameters.grid.ny;
    who.hardware = machine.session.hardware;
    who.barrier = machine.session.barrier;
    who.context = origin.context;
    who.manager_tid = origin.service ? 0 : machine.registrar.manager_of(*node);
    who.output = origin.output;
    who.trace = origin.trace;
    who.marks = machine.session.observer != nullptr;
    std::strncpy(who.node_name, node->name.c_str(), sizeof who.node_name - 1);
    std::copy(p.cost_ns.begin(), p.cost_ns.end(), who.cost_ns);
    s.who = who;
    s.native_send_ns = p.send;
    s.native_recv_ns = p.recv;
    s.copy_send_ps = s.copy_recv_ps = p.copy;
}

void Task::leave()
{
    machine.ended(*this);
    if (origin.parent_tid == PvmNoParent)
        tell_end();
    arrived_.clear();
    state = State::left;
    since = machine.timeline.now();
}

void Task::wait_for_message()
{
    Ns left = call.deadline_ns == MACH_FOREVER ? MACH_FOREVER : std::max<Ns>(call.deadline_ns - call.t_ns, 0);
    if (arrived_.empty() && left > 0) {
        tell_wait(Wait::message);
        wait_at_most(State::waiting, left);
        tell_goes_on();
        reply_.interrupted = interrupted_ && arrived_.empty();
    }
    give_frames();
    if (reply_.nframes == 0 && left == 0)
        machine.count_poll();
}

void Task::idle()
{
    Ns left = std::max<Ns>(call.deadline_ns - call.t_ns, 0);
    if (left > 0) {
        wait_at_most(State::sleeping, left);
        reply_.interrupted = interrupted_;
    }
    machine.count_poll();
}

void Task::control()
{
    if (!machine.region.is_body(slot, call.offset, call.len_bytes)) {
        bad_request("a request body outside its memory");
        return;
    }
    std::string body;
    if (call.len_bytes > 0)
        body.assign(reinterpret_cast<const char *>(machine.region.bytes(slot, call.offset)), call.len_bytes);
    state = State::asking;
    since = machine.timeline.now();
    tell_wait(Wait::host);
    machine.network.send(node->index, 0, counted_bytes(call.request, body), [this] { fiber_.wake(); });
    fiber_.park();
    pass(machine.parameters.control.handle);
    interrupted_ = false;
    Answer answer = answer_request(machine, *this, call.request, body);
    if (interrupted_) { /* while it was held: nothing has been done, and it asks again */
        reply_.interrupted = 1;
        tell_goes_on();
        return;
    }
    reply_.result = answer.result;
    machine.network.send(0, node->index, counted_bytes(call.request, answer.body), [this] { fiber_.wake(); });
    fiber_.park();
    tell_goes_on();
    if (answer.result < 0 || answer.body.empty() || dead())
        return;
    carrier_frame f{};
    f.len_bytes = static_cast<std::uint32_t>(answer.body.size());
    f.offset = machine.region.make_body(answer.body.data(), f.len_bytes);
    f.dst_tid = tid;
    f.t_ns = machine.timeline.now();
    reply_.frames[reply_.nframes++] = f;
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
