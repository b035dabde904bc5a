/* course_ahead.cpp - see course.hpp: the rounds of a task that may run ahead of simulated time (ahead/), which only a
 * run with several processors has. */
#include <utility>

#include "kernel/course.hpp"

namespace ap1000
{

/* Returns true if the segment has all of the turn that simulated time has come to: the rest need not be asked for. */
bool Course::take_segment()
{
    AheadState &ahead = ahead_->state;
    ahead_->lookahead.end_turn();
    ahead.knows_call = false;
    if (!ahead.current)
        return false;
    Segment s = std::move(*ahead.current);
    ahead.current.reset();
    ahead.serial = s.serial;
    ahead.bytes -= s.posts_len;
    ahead.place(s.marks, 0, s.serial);
    marks_.add(s.marks, static_cast<std::uint32_t>(outbox_.posts().size()));
    if (s.done)
        output_.collect(false);
    for (Post &p : s.posts) {
        ahead.place(p);
        outbox_.posts().push_back(std::move(p));
    }
    ahead.processor += s.processor;
    died_ = s.died;
    ahead.next_call = s.call;
    ahead.knows_call = s.done && !s.died;
    return s.done;
}

/* The task's turn is over, or goes on: true if it does. If it is over, those who wait for what it has posted may
 * go on. */
bool Course::goes_on()
{
    AheadState &ahead = ahead_->state;
    if (!ahead.knows_call && !died_ && (ahead.in_turn || task.execution->may_run_ahead())) {
        task.execution->call(ahead.next_call);
        ahead.knows_call = true;
    }
    if (!died_ && ahead_->replay.goes_on())
        return true;
    ahead.stands = ahead.knows_call && ahead.segments.empty();
    if (machine_.run_ahead->is_worth_it()) {
        machine_.run_ahead->offer(task.tid);
        machine_.run_ahead->offer_posts(outbox_.posts());
    }
    return false;
}

/* The task's call has an answer, and its program has had one before. */
void Course::give_turn_ahead()
{
    const bool began = ahead_->replay.resume(clock_.set());
    clock_.begin_state(Task::State::running);
    task.steps.then(began ? Step::of<&Course::look>(this) : Step::of<&Course::all_posted>(this));
    task.execution->await_turn(!began || ahead_->state.current->done);
}

/* The task does not run ahead now, and gets the turn. */
void Course::prepare_turn_ahead()
{
    AheadState &ahead = ahead_->state;
    task.reply.told.late_wait += std::exchange(ahead.late_wait, 0);
    ahead.shift = 0;
    ahead.in_turn = ahead.holds_messages();
    ahead.stands = false;
    if (machine_.run_ahead->may_look_ahead())
        ahead_->lookahead.begin_turn(parts_.gives == &task.arrived && !task.arrived.empty());
    else
        ahead_->lookahead.end_turn();
}

bool Course::may_fall_behind() const
{
    return ahead_ && ahead_->lookahead.span() > 0 && machine_.run_ahead->may_look_ahead();
}

void Course::came_to_call()
{
    machine_.run_ahead->came_to_call(task);
}

void Course::turns_are_long(bool long_ones)
{
    if (machine_.run_ahead)
        machine_.run_ahead->pays(long_ones);
}

} // namespace ap1000
