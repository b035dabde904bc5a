/* task_replay.cpp - simulated time has come to where a task ran ahead (task_ahead.cpp): what its program would do now,
 * it has done.
 *
 * At the call that was answered ahead the task waits, and is woken, like any other. Instead of the program, the kernel
 * takes in the messages that come, charges them, keeps what does not fit, and asks again, step by step as the library
 * does (pvmi_match, op_wait): first it polls until nothing is there any more, then it waits until the message comes.
 * Then the segment that began with this message is what the program does now.
 */
#include "kernel/task.hpp"

#include <algorithm>
#include <utility>

#include "kernel/machine.hpp"
#include "system_messages.h"

namespace ap1000
{

/* Returns what that costs [ns]. The program has it already, or is given it later, as one that came earlier. */
Ns Task::take_in(Message m)
{
    const NodeParameters &p = machine.parameters.node(node->index);
    const Ns cost = p.recv + transfer_time(system_counted_bytes(m.tag, m.len_bytes), p.copy);
    auto of = std::find_if(ahead_.segments.begin(), ahead_.segments.end(),
                           [&m](const Segment &s) { return m.given != 0 && s.number == m.given; });
    if (of != ahead_.segments.end()) {
        of->came = true;
        of->serial = m.serial;
        return cost;
    }
    m.earlier = true;
    ahead_.earlier.push_back(std::move(m));
    return cost;
}

Message Task::next_of_inbox()
{
    Message m = std::move(ahead_.inbox.front());
    ahead_.inbox.pop_front();
    return m;
}

/* A poll is over when it finds nothing; then the library looks at what it has. A wait ends with the first that fits.
 * Returns what it has paid for. */
Ns Task::read_inbox(bool polls)
{
    const Segment &s = ahead_.segments.front();
    const Ns now = machine.timeline.now();
    Ns cost = 0, asked = call.clock;
    while (!ahead_.inbox.empty() && (polls || !s.came)) {
        if (!polls)
            ahead_.late_wait += std::max<Ns>(ahead_.inbox.front().arrived - asked, 0);
        cost += take_in(next_of_inbox());
        asked = now + cost;
    }
    return cost;
}

/* Its call has an answer, and its program has had one before. */
bool Task::resume_ahead()
{
    const Ns now = posted_ns_ = machine.timeline.now();
    const bool polls = call.deadline != MACH_FOREVER, nothing = arrived_.empty();
    for (std::size_t n = std::min(arrived_.size(), execution->messages_at_once()); n > 0; n--) {
        ahead_.inbox.push_back(std::move(arrived_.front()));
        arrived_.pop_front();
    }
    const Ns cost = read_inbox(polls);
    begin_state(State::running);
    if (ahead_.segments.front().came && (!polls || nothing)) {
        begin_segment();
        ahead_.shift = now + cost - ahead_.current->base;
        ahead_.processor = cost;
        next_ = &Task::look;
        execution->await_turn(ahead_.current->done);
        return false;
    }
    next_call_ = call; /* it asks again: after a poll that found nothing, for ever */
    next_call_.clock = now + cost;
    next_call_.processor = cost;
    next_call_.then_forever = false;
    if (polls && nothing)
        next_call_.deadline = MACH_FOREVER;
    ahead_.shift = ahead_.processor = 0;
    ahead_.knows_call = true;
    next_ = &Task::asks_again;
    execution->await_turn(true);
    return false;
}

bool Task::asks_again()
{
    post_number_ = 0;
    return then(&Task::all_posted);
}

void Task::begin_segment()
{
    ahead_.current.emplace(std::move(ahead_.segments.front()));
    ahead_.segments.pop_front();
    ahead_.printed += std::exchange(ahead_.current->printed, "");
    ahead_.in_turn = true;
}

/* The message that its next call asks for had come before: the library has it, and the turn goes on with the next
 * segment. Otherwise it first takes in what the last answer brought, and then asks. */
bool Task::joins_next()
{
    if (ahead_.segments.front().came) {
        ahead_.processor += next_call_.processor;
        begin_segment();
        return true;
    }
    Ns cost = 0;
    while (!ahead_.inbox.empty()) {
        cost += take_in(next_of_inbox());
        next_call_.then_forever = false; /* only the first pull of a receive says so */
    }
    next_call_.clock += cost;
    next_call_.processor += cost;
    return false;
}

/* The program asks only for the time, or waits while there are messages that it should have had before: it goes on in
 * the same turn, and what it has posted stays. */
bool Task::goes_on_in_turn()
{
    const bool waits = next_call_.what == Request::wait && !(ahead_.earlier.empty() && ahead_.inbox.empty());
    if (next_call_.what != Request::settle && !waits)
        return false;
    while (waits && !ahead_.inbox.empty())
        ahead_.earlier.push_back(next_of_inbox());
    ahead_.processor += next_call_.processor;
    std::deque<Message> none;
    Reply r;
    r.same_turn = true;
    r.now = next_call_.clock + std::exchange(ahead_.shift, 0);
    r.shares_node = shares_node();
    r.late_wait = std::exchange(ahead_.late_wait, 0);
    execution->answer(r, waits ? ahead_.earlier : none);
    execution->give_turn();
    return true;
}

/* Its turn is over, or goes on: true if it does. */
bool Task::turn_goes_on()
{
    if (died_ || !ahead_.in_turn)
        return false;
    if (ahead_.segments.empty())
        return goes_on_in_turn();
    if (!joins_next())
        return false;
    execution->await_turn(ahead_.current->done);
    return true;
}

} // namespace ap1000
