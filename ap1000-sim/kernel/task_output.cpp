/* task_output.cpp - what a task's process prints: it becomes lines of the machine, or messages to the task that
 * collects them. */
#include "kernel/task.hpp"

#include <utility>

#include "control.h"
#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* The longest message to a task that collects what others print. What is printed between two calls is one message, or
 * as many of this length as it fills and one more: how many, and when, must not depend on real time. */
constexpr std::size_t message_bytes = 65536;

constexpr std::size_t most_kept_bytes = std::size_t{1} << 24; /* of what a task prints ahead of its time, about */

} // namespace

/* As in PVM, for a spawned task the output ends when its process has ended, for others when they leave. */
void Task::tell_end()
{
    if (end_told_)
        return;
    end_told_ = true;
    machine.control->printed(*this, CONTROL_OUTPUT_END, "");
    machine.control->output_ended(*this);
}

/* What it has printed ahead of simulated time, and was ended before that came, has never been printed. */
std::string Task::take_output()
{
    std::string text = std::exchange(ahead_.printed, "");
    if (!runs_ahead()) /* else it belongs to what it does ahead */
        text += execution->take_output();
    return ahead_.forgotten ? std::string() : text;
}

void Task::collect_output(bool at_end)
{
    if (!at_end && ahead_.printed.empty() && to_collector_.empty() && (runs_ahead() || !execution->may_have_output()))
        return;
    if (origin.output.tid != 0) {
        send_output(false);
        return;
    }
    lines_.add(take_output());
    for (std::string line; lines_.next(line, at_end);)
        machine.reports.print(*this, line);
}

void Task::send_output(bool whole_messages)
{
    to_collector_ += take_output();
    while (to_collector_.size() >= (whole_messages ? message_bytes : 1)) {
        std::string one = to_collector_.substr(0, message_bytes);
        to_collector_.erase(0, one.size());
        machine.control->printed(*this, static_cast<int>(one.size()), one);
    }
}

void Task::pass_on_output()
{
    if (runs_ahead()) {
        Segment &last = ahead_.segments.back(); /* if it prints very much, it waits for its time */
        if (last.printed.size() < most_kept_bytes)
            last.printed += execution->take_output();
    } else if (origin.output.tid != 0)
        send_output(true);
    else
        collect_output(false);
}

void Task::flush_output()
{
    ahead_.forgotten = ahead_.forgotten || runs_ahead();
    if (origin.output.tid == 0)
        collect_output(true);
}

} // namespace ap1000
