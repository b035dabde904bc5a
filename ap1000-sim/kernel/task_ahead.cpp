/* task_ahead.cpp - a task that runs ahead of simulated time (run_ahead.hpp).
 *
 * Its program has the message and computes; the task still waits for it. What else arrives before the message the
 * program would have taken in, paid for and kept: here the task pays, and the program is given these messages at its
 * next wait, as earlier ones. When the message arrives, the task waits (real time) for the program's next call, and
 * what that has posted and used on the way counts from this moment.
 */
#include "kernel/task.hpp"

#include <algorithm>

#include "kernel/machine.hpp"
#include "system_messages.h"

namespace ap1000
{
namespace
{

constexpr std::uint64_t serial_not_known = UINT64_MAX; /* of a message that is given before it is sent */

} // namespace

/* ---- may it, and with what --------------------------------------------------------------------------------------- */

bool Task::may_run_ahead() const
{
    return state == State::waiting && call.what == Request::wait && call.want_plain && call.want_tid > 0 &&
           call.deadline == MACH_FOREVER && joined && !ahead_.runs && arrived_.empty() && signals_ == 0 &&
           node->index != 0 && node->tasks == 1 && !execution->wants_turn() && execution->may_run_ahead();
}

bool Task::wants(const Header &m) const
{
    return m.src_tid == call.want_tid && m.context == call.want_context &&
           (call.want_tag == MACH_ANY || m.tag == call.want_tag);
}

Message *Task::about_to_send(const Task &to)
{
    if (!joined || state == State::left || cut_short_)
        return nullptr;
    for (Post &p : posts_) {
        if (p.to != Post::To::task || p.body_is_bad)
            return nullptr;
        if (p.message.dst_tid == to.tid && to.wants(p.message))
            return &p.message;
    }
    return nullptr;
}

/* Those who wait for what this task has posted need not wait until it is sent. */
void Task::offer_posts()
{
    if (!machine.run_ahead.on())
        return;
    for (const Post &p : posts_)
        if (p.to == Post::To::task)
            machine.run_ahead.offer(p.message.dst_tid);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

void Task::run_ahead(Message &m)
{
    m.given = true;
    ahead_.runs = true;
    ahead_.base = call.clock;
    std::deque<Message> one;
    one.push_back(m.copy());
    one.front().arrived = call.clock;
    one.front().serial = serial_not_known;
    Reply r;
    r.ahead = true;
    r.now = r.found_none = call.clock;
    r.waited = reply_.waited;
    execution->answer(r, one);
    execution->give_turn_ahead();
}

/* Messages have arrived: does with them what the program would have done until it had the one it waits for. If that
 * is not among them, they are paid for, and it waits again. */
bool Task::take_what_came()
{
    const NodeParameters &p = machine.parameters.node(node->index);
    const Ns now = machine.timeline.now();
    Ns cost = 0, asked = call.clock;
    bool found = false;
    std::size_t n = std::min(arrived_.size(), execution->messages_at_once());
    for (; n > 0; n--) {
        Message m = std::move(arrived_.front());
        arrived_.pop_front();
        if (!found)
            ahead_.late_wait += std::max<Ns>(m.arrived - asked, 0);
        if (!found && m.given) {
            found = true;
            ahead_.serial = m.serial;
            continue;
        }
        if (!found) {
            cost += p.recv + transfer_time(system_counted_bytes(m.tag, m.len_bytes), p.copy);
            asked = now + cost;
            m.earlier = true;
        }
        ahead_.earlier.push_back(std::move(m));
    }
    posted_ns_ = now;
    if (found) {
        ahead_.shift = now + cost - ahead_.base;
        ahead_.processor = cost;
        return catch_up();
    }
    call.clock = now + cost;
    call.processor = cost;
    return spend(call.clock, call.processor, all_posts, &Task::wait_again);
}

bool Task::wait_again()
{
    if (cut_short_)
        return then(&Task::end);
    if (!ahead_.runs)
        return served();
    return arrived_.empty() ? wait_for_arrival(MACH_FOREVER) : take_what_came();
}

/* Its time has come. */
bool Task::catch_up()
{
    ahead_.runs = false;
    ahead_.in_turn = true;
    begin_state(State::running);
    next_ = &Task::look;
    execution->await_turn();
    return false;
}

/* The program asks only for the time, or waits while there are messages that it should have had before: it goes on in
 * the same turn, and what it has posted stays. */
bool Task::goes_on_in_turn()
{
    const Call asked = execution->call();
    bool waits = asked.what == Request::wait && !ahead_.earlier.empty();
    if (asked.what != Request::settle && !waits)
        return false;
    ahead_.processor += asked.processor;
    std::deque<Message> none;
    Reply r;
    r.same_turn = true;
    r.now = asked.clock + std::exchange(ahead_.shift, 0);
    r.shares_node = shares_node();
    r.late_wait = std::exchange(ahead_.late_wait, 0);
    execution->answer(r, waits ? ahead_.earlier : none);
    execution->give_turn();
    return true;
}

/* What it has noted, with the times of simulated time. True: it wants to go on. */
bool Task::take_marks()
{
    std::size_t had = marks_.size();
    bool only_marks = execution->take_marks(marks_);
    for (std::size_t i = had; i < marks_.size(); i++) {
        Mark &m = marks_[i];
        m.clock += ahead_.shift;
        m.posts += static_cast<std::uint32_t>(posts_.size());
        if (m.serial == serial_not_known)
            m.serial = ahead_.serial;
    }
    return only_marks;
}

void Task::forget_ahead()
{
    if (!ahead_.runs)
        return;
    ahead_.runs = false;
    ahead_.forgotten = true;
    while (execution->next_post())
        continue;
    std::vector<Mark> none;
    (void)execution->take_marks(none);
}

} // namespace ap1000
