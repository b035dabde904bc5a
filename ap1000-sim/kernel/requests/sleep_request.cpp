/* sleep_request.cpp - see sleep_request.hpp. */
#include "kernel/requests/sleep_request.hpp"

#include <algorithm>

namespace ap1000
{

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
