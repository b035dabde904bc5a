/* task_lookahead.cpp - a task that has its turn for long in real time: simulated time goes on without it, as far as
 * nothing that it does can be seen.
 *
 * A program that is given the message it waits for takes it in before it does anything else, and that has a cost. So
 * nobody can hear of it earlier than so much later: its lookahead, as conservative simulators call it. Events before
 * that are taken while it still runs, and begin turns of others that run beside it. This is all that can be done for
 * receives from anybody, whose message is not known before simulated time has come to it.
 *
 * What it does meanwhile is kept as a segment. It catches up when the lookahead is over, or before a line is printed
 * (its own lines come first), or somebody wants it. Then its first piece of time begins where its turn began, and the
 * event at the end of that piece has the place among others of the same time that it would have had then.
 */
#include "kernel/task.hpp"

#include <algorithm>

#include "kernel/machine.hpp"
#include "system_messages.h"

namespace ap1000
{
/* Of the turn that is about to be given with these messages: it takes the first one in, and if its call ends with it,
 * pays for the receive. A poll is made again until it finds nothing; then the call ends with what has been found. */
void Task::look_ahead()
{
    lookahead_ = 0;
    if (!machine.run_ahead.may_look_ahead() || !execution->could_run_ahead()) {
        poll_has_found_ = false;
        return;
    }
    const bool polls = call.deadline == 0, again = polls && !call.want_plain && poll_has_found_;
    const bool gives = to_give_ == &arrived_ && !arrived_.empty();
    const bool found = gives && takes(call, arrived_.front());
    const NodeParameters &p = machine.parameters.node(node->index);
    if (call.what != Request::wait || reply_.interrupted || signals_ != 0) {
        poll_has_found_ = false;
        return;
    }
    poll_has_found_ = polls && ((call.want_plain && call.then_forever && found) || (again && gives));
    if (again && !gives)
        lookahead_ = p.cost_ns[MACH_COST_RECV];
    else if (call.want_plain && call.deadline == MACH_FOREVER && found)
        lookahead_ = p.recv +
                     transfer_time(system_counted_bytes(arrived_.front().tag, arrived_.front().len_bytes), p.copy) +
                     p.cost_ns[MACH_COST_RECV];
    const bool alone = ahead_.earlier.empty() && ahead_.inbox.empty() && may_run_ahead();
    if (origin.output.tid != 0 || !alone || !machine.run_ahead.may_look_ahead())
        lookahead_ = 0;
}

bool Task::may_fall_behind() const
{
    return lookahead_ > 0 && machine.run_ahead.may_look_ahead();
}

void Task::fall_behind()
{
    Segment s;
    s.number = ++ahead_.numbers;
    s.base = behind_since_ = machine.timeline.now();
    s.came = true;
    ahead_.segments.push_back(std::move(s));
    catches_up_ = machine.timeline.at(behind_since_ + lookahead_, [this] { catch_up(); });
    lookahead_ = 0;
    machine.run_ahead.fell_behind(*this);
    execution->fall_behind();
}

void Task::catch_up()
{
    machine.run_ahead.caught_up(*this);
    machine.timeline.cancel(catches_up_);
    begin_segment();
    is_behind_ = true;
    execution->await_turn(ahead_.current->done);
}

void Task::catch_up_now()
{
    catch_up();
    if (machine.carrier->wait_for(*execution) && execution->take_turn())
        wake();
}

std::uint64_t Task::place_in_time() const
{
    return is_behind_ ? catches_up_.number : now_place;
}

Ns Task::own_now() const
{
    return is_behind_ ? behind_since_ : machine.timeline.now();
}

/* It sleeps until t: true if that is before simulated time. Otherwise it is behind no more. */
bool Task::stays_behind(Ns t)
{
    if (!is_behind_)
        return false;
    behind_since_ = std::max(behind_since_, t);
    is_behind_ = t < machine.timeline.now();
    return is_behind_;
}

} // namespace ap1000
