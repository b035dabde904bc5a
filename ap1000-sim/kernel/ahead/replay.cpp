/* replay.cpp - see replay.hpp. */
#include "kernel/ahead/replay.hpp"

#include <algorithm>
#include <utility>

#include "system_messages.h"

namespace ap1000
{

/* Returns what that costs [ns]. The program has it already, or is given it later, as one that came earlier. */
Ns Replay::take_in(Message m)
{
    const Ns cost = node_.recv + transfer_time(system_counted_bytes(m.tag, m.len_bytes), node_.copy);
    auto of = std::find_if(state_.segments.begin(), state_.segments.end(),
                           [&m](const Segment &s) { return m.given != 0 && s.number == m.given; });
    if (of != state_.segments.end()) {
        of->came = true;
        of->serial = m.serial;
        return cost;
    }
    m.earlier = true;
    state_.earlier.push_back(std::move(m));
    return cost;
}

Message Replay::next_of_inbox()
{
    Message m = std::move(state_.inbox.front());
    state_.inbox.pop_front();
    return m;
}

/* A poll is over when it finds nothing; then the library looks at what it has. A wait ends with the first that fits.
 * Returns what it has paid for. */
Ns Replay::read_inbox(bool polls, Ns now)
{
    const Segment &s = state_.segments.front();
    Ns cost = 0, asked = task_.call.clock;
    while (!state_.inbox.empty() && (polls || !s.came)) {
        if (!polls)
            state_.late_wait += std::max<Ns>(state_.inbox.front().arrived - asked, 0);
        cost += take_in(next_of_inbox());
        asked = now + cost;
    }
    return cost;
}

bool Replay::resume(Ns now)
{
    std::deque<Message> &arrived = task_.arrived;
    const bool polls = task_.call.deadline != MACH_FOREVER, nothing = arrived.empty();
    for (std::size_t n = std::min(arrived.size(), task_.execution->messages_at_once()); n > 0; n--) {
        state_.inbox.push_back(std::move(arrived.front()));
        arrived.pop_front();
    }
    const Ns cost = read_inbox(polls, now);
    if (state_.segments.front().came && (!polls || nothing)) {
        state_.begin_segment();
        state_.shift = now + cost - state_.current->base;
        state_.processor = cost;
        return true;
    }
    Call &again = state_.next_call; /* after a poll that found nothing, for ever */
    again = task_.call;
    again.clock = now + cost;
    again.processor = cost;
    again.then_forever = false;
    if (polls && nothing)
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
        next.then_forever = false; /* only the first pull of a receive says so */
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
    Reply r;
    r.same_turn = true;
    r.now = next.clock + std::exchange(state_.shift, 0);
    r.shares_node = task_.shares_node();
    r.late_wait = std::exchange(state_.late_wait, 0);
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
