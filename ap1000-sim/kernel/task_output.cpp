/* task_output.cpp - what a task's process prints: lines of the machine, or messages to who collects them. */
#include "kernel/task.hpp"

#include "control.h"
#include "kernel/machine.hpp"
#include "pvm3.h"

namespace ap1000
{

void Task::announce(bool spawned)
{
    if (origin.output.tid != 0)
        send_output(spawned ? CONTROL_OUTPUT_BEGIN : CONTROL_OUTPUT_MADE, "");
}

/* As in PVM, of a task that was spawned when its process has ended, of others when they leave. */
void Task::tell_end()
{
    if (end_told_)
        return;
    end_told_ = true;
    if (origin.output.tid != 0)
        send_output(CONTROL_OUTPUT_END, "");
    machine.control->output_ended(*this);
}

void Task::collect_output(bool at_end)
{
    std::string text = execution->take_output();
    if (origin.output.tid != 0) {
        if (!text.empty())
            send_output(static_cast<int>(text.size()), text);
        return;
    }
    lines_.add(text);
    for (std::string line; lines_.next(line, at_end);)
        machine.reports.print(*this, line);
}

void Task::flush_output()
{
    if (origin.output.tid == 0)
        collect_output(true);
}

/* A message to who collects this task's output; its layout is control.h's, in PvmDataDefault. */
void Task::send_output(int count, const std::string &text)
{
    std::string body;
    auto add = [&body](std::uint32_t v) {
        for (int shift = 24; shift >= 0; shift -= 8)
            body += static_cast<char>(v >> shift & 0xff);
    };
    add(static_cast<std::uint32_t>(tid));
    add(static_cast<std::uint32_t>(count));
    if (count < 0)
        add(static_cast<std::uint32_t>(origin.parent_tid == PvmNoParent ? -1 : origin.parent_tid));
    body += text;
    body.resize((body.size() + 3) / 4 * 4);
    Header f;
    f.src_tid = tid_system_of(node->index > 0 ? node->tid : 0);
    f.dst_tid = origin.output.tid;
    f.tag = origin.output.tag;
    f.context = origin.output.context;
    f.encoding = PvmDataDefault;
    machine.delivery.send_from_node(
        node->index, Message(f, machine.carrier->bodies(), body.data(), static_cast<std::uint32_t>(body.size())));
}

} // namespace ap1000
