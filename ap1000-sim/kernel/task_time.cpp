/* task_time.cpp - how time passes for a task: what its process spent, sleeping and waiting, and telling an observer. */
#include "kernel/task.hpp"

#include <algorithm>

#include "kernel/machine.hpp"
#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

constexpr Ns longest_span = end_of_time; /* more than that between two postings is not time but nonsense */

} // namespace

void Task::sleep_until(Ns t)
{
    if (t <= machine.timeline.now() || cut_short_)
        return;
    Timeline::Id timer = machine.timeline.at(t, [this] { fiber_.wake(); });
    sleeping_ = true;
    fiber_.park();
    sleeping_ = false;
    if (cut_short_)
        machine.timeline.cancel(timer);
}

void Task::cut_short()
{
    cut_short_ = true;
    if (sleeping_)
        fiber_.wake();
}

void Task::pass(Ns span)
{
    sleep_until(machine.timeline.now() + span);
}

/* The program has come to this time of its own clock, so much of it on the processor, the rest before that idle. Other
 * tasks of the node may have the processor first. */
void Task::spend(Ns clock, Ns processor, std::uint32_t posts_before)
{
    if (adopted && !joined)
        posted_ns_ = clock;
    Ns span = clock - posted_ns_;
    if (span < 0 || span > longest_span)
        span = 0;
    posted_ns_ = std::max(clock, posted_ns_);
    Ns cpu = std::clamp<Ns>(processor, 0, span);
    Stretch s{posted_ns_ - span, span, machine.timeline.now(), 0, 0, 0};
    if (state != State::left)
        state = State::busy;
    sleep_until(machine.timeline.now() + span - cpu);
    s.ready = s.start = machine.timeline.now();
    if (cpu > 0) {
        s.start = std::max(machine.timeline.now(), node->cpu_free);
        node->cpu_free = s.start + cpu;
        sleep_until(s.start + cpu);
    }
    s.end = machine.timeline.now();
    s.start = std::min(s.start, s.end); /* it may have been cut short */
    if (machine.session.observer)
        tell(s, posts_before);
}

/* The stretch, and the marks up to its end: those of a later posting belong to a later stretch. */
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
 */
void Task::wait_at_most(State why, Ns span)
{
    interrupted_ = is_called();
    if (interrupted_)
        return;
    begin_state(why);
    bool forever = span > longest_span;
    Timeline::Id timer{};
    if (!forever)
        timer = machine.timeline.at(since + span, [this] { fiber_.wake(); });
    fiber_.park();
    state = State::busy;
    if (!forever)
        machine.timeline.cancel(timer);
}

bool Task::wait_released(State why)
{
    released_ = interrupted_ = false;
    begin_state(why);
    fiber_.park();
    state = State::busy;
    return released_;
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
