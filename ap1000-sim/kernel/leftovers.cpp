/* leftovers.cpp - see leftovers.hpp. */
#include "kernel/leftovers.hpp"

#include <fmt/format.h>

#include "kernel/ahead/task_ahead.hpp"
#include "kernel/task.hpp"
#include "kernel/waits.hpp"

namespace ap1000
{
namespace
{

std::string and_others(std::size_t tasks)
{
    return tasks < 2 ? "" : fmt::format(" and {} other{}", tasks - 1, tasks == 2 ? "" : "s");
}

} // namespace

void Leftovers::left(const Task &t, const std::string &place)
{
    const std::string who = fmt::format("{} on {} ({})", tid_name(t.tid), place, program_name(t)),
                      what = plain(t.call.name);
    mach_want_values left = t.call.want;
    auto add = [&left](const std::deque<Message> &messages) {
        for (const Message &m : messages)
            if (m.given == 0)
                mach_add_unread(&left, m.src_tid, m.tag, m.context);
    };
    if (t.origin.service)
        return;
    add(t.arrived);
    if (t.ahead != nullptr) {
        add(t.ahead->state.inbox);
        add(t.ahead->state.earlier);
    }
    if (left.unread > 0 && unread_.tasks++ == 0) {
        unread_.first = who;
        example_ = fmt::format("one has tag {} and comes from {}", left.first[0].tag, tid_name(left.first[0].src_tid));
    }
    unread_.count += left.unread;
    if (!what.empty() && faults_[what].tasks++ == 0)
        faults_[what].first = who;
}

void Leftovers::say(Reports &reports) const
{
    if (unread_.count > 0)
        reports.say(fmt::format("{} message{} never read: by {}{}; {}", unread_.count,
                                unread_.count == 1 ? " was" : "s were", unread_.first, and_others(unread_.tasks),
                                example_));
    for (const auto &[what, those] : faults_)
        reports.say(those.first + and_others(those.tasks) + " " + what);
}

} // namespace ap1000
