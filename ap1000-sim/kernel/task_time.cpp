/* task_time.cpp - how time passes for a task: what its process has spent, sleeping and waiting; and tells it to the
 * observer. */
#include "kernel/task.hpp"

#include <algorithm>
#include <utility>

#include "kernel/machine.hpp"
#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

constexpr Ns longest_span = end_of_time; /* between two posts; a larger value is an error of the program */

} // namespace

/* Nobody else may do anything before t if no program runs and no event is due, and who woke the task is done: then time
 * passes here and now. */
bool Task::sleep_until(Ns t, Step after)
{
    next_ = after;
    const bool was_behind = is_behind_;
    if (stays_behind(t) || t <= machine.timeline.now() || cut_short_)
        return true;
    if (last_ && t < end_of_time && !machine.carrier->anyone_runs() && !machine.carrier->any_is_endless() &&
        machine.timeline.pass_to(t)) {
        machine.pace.free();
        return true;
    }
    sleeping_ = true;
    auto then = [this] {
        sleeping_ = false;
        wake(true);
    };
    timer_ = was_behind ? machine.timeline.instead_of(catches_up_, t, then)
                        : machine.timeline.at(t, then, {this, sizeof *this});
    return false;
}

void Task::cut_short()
{
    cut_short_ = true;
    if (!std::exchange(sleeping_, false))
        return;
    machine.timeline.cancel(timer_);
    wake();
}

/* The program has come to this time of its own clock, so much of it on the processor, the rest before that idle. Other
 * tasks of the node may have the processor first. True: all that has passed already; false: `after` follows then. */
bool Task::spend(Ns clock, Ns processor, std::uint32_t posts_before, Step after)
{
    if (adopted && !joined)
        posted_ns_ = clock;
    Ns span = clock - posted_ns_;
    if (span < 0 || span > longest_span)
        span = 0;
    posted_ns_ = std::max(clock, posted_ns_);
    stretch_ = {posted_ns_ - span, span, own_now(), 0, 0, 0};
    stretch_processor_ = std::clamp<Ns>(processor, 0, span);
    stretch_posts_ = posts_before;
    after_spending_ = after;
    if (state != State::left)
        state = State::busy;
    return sleep_until(own_now() + span - stretch_processor_, &Task::want_processor) && want_processor();
}

bool Task::want_processor()
{
    stretch_.ready = stretch_.start = own_now();
    if (stretch_processor_ > 0) {
        stretch_.start = node->processors.take(stretch_.ready, stretch_processor_).start;
        if (!sleep_until(stretch_.start + stretch_processor_, &Task::spent))
            return false;
    }
    return spent();
}

bool Task::spent()
{
    stretch_.end = own_now();
    stretch_.start = std::min(stretch_.start, stretch_.end); /* it may have been cut short */
    if (machine.session.observer)
        tell(stretch_, stretch_posts_);
    return then(after_spending_);
}

/* Tells the piece, and the marks up to its end; marks of a later post belong to a later piece. */
void Task::tell(const Stretch &s, std::uint32_t posts_before)
{
    auto later =
        std::find_if(marks_.begin(), marks_.end(), [posts_before](const Mark &m) { return m.posts > posts_before; });
    std::vector<Mark> now(marks_.begin(), later);
    marks_.erase(marks_.begin(), later);
    machine.session.observer->passed(*this, s, now);
}

/* Only of a machine that stays is it ever asked how long that has been for people. */
void Task::begin_state(State begun)
{
    state = begun;
    since = machine.timeline.now();
    if (machine.session.kind == Session::Kind::up)
        since_real = real_now_ns();
}

/* More than longest_span is for ever. A signal or the end of the process cuts it short, and a message if it is awaited.
 * `after` begins with end_wait. */
bool Task::wait_at_most(State why, Ns span, Step after)
{
    next_ = after;
    interrupted_ = is_called();
    if (interrupted_)
        return true;
    begin_state(why);
    if (span > longest_span)
        return false;
    timer_ = machine.timeline.at(since + span, [this] { wake(); });
    counted_ = why == State::waiting ? &machine.pace.timeouts : &machine.pace.sleeps;
    ++*counted_;
    return false;
}

void Task::end_wait()
{
    state = State::busy;
    machine.timeline.cancel(timer_);
    if (counted_ != nullptr)
        --*counted_;
    counted_ = nullptr;
}

void Task::tell_wait(Wait what)
{
    if (machine.session.observer)
        machine.session.observer->waits(*this, what, machine.timeline.now());
}

void Task::tell_goes_on(std::uint64_t by)
{
    if (machine.session.observer)
        machine.session.observer->goes_on(*this, by, machine.timeline.now());
}

} // namespace ap1000
