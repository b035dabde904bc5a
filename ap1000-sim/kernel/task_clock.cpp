/* task_clock.cpp - see task_clock.hpp. */
#include "kernel/task_clock.hpp"

#include <algorithm>
#include <utility>

#include "engine/log.hpp"
#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

constexpr Ns longest_span = end_of_time; /* between two posts; a larger value is an error of the program */

} // namespace

TaskClock::TaskClock(MachineParts &machine, Task &task, TaskMarks &marks)
    : machine_(machine), task_(task), marks_(marks), posted_ns_(machine.timeline.now())
{
}

/* nullptr: its time is simulated time. */
Lookahead *TaskClock::behind() const
{
    return task_.ahead != nullptr && task_.ahead->lookahead.is_behind() ? &task_.ahead->lookahead : nullptr;
}

Ns TaskClock::own_now() const
{
    const Lookahead *const since = behind();
    return since != nullptr ? since->since() : machine_.timeline.now();
}

Ns TaskClock::set()
{
    return posted_ns_ = machine_.timeline.now();
}

/* ---- sleeping ---------------------------------------------------------------------------------------------------- */

/* Nobody else may do anything before t if no program runs and no event is due, and who woke the task is done: then time
 * passes here and now. */
bool TaskClock::sleep_until(Ns t, Step after)
{
    Lookahead *const was_behind = behind();
    if ((was_behind != nullptr && was_behind->stays_behind(t)) || t <= machine_.timeline.now() || task_.cut_short)
        return true;
    const Carrier &carrier = *machine_.carrier;
    const bool reader_pauses = machine_.stays && machine_.readers.holds_any();
    if (task_.steps.is_last() && t < end_of_time && !machine_.run_end.asks() && !reader_pauses &&
        (carrier.is_quiet() || (!carrier.anyone_runs() && !carrier.any_is_endless())) && machine_.timeline.pass_to(t)) {
        machine_.pace.follows = false;
        return true;
    }
    task_.steps.then(after);
    sleeping_ = true;
    auto then = [this] {
        sleeping_ = false;
        task_.wake(true);
    };
    timer_ = was_behind != nullptr ? machine_.timeline.instead_of(was_behind->catches_up(), t, then)
                                   : machine_.timeline.at(t, then, {&task_, sizeof task_});
    return false;
}

bool TaskClock::sleep_for(Ns span, Step after)
{
    return sleep_until(machine_.timeline.now() + span, after);
}

void TaskClock::cut_short()
{
    task_.cut_short = true;
    if (!std::exchange(sleeping_, false))
        return;
    machine_.timeline.cancel(timer_);
    task_.wake();
}

/* ---- what the program has spent ---------------------------------------------------------------------------------- */

bool TaskClock::spend(Ns clock, Ns processor, std::uint32_t posts_before, Step after)
{
    if (task_.program.adopted && !task_.joined)
        posted_ns_ = clock;
    Ns span = clock - posted_ns_;
    if (span < 0 || span > longest_span)
        span = 0;
    posted_ns_ = std::max(clock, posted_ns_);
    Ns now = own_now();
    stretch_ = {posted_ns_ - span, span, now, 0, 0, 0};
    stretch_processor_ = std::clamp<Ns>(processor, 0, span);
    stretch_posts_ = posts_before;
    after_spending_ = after;
    if (task_.state != Task::State::left)
        task_.state = Task::State::busy;
    const Ns idle = span - stretch_processor_;
    if (idle > 0 || behind() != nullptr) {
        if (!sleep_until(now + idle, Step::of<&TaskClock::is_ready>(this)))
            return false;
        now = own_now();
    }
    return use_processor(now);
}

/* The idle part is over, or cut short. As spend: true if the rest is over, too. */
bool TaskClock::use_processor(Ns now)
{
    stretch_.ready = stretch_.start = now;
    if (stretch_processor_ > 0) {
        stretch_.start = task_.node->processors.take(stretch_.ready, stretch_processor_).start;
        AP1000_LOG(clock, stretch_.ready, "t{:x} on {}: {} ns of the processor, for which it waits {} ns", task_.tid,
                   task_.node->name, stretch_processor_, stretch_.start - stretch_.ready);
        if (!sleep_until(stretch_.start + stretch_processor_, Step::of<&TaskClock::has_spent>(this)))
            return false;
        now = own_now();
    }
    note_spent(now);
    return true;
}

/* Marks of a later post belong to a later piece. */
void TaskClock::note_spent(Ns end)
{
    stretch_.end = end;
    stretch_.start = std::min(stretch_.start, stretch_.end); /* it may have been cut short */
    if (machine_.options.observer)
        machine_.options.observer->passed(task_, stretch_, marks_.take(stretch_posts_));
}

/* The same two as steps, where it had to sleep. */
void TaskClock::is_ready()
{
    if (use_processor(own_now()))
        after_spending_();
}

void TaskClock::has_spent()
{
    note_spent(own_now());
    after_spending_();
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

/* Only of a machine that stays is it ever asked how long that has been for people. */
void TaskClock::begin_state(Task::State begun, Ns now)
{
    task_.state = begun;
    task_.since = now;
    if (machine_.stays)
        task_.since_real = real_now_ns();
}

void TaskClock::begin_state(Task::State begun)
{
    begin_state(begun, machine_.timeline.now());
}

bool TaskClock::wait_at_most(Task::State why, Ns span, Step after)
{
    task_.interrupted = task_.is_called();
    if (task_.interrupted)
        return true;
    task_.steps.then(after);
    begin_state(why);
    AP1000_LOG(clock, task_.since, "t{:x} on {}: {}", task_.tid, task_.node->name, doing(task_));
    if (span > longest_span)
        return false;
    timer_ = machine_.timeline.at(task_.since + span, [this] { task_.wake(); });
    counted_ = why == Task::State::waiting ? &machine_.pace.timeouts : &machine_.pace.sleeps;
    ++*counted_;
    return false;
}

void TaskClock::end_wait()
{
    task_.state = Task::State::busy;
    machine_.timeline.cancel(timer_);
    if (counted_ != nullptr)
        --*counted_;
    counted_ = nullptr;
}

void TaskClock::ends_at_alarm(Ns alarm)
{
    if (alarm <= 0 || alarm > longest_span)
        return;
    timer_ = machine_.timeline.at(std::max(alarm, task_.since), [this] {
        if (task_.state == Task::State::barrier && !machine_.barriers.misses_others(task_))
            return; /* all have come: it goes on with them */
        task_.interrupted = true;
        task_.wake();
    });
    counted_ = &machine_.pace.sleeps;
    ++*counted_;
}

bool TaskClock::await_message(Ns span, Step after)
{
    tell_wait(Wait::message);
    return wait_at_most(Task::State::waiting, span, after);
}

void TaskClock::end_await()
{
    end_wait();
    tell_goes_on(task_.arrived.empty() ? 0 : task_.arrived.front().serial);
}

void TaskClock::tell_wait(Wait what)
{
    if (machine_.options.observer)
        machine_.options.observer->waits(task_, what, machine_.timeline.now());
}

void TaskClock::tell_goes_on(std::uint64_t by)
{
    if (machine_.options.observer)
        machine_.options.observer->goes_on(task_, by, machine_.timeline.now());
}

} // namespace ap1000
