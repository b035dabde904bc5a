/* leftovers.cpp - see leftovers.hpp. */
#include "kernel/leftovers.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernel/task.hpp"
#include "kernel/waits.hpp"
#include "tids.h"

namespace ap1000
{
namespace
{

const std::string leaves = "leaves "; /* as its last call is called, with what is said of it (calls/match.c) */

/* What the system tells a task is often left, as a notification of a task that has ended. */
bool is_of_task(const Header &m)
{
    return tid_is_task(m.src_tid) && m.tag >= 0;
}

std::string and_others(std::size_t tasks)
{
    return tasks < 2 ? "" : fmt::format(" and {} other{}", tasks - 1, tasks == 2 ? "" : "s");
}

} // namespace

void Leftovers::left(const Task &t, const std::string &place)
{
    const std::string who = fmt::format("{} on {} ({})", tid_name(t.tid), place, program_name(t));
    std::size_t n = t.call.want.unread;
    mach_unread first = t.call.want.first[0];
    for (const Message &m : t.arrived)
        if (is_of_task(m) && n++ == 0)
            first = {m.src_tid, m.tag, m.context};
    if (t.ahead != nullptr &&
        t.execution
            ->could_run_ahead()) /* what it was given ahead, and what was to come later, depends on the computer */
        n = 0;
    if (t.origin.service)
        return;
    if (n > 0 && unread_.tasks++ == 0)
        unread_.first = fmt::format("{}, the first with tag {} from {}", who, first.tag, tid_name(first.src_tid));
    unread_.count += n;
    const std::string name = plain(t.call.name), what = name.substr(std::min(name.size(), leaves.size()));
    if (name.compare(0, leaves.size(), leaves) != 0 || what.empty())
        return;
    Those &fault = faults_[what];
    if (fault.tasks++ == 0)
        fault.first = who;
}

void Leftovers::too_late(const Header &m)
{
    if (is_of_task(m) && m.given == 0 && late_.count++ == 0)
        late_.first = fmt::format("tag {} from {} to {}", m.tag, tid_name(m.src_tid), tid_name(m.dst_tid));
}

void Leftovers::say(Reports &reports) const
{
    if (unread_.count > 0)
        reports.say(fmt::format("{} message{} never read: by {}{}", unread_.count,
                                unread_.count == 1 ? " was" : "s were", unread_.first, and_others(unread_.tasks)));
    if (late_.count > 0)
        reports.say(fmt::format("{} message{} for tasks that had ended: the first with {}", late_.count,
                                late_.count == 1 ? " was" : "s were", late_.first));
    for (const auto &[what, those] : faults_)
        reports.say(those.first + and_others(those.tasks) + " " + what);
}

} // namespace ap1000
