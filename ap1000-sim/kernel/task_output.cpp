/* task_output.cpp - what a task's process prints: lines of the machine, or messages to who collects them. */
#include "kernel/task.hpp"

#include "control.h"
#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{

/* As in PVM, of a task that was spawned when its process has ended, of others when they leave. */
void Task::tell_end()
{
    if (end_told_)
        return;
    end_told_ = true;
    machine.control->printed(*this, CONTROL_OUTPUT_END, "");
    machine.control->output_ended(*this);
}

void Task::collect_output(bool at_end)
{
    std::string text = execution->take_output();
    if (ahead_.forgotten)
        text.clear();
    if (origin.output.tid != 0) {
        if (!text.empty())
            machine.control->printed(*this, static_cast<int>(text.size()), text);
        return;
    }
    lines_.add(text);
    for (std::string line; lines_.next(line, at_end);)
        machine.reports.print(*this, line);
}

void Task::flush_output()
{
    ahead_.forgotten = ahead_.forgotten || ahead_.runs;
    if (origin.output.tid == 0)
        collect_output(true);
}

} // namespace ap1000
