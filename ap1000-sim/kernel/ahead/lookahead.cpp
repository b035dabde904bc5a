/* lookahead.cpp - see lookahead.hpp. */
#include "kernel/ahead/lookahead.hpp"

#include <algorithm>

#include "receive_course.h"

namespace ap1000
{

/* The program takes the first message in, and if its call ends with it, pays for the receive. A poll is made again
 * until it finds nothing; then the call ends with what has been found. */
void Lookahead::begin_turn(bool gives)
{
    span_ = 0;
    const Call &call = task_.call;
    if (call.what != Request::wait || task_.reply.interrupted || task_.signals != 0) {
        poll_has_found_ = false;
        return;
    }
    const bool polls = call.deadline == 0, again = polls && !call.want.plain && poll_has_found_;
    const bool found = gives && takes(call, task_.arrived.front());
    const bool begins = polls && call.want.plain && call.want.then_forever;
    poll_has_found_ = (begins && found) || (again && gives);
    if (again && !gives) {
        span_ = node_.cost_ns[MACH_COST_RECV];
    } else if (call.want.plain && call.deadline == MACH_FOREVER && found) {
        const Message &first = task_.arrived.front();
        span_ = mach_pull_cost(node_.recv, node_.copy, first.tag, first.len_bytes) + node_.cost_ns[MACH_COST_RECV];
    }
    const bool collected = task_.origin.output.tid != 0; /* what it prints is sent when its turn begins */
    if (span_ > 0 && (collected || state_.holds_messages() || !queue_.may_run_ahead()))
        span_ = 0;
}

void Lookahead::fall_behind(std::function<void()> when)
{
    since_ = timeline_.now();
    state_.add_segment(since_).came = true;
    catches_up_ = timeline_.at(since_ + span_, std::move(when));
    span_ = 0;
}

void Lookahead::catch_up()
{
    timeline_.cancel(catches_up_);
    state_.begin_segment();
    is_behind_ = true;
    task_.execution->await_turn(state_.current->done);
}

bool Lookahead::stays_behind(Ns t)
{
    if (!is_behind_)
        return false;
    since_ = std::max(since_, t);
    is_behind_ = t < timeline_.now();
    return is_behind_;
}

} // namespace ap1000
