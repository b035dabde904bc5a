/* wait_request.cpp - see requests.hpp. */
#include "kernel/requests/requests.hpp"

#include <algorithm>

namespace ap1000
{

void WaitRequest::begin()
{
    const Call &call = task_.call;
    const Ns left = call.deadline == MACH_FOREVER ? MACH_FOREVER : std::max<Ns>(call.deadline - call.clock, 0);
    parts_.gives = &task_.arrived;
    if (!task_.arrived.empty()) {
        task_.looks = 0;
        note_heard(false);
        return served_();
    }
    if (left > 0)
        wait(left);
    else
        poll_found_nothing();
}

/* If the call that follows waits for ever, both are answered in one: they come at one time, and the program would do
 * nothing between them. */
void WaitRequest::poll_found_nothing()
{
    Call &call = task_.call;
    if (call.want.naps)
        machine_.reports.naps(task_);
    machine_.run_end.looked(task_);
    if (!call.want.then_forever || task_.is_called())
        return served_();
    reply_.waited = true;
    reply_.found_none = call.clock = machine_.timeline.now();
    call.deadline = MACH_FOREVER;
    return wait(MACH_FOREVER);
}

void WaitRequest::wait(Ns left)
{
    if (machine_.choices && !task_.runs_ahead())
        machine_.choices->waits(task_.call, *task_.execution);
    if (clock_.await_message(left, Step::of<&WaitRequest::end>(this)))
        return end();
    if (machine_.ahead_report)
        machine_.ahead_report->waits(task_);
    if (machine_.run_ahead)
        machine_.run_ahead->offer(task_.tid);
}

/* Whose message it is that a wait for anybody's takes: the first that fits. */
void WaitRequest::note_heard(bool waited)
{
    const Call &call = task_.call;
    const bool for_ever = call.deadline == MACH_FOREVER || call.want.then_forever;
    if (!machine_.ahead_report || call.want.tid > 0 || !for_ever)
        return;
    for (const Message &m : task_.arrived)
        if (takes(call, m)) {
            machine_.ahead_report->heard(task_, m, waited);
            return;
        }
}

/* The wait ends with messages, or since a signal has come, or since nothing has in time. */
void WaitRequest::end()
{
    clock_.end_await();
    note_heard(true);
    reply_.interrupted = task_.interrupted && task_.arrived.empty();
    if (!task_.arrived.empty())
        task_.looks = 0;
    else if (!reply_.interrupted)
        machine_.run_end.looked(task_);
    return served_();
}

/* ---- sleeping ---------------------------------------------------------------------------------------------------- */

void SleepRequest::begin()
{
    const Ns left = std::max<Ns>(task_.call.deadline - task_.call.clock, 0);
    if (left > 0) {
        if (clock_.wait_at_most(Task::State::sleeping, left, Step::of<&SleepRequest::end>(this)))
            end();
        return;
    }
    machine_.run_end.idled();
    served_();
}

void SleepRequest::end()
{
    clock_.end_wait();
    reply_.interrupted = task_.interrupted;
    machine_.run_end.idled();
    return served_();
}

} // namespace ap1000
