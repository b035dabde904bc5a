/* waits.cpp - see waits.hpp. */
#include "kernel/waits.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "control.h"
#include "kernel/nodes.hpp"
#include "kernel/task.hpp"

namespace ap1000
{
namespace
{

constexpr std::size_t names_shown = 8;

/* t waits for a message of this task alone; 0: of any, or for something else. */
int waits_for(const Task &t)
{
    const bool of_group = t.state == Task::State::waiting && !t.execution->purpose().group.empty();
    return t.state == Task::State::waiting && !of_group && t.call.want.tid > 0 ? t.call.want.tid : 0;
}

std::string message_wanted(const Call &c)
{
    const std::string from = c.want.tid == MACH_ANY ? "any task"
                             : c.want.tid < 0       ? fmt::format("{} (no task: an error code?)", c.want.tid)
                                                    : tid_name(c.want.tid);
    const std::string tag = c.want.tag < 0 ? "any tag" : fmt::format("tag {}", c.want.tag);
    const std::string context = c.want.context > 0 ? fmt::format(" in context {}", c.want.context) : "";
    return fmt::format("for a message from {} with {}{}", from, tag, context);
}

std::string name_list(const std::vector<int> &tids)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < tids.size() && i < names_shown; i++)
        names.push_back(tid_name(tids[i]));
    return fmt::format("{}{}", fmt::join(names, ", "),
                       tids.size() > names_shown ? fmt::format(" and {} more", tids.size() - names_shown) : "");
}

/* A request that the control program has not answered yet. */
std::string request_text(const Call &c)
{
    struct wire_in in = {c.body, c.body_bytes, 0, 0};
    switch (c.what == Request::control ? c.number : 0) {
    case CONTROL_RECVINFO:
        return fmt::format("waits in pvm_recvinfo for an entry '{}' in the mailbox",
                           plain(std::string(control_entry_get(&in).name)));
    case CONTROL_SPAWN:
        return "waits in pvm_spawn for a tasker";
    case CONTROL_ADDHOSTS:
        return "waits in pvm_addhosts for a hoster";
    default:
        return "waits for the control program";
    }
}

void add_rings(const TaskRegister &tasks, std::vector<std::string> &lines)
{
    std::map<int, int> whom;
    for (const auto &[tid, t] : tasks.living())
        if (const int other = waits_for(*t))
            whom[tid] = other;
    for (const auto &[tid, ring] : rings_of(whom)) {
        if (ring.size() == 1) {
            lines.push_back(tid_name(tid) + " waits for a message from itself");
            continue;
        }
        std::string text;
        for (std::size_t i = 0; i < ring.size() && i < 2 * names_shown; i++)
            text += tid_name(ring[i]) + " -> ";
        if (ring.size() > 2 * names_shown)
            text += fmt::format("{} more -> ", ring.size() - 2 * names_shown);
        lines.push_back("they wait for each other in a ring: " + text + tid_name(tid));
    }
}

void add_barriers(const TaskRegister &tasks, const Barriers &barriers, std::vector<std::string> &lines)
{
    std::set<std::string> said;
    for (const auto &[tid, t] : tasks.living()) {
        const bool serves = t->origin.service && t->state == Task::State::waiting;
        if (serves && !t->execution->purpose().group.empty())
            said.insert(plain(t->execution->purpose().group));
    }
    for (const std::vector<int> &missing : barriers.missing())
        said.insert("the barrier of the S-Net waits for " + name_list(missing));
    lines.insert(lines.end(), said.begin(), said.end());
}

} // namespace

/* Each waits for one at most, so from each it goes on until a task comes up that has been seen. */
std::map<int, std::vector<int>> rings_of(const std::map<int, int> &waits_for)
{
    std::map<int, std::vector<int>> rings;
    std::map<int, int> seen; /* in the walk that began at that tid */
    for (const auto &[start, first] : waits_for) {
        auto at = waits_for.find(start);
        while (at != waits_for.end() && seen.emplace(at->first, start).second)
            at = waits_for.find(at->second);
        if (at == waits_for.end() || seen.at(at->first) != start)
            continue;
        std::vector<int> ring;
        for (int tid = at->first; ring.empty() || tid != ring.front(); tid = waits_for.at(tid))
            ring.push_back(tid);
        std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
        rings[ring.front()] = ring;
    }
    return rings;
}

std::string plain(std::string text)
{
    for (char &c : text)
        if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126)
            c = '?';
    return text;
}

std::string tid_name(int tid)
{
    return fmt::format("t{:x}", static_cast<unsigned>(tid));
}

std::string signal_name(int number)
{
    const char *name = sigabbrev_np(number);
    return "SIG" + (name != nullptr ? name : std::to_string(number));
}

std::string program_name(const Task &t)
{
    return plain(t.file.substr(t.file.rfind('/') + 1));
}

std::string doing(const Task &t)
{
    if (t.awaits_reader)
        return "waits until the lines of its tasks have been read";
    switch (t.state) {
    case Task::State::promised:
        return "waits to be started by its tasker";
    case Task::State::waiting: {
        const std::string group = t.origin.service ? "" : t.execution->purpose().group;
        return fmt::format("waits in {} {}", plain(t.call.name),
                           group.empty() ? message_wanted(t.call) : "of group " + plain(group));
    }
    case Task::State::sleeping:
        return t.call.deadline < std::numeric_limits<Ns>::max() / 2
                   ? "sleeps"
                   : "waits for a signal by pvm_sendsig or pvm_kill (kill(2) does not end such a wait)";
    case Task::State::barrier:
        return "waits in a barrier on the S-Net";
    case Task::State::held:
    case Task::State::held_fast:
        return request_text(t.call);
    case Task::State::asking:
        return "asks the control program";
    case Task::State::left:
        return "has left PVM";
    case Task::State::gone:
        return "has ended";
    case Task::State::busy:
        if (t.looks > 0 && t.call.what == Request::wait)
            return fmt::format("looks in {} {}, {} times in a row", plain(t.call.name), message_wanted(t.call),
                               t.looks);
        [[fallthrough]];
    default:
        return t.execution->awaits_processor() ? "waits for its turn on this computer" : "runs";
    }
}

std::string unread(const Task &t)
{
    const mach_want_values &w = t.call.want;
    if (t.state != Task::State::waiting || w.unread == 0)
        return "";
    std::vector<std::string> first;
    for (const mach_unread &m : w.first)
        if (first.size() < w.unread)
            first.push_back(fmt::format("tag {} from {}{}", m.tag, tid_name(m.src_tid),
                                        m.context != 0 ? fmt::format(" in context {}", m.context) : ""));
    return fmt::format("{} unread message{}{}: {}", w.unread, w.unread == 1 ? "" : "s",
                       w.unread > first.size() ? ", the first" : "", fmt::join(first, ", "));
}

std::vector<std::string> together(const TaskRegister &tasks, const Barriers &barriers)
{
    std::vector<std::string> lines;
    add_rings(tasks, lines);
    add_barriers(tasks, barriers, lines);
    return lines;
}

std::int64_t real_now_ns()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::string table_of_tasks(const TaskRegister &tasks, const Barriers &barriers, Ns now, bool idle)
{
    const std::int64_t real_now = real_now_ns();
    std::string out =
        fmt::format("simulated time {:.3f} ms\n{:<8} {:<9} {:<16} {:>14} {:>8}  {}\n", static_cast<double>(now) / 1e6,
                    "task", "node", "program", "since [ms]", "real [s]", "what it does");
    for (const auto &[tid, t] : tasks.living()) {
        const std::string left = unread(*t);
        const double real_s = static_cast<double>(real_now - t->since_real) / 1e9;
        out +=
            fmt::format("{:<8} {:<9} {:<16} {:>14.3f} {:>8}  {}{}{}\n", tid_name(tid), t->node->name, program_name(*t),
                        static_cast<double>(t->since) / 1e6, t->since_real != 0 ? fmt::format("{:.1f}", real_s) : "-",
                        doing(*t), left.empty() ? "" : "; ", left);
    }
    if (tasks.living().empty())
        out += "no tasks\n";
    for (const std::string &line : together(tasks, barriers))
        out += line + "\n";
    if (idle && all_stuck(tasks))
        out += std::string(stuck_on_a_machine_that_stays) + "\n";
    return out;
}

bool is_stuck(const Task &t)
{
    const bool for_ever = t.state == Task::State::waiting && t.call.deadline == MACH_FOREVER;
    return for_ever || t.is_held() || t.state == Task::State::barrier;
}

bool all_stuck(const TaskRegister &tasks)
{
    bool any = false;
    for (const auto &[tid, t] : tasks.living()) {
        if (t->origin.service)
            continue;
        if (!is_stuck(*t))
            return false;
        any = any || t->state != Task::State::waiting || t->call.want.tid > 0;
    }
    return any;
}

} // namespace ap1000
