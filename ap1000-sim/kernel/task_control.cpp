/* task_control.cpp - a task's request to the control program: the message to the host and back, and the control program
 * itself, which may hold the task or let time pass in the middle: it runs on a worker (engine/fiber.hpp). */
#include "kernel/task.hpp"

#include "control.h"
#include "kernel/machine.hpp"

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

bool Task::control()
{
    if (call.body_is_bad) {
        bad_request("a request body outside its memory");
        return served();
    }
    body_.clear();
    if (call.body_bytes > 0)
        body_.assign(reinterpret_cast<const char *>(call.body), call.body_bytes);
    if (!control_takes_time(call.number)) { /* nor can it hold the task */
        Answer answer = machine.control->answer(*this, call.number, body_);
        reply_.result = answer.result;
        return give_answer(answer.body);
    }
    begin_state(State::asking);
    tell_wait(Wait::host);
    next_ = &Task::control_reached;
    machine.network.send(node->index, 0, counted_bytes(call.number, body_), [this] { wake(); });
    return false;
}

bool Task::control_reached()
{
    return sleep_until(machine.timeline.now() + machine.parameters.control.handle, &Task::control_asked);
}

bool Task::control_asked()
{
    interrupted_ = false;
    worker_ = &machine.workers.take();
    next_ = &Task::control_goes_on;
    bool done = worker_->begin([this] {
        Answer answer = machine.control->answer(*this, call.number, body_);
        reply_.result = answer.result;
        body_ = std::move(answer.body);
    });
    return done && then(&Task::control_answered);
}

/* What it was held for has come, or time has passed. */
bool Task::control_goes_on()
{
    return worker_->go_on() && then(&Task::control_answered);
}

bool Task::control_answered()
{
    machine.workers.give_back(*worker_);
    if (interrupted_) { /* while it was held: nothing has been done, and it asks again */
        reply_.result = 0;
        reply_.interrupted = true;
        tell_goes_on();
        return served();
    }
    next_ = &Task::control_over;
    machine.network.send(0, node->index, counted_bytes(call.number, body_), [this] { wake(); });
    return false;
}

bool Task::control_over()
{
    tell_goes_on();
    return give_answer(body_);
}

bool Task::give_answer(const std::string &body)
{
    if (reply_.result < 0 || body.empty() || dead())
        return served();
    Header h;
    h.dst_tid = tid;
    h.arrived = machine.timeline.now();
    answer_.emplace_back(h, machine.carrier->bodies(), body.data(), static_cast<std::uint32_t>(body.size()));
    to_give_ = &answer_;
    return served();
}

/* ---- while the control program deals with it: on the worker ------------------------------------------------------ */

void Task::pass(Ns span)
{
    if (!sleep_until(machine.timeline.now() + span, &Task::control_goes_on))
        worker_->stop();
}

bool Task::hold(bool fast)
{
    if (!fast && is_called()) {
        interrupted_ = true;
        return false;
    }
    released_ = interrupted_ = false;
    begin_state(fast ? State::held_fast : State::held);
    next_ = &Task::control_goes_on;
    worker_->stop();
    state = State::asking;
    return released_;
}

} // namespace ap1000
