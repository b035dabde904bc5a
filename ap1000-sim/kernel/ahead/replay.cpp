/* replay.cpp - see replay.hpp. */
#include "kernel/ahead/replay.hpp"

#include <algorithm>
#include <utility>

namespace ap1000
{

/* Returns what that costs [ns]. The program has it already, or is given it later, as one that came earlier. */
Ns Replay::take_in(Message m)
{
    const Ns cost = mach_pull_cost(node_.recv, node_.copy, m.tag, m.len_bytes);
    auto of = std::find_if(state_.segments.begin(), state_.segments.end(),
                           [&m](const Segment &s) { return m.given != 0 && s.number == m.given; });
    if (of != state_.segments.end()) {
        of->came = true;
        of->serial = m.serial;
        state_.all_are_before();
        return cost;
    }
    m.earlier = true;
    m.behind = std::all_of(state_.segments.begin(), state_.segments.end(), [](const Segment &s) { return s.came; });
    state_.earlier.push_back(std::move(m));
    return cost;
}

Message Replay::next_of_inbox()
{
    Message m = std::move(state_.inbox.front());
    state_.inbox.pop_front();
    return m;
}

/* A pull takes in one frame; while the library does not look at what it has, or what it looks for has not come, the
 * next one follows. Returns what it has paid for. Waited for is the first alone: a message ends the wait as it comes,
 * and where there are more, all came before the task asked. */
Ns Replay::read_inbox(mach_pull how)
{
    const Segment &s = state_.segments.front();
    Ns cost = 0;
    while (!state_.inbox.empty() && !(s.came && mach_pull_looks(how, true))) {
        if (how == MACH_PULL_WAIT) /* in a poll it is there already */
            state_.late_wait += mach_pull_waited(task_.call.clock, state_.inbox.front().arrived);
        cost += take_in(next_of_inbox());
    }
    return cost;
}

bool Replay::resume(Ns now)
{
    std::deque<Message> &arrived = task_.arrived;
    const bool found = !arrived.empty();
    const mach_pull how = task_.call.deadline == MACH_FOREVER ? MACH_PULL_WAIT : MACH_PULL_POLL;
    for (std::size_t n = std::min(arrived.size(), task_.execution->messages_at_once()); n > 0; n--) {
        state_.inbox.push_back(std::move(arrived.front()));
        arrived.pop_front();
    }
    const Ns cost = read_inbox(how);
    if (state_.segments.front().came && mach_pull_looks(how, found)) {
        state_.begin_segment();
        state_.shift = now + cost - state_.current->base;
        state_.processor = cost;
        return true;
    }
    Call &again = state_.next_call;
    again = task_.call;
    again.clock = now + cost;
    again.processor = cost;
    again.want.then_forever = 0;
    if (mach_pull_after(how, found) == MACH_PULL_WAIT)
        again.deadline = MACH_FOREVER;
    state_.shift = state_.processor = 0;
    state_.knows_call = true;
    return false;
}

/* The message that its next call asks for had come before: the library has it, and the turn goes on with the next
 * segment. Otherwise it first takes in what the last answer brought, and then asks. */
bool Replay::joins_next()
{
    Call &next = state_.next_call;
    if (state_.segments.front().came) {
        state_.processor += next.processor;
        state_.begin_segment();
        return true;
    }
    Ns cost = 0;
    while (!state_.inbox.empty()) {
        cost += take_in(next_of_inbox());
        next.want.then_forever = 0; /* only the first pull of a receive says so */
    }
    next.clock += cost;
    next.processor += cost;
    return false;
}

/* The program asks only for the time, or waits while there are messages that it should have had before: it goes on in
 * the same turn, and what it has posted stays. */
bool Replay::goes_on_with_earlier()
{
    const Call &next = state_.next_call;
    const bool waits = next.what == Request::wait && state_.holds_messages();
    if (next.what != Request::settle && !waits)
        return false;
    while (waits && !state_.inbox.empty())
        state_.earlier.push_back(next_of_inbox());
    state_.processor += next.processor;
    std::deque<Message> none;
    task_.reply.told.late_wait += std::exchange(state_.late_wait, 0);
    Reply r(task_.reply.told);
    r.same_turn = true;
    r.now = next.clock + std::exchange(state_.shift, 0);
    r.shares_node = task_.shares_node();
    task_.execution->answer(r, waits ? state_.earlier : none);
    task_.execution->give_turn();
    return true;
}

bool Replay::goes_on()
{
    if (!state_.in_turn)
        return false;
    if (state_.segments.empty())
        return goes_on_with_earlier();
    if (!joins_next())
        return false;
    task_.execution->await_turn(state_.current->done);
    return true;
}

} // namespace ap1000
