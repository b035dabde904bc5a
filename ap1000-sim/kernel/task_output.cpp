/* task_output.cpp - see task_output.hpp. */
#include "kernel/task_output.hpp"

#include <utility>

#include "control.h"

namespace ap1000
{
namespace
{

/* The longest message to a task that collects what others print. What is printed between two calls is one message, or
 * as many of this length as it fills and one more: how many, and when, must not depend on real time. */
constexpr std::size_t message_bytes = 65536;

constexpr std::size_t most_kept_bytes = std::size_t{1} << 24; /* of what a task prints ahead of its time, about */

} // namespace

void TaskOutput::end()
{
    if (end_told_)
        return;
    end_told_ = true;
    machine_.control->printed(task_, CONTROL_OUTPUT_END, "");
    machine_.control->output_ended(task_);
}

void TaskOutput::begin_again()
{
    if (!end_told_)
        machine_.control->output_ended(task_);
    end_told_ = false;
}

/* What it has printed ahead of simulated time, and was ended before that came, has never been printed. What it prints
 * now, if it runs ahead, belongs to what it does ahead. */
std::string TaskOutput::take()
{
    if (task_.ahead == nullptr)
        return task_.execution->take_output();
    AheadState &ahead = task_.ahead->state;
    std::string text = std::exchange(ahead.printed, "");
    if (!task_.runs_ahead())
        text += task_.execution->take_output();
    return ahead.forgotten ? std::string() : text;
}

void TaskOutput::collect(bool at_end)
{
    const bool printed_ahead = task_.ahead != nullptr && !task_.ahead->state.printed.empty();
    if (!at_end && !printed_ahead && to_collector_.empty() &&
        (task_.runs_ahead() || !task_.execution->may_have_output()))
        return;
    if (task_.origin.output.tid != 0) {
        send(false);
        return;
    }
    lines_.add(take());
    for (std::string line; lines_.next(line, at_end);)
        machine_.reports.print(task_, line);
}

void TaskOutput::send(bool whole_messages)
{
    to_collector_ += take();
    while (to_collector_.size() >= (whole_messages ? message_bytes : 1)) {
        std::string one = to_collector_.substr(0, message_bytes);
        to_collector_.erase(0, one.size());
        machine_.control->printed(task_, static_cast<int>(one.size()), one);
    }
}

void TaskOutput::pass_on()
{
    if (task_.runs_ahead()) {
        Segment &last = task_.ahead->state.segments.back(); /* if it prints very much, it waits for its time */
        if (last.printed.size() < most_kept_bytes)
            last.printed += task_.execution->take_output();
    } else if (task_.origin.output.tid != 0)
        send(true);
    else
        collect(false);
}

void TaskOutput::flush()
{
    if (task_.runs_ahead())
        task_.ahead->state.forgotten = true;
    if (task_.origin.output.tid == 0)
        collect(true);
}

} // namespace ap1000
