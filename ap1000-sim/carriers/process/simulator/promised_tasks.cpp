/* promised_tasks.cpp - see process_carrier.hpp. */

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{
namespace
{

constexpr int starter_look_ms = 5; /* real time between looks at a starter's processes */
/* Real time that a process which a starter has forked may take until it runs a program; after that it is one of the
 * starter's own, which nobody waits for. */
constexpr std::int64_t starter_patience_ms = 2000;
/* Of the time between two looks no more counts: a virtual machine may have paused, with all processes. */
constexpr std::int64_t most_between_looks_ms = 100;

std::int64_t real_ms()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

} // namespace

void PromisedTasks::expect(ProcessExecution &promised, const Execution &starter, const std::string &ticket)
{
    outstanding_.push_back({&promised, &starter, ticket});
}

void PromisedTasks::forget(const ProcessExecution &e)
{
    outstanding_.remove_if([&e](const Promise &p) { return p.promised == &e; });
    for (Promise &p : outstanding_)
        if (p.starter == &e)
            p.starter = nullptr;
}

bool PromisedTasks::awaited(const ProcessExecution &starter) const
{
    return std::any_of(outstanding_.begin(), outstanding_.end(),
                       [&](const Promise &p) { return p.starter == &starter; });
}

bool PromisedTasks::take_started(const ProcessExecution &starter)
{
    bool any = false;
    for (auto p = outstanding_.begin(); p != outstanding_.end();) {
        pid_t pid = p->starter == &starter ? carrier_.watcher.processes.pid(p->promised->slot) : 0;
        if (pid == 0) {
            ++p;
            continue;
        }
        p->promised->pid = pid;
        p->promised->begin();
        p = outstanding_.erase(p);
        any = true;
    }
    return any;
}

/* Is there a process that runs what it was asked to start, or that has just been forked for that? */
bool PromisedTasks::may_become(const ProcessExecution &starter)
{
    std::set<pid_t> known = carrier_.processes_of_tasks();
    std::string own = process_file(starter.pid, "environ");
    std::map<pid_t, std::int64_t> idle;
    const std::int64_t before_ms = std::exchange(looked_ms_, real_ms());
    bool any = false;
    for (pid_t pid : descendants(starter.pid)) {
        std::string env = process_file(pid, "environ");
        if (known.count(pid) != 0 || (env.empty() && !process_lives(pid)))
            continue;
        bool asked = std::any_of(outstanding_.begin(), outstanding_.end(), [&](const Promise &p) {
            return p.starter == &starter && env.find(CARRIER_ENV_TICKET "=" + p.ticket) != std::string::npos;
        });
        if (asked)
            any = true;
        if (asked || (env != own && !env.empty())) /* while exec changes the program, there is none to be read */
            continue;
        auto seen = idle_children_.find(pid);
        idle[pid] =
            seen != idle_children_.end() ? seen->second + std::min(looked_ms_ - before_ms, most_between_looks_ms) : 0;
        any = any || idle[pid] < starter_patience_ms;
    }
    idle_children_ = std::move(idle);
    return any;
}

void PromisedTasks::await_started(const ProcessExecution &starter)
{
    while (awaited(starter) && carrier_.stop() == 0) {
        take_started(starter);
        if (!awaited(starter) || !may_become(starter))
            break;
        carrier_.watcher.bell.wait(starter_look_ms);
    }
    take_started(starter);
}

bool PromisedTasks::take_while_starter_sleeps(const ProcessExecution &starter)
{
    return awaited(starter) && process_sleeps(starter.pid) && take_started(starter);
}

} // namespace ap1000
