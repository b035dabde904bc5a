/* control_request.cpp - see requests.hpp. */
#include "kernel/requests/requests.hpp"

#include "control.h"
#include "engine/log.hpp"

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

void ControlRequest::begin()
{
    const Call &call = task_.call;
    if (call.body_is_bad)
        return misuse("a request body outside its memory");
    body_.clear();
    if (call.body_bytes > 0)
        body_.assign(reinterpret_cast<const char *>(call.body), call.body_bytes);
    if (!control_takes_time(call.number)) { /* nor can it hold the task */
        Answer answer = machine_.control->answer(task_, call.number, body_);
        reply_.result = answer.result;
        body_ = std::move(answer.body);
        return give_answer();
    }
    AP1000_LOG(control, machine_.timeline.now(), "t{:x} on {}: request {} goes to the host", task_.tid,
               task_.node->name, call.number);
    clock_.begin_state(Task::State::asking);
    clock_.tell_wait(Wait::host);
    task_.steps.then(Step::of<&ControlRequest::reached>(this));
    machine_.network.send(task_.node->index, 0, counted_bytes(call.number, body_), [this] { task_.wake(); });
}

void ControlRequest::reached()
{
    if (clock_.sleep_for(machine_.parameters.control.handle, Step::of<&ControlRequest::asked>(this)))
        asked();
}

void ControlRequest::asked()
{
    task_.interrupted = false;
    worker_ = &machine_.workers.take();
    const bool done = worker_->begin([this] {
        Answer answer = machine_.control->answer(task_, task_.call.number, body_);
        reply_.result = answer.result;
        body_ = std::move(answer.body);
    });
    if (done) /* else goes_on follows: hold or pass has named it */
        answered();
}

/* What it was held for has come, or time has passed. */
void ControlRequest::goes_on()
{
    if (worker_->go_on())
        answered();
}

void ControlRequest::answered()
{
    machine_.workers.give_back(*worker_);
    if (task_.interrupted) { /* while it was held: nothing has been done, and it asks again */
        reply_.result = 0;
        reply_.interrupted = true;
        clock_.tell_goes_on();
        return served_();
    }
    AP1000_LOG(control, machine_.timeline.now(), "t{:x} on {}: request {} is answered with {}", task_.tid,
               task_.node->name, task_.call.number, reply_.result);
    task_.steps.then(Step::of<&ControlRequest::end>(this));
    machine_.network.send(0, task_.node->index, counted_bytes(task_.call.number, body_), [this] { task_.wake(); });
}

void ControlRequest::end()
{
    clock_.tell_goes_on();
    return give_answer();
}

void ControlRequest::give_answer()
{
    if (reply_.result < 0 || body_.empty() || task_.is_dead())
        return served_();
    Header h;
    h.dst_tid = task_.tid;
    h.arrived = machine_.timeline.now();
    parts_.answer.emplace_back(h, machine_.carrier->bodies(), body_.data(), static_cast<std::uint32_t>(body_.size()));
    return served_();
}

/* ---- while the control program deals with it --------------------------------------------------------------------- */

void ControlRequest::pass(Ns span)
{
    if (!clock_.sleep_for(span, Step::of<&ControlRequest::goes_on>(this)))
        worker_->stop();
}

bool ControlRequest::hold(bool fast)
{
    if (task_.cut_short || (!fast && task_.is_called())) {
        task_.interrupted = true;
        return false;
    }
    task_.released = task_.interrupted = false;
    clock_.begin_state(fast ? Task::State::held_fast : Task::State::held);
    if (!fast)
        clock_.ends_at_alarm(task_.call.deadline);
    task_.steps.then(Step::of<&ControlRequest::goes_on>(this));
    worker_->stop();
    clock_.end_wait();
    task_.state = Task::State::asking;
    return task_.released;
}

} // namespace ap1000
