/* process_detached.cpp - see process_carrier.hpp: processes that have the turn and for whom nobody waits any more
 * (patience.hpp), and others that may still do something. */
#include <algorithm>
#include <set>
#include <utility>

#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{
bool ProcessCarrier::is_detached(const ProcessExecution &e) const
{
    return std::find(detached_.begin(), detached_.end(), &e) != detached_.end();
}

void ProcessCarrier::detach(ProcessExecution &e)
{
    Sharing::release(e.place);
    running.remove(e);
    detached_.push_back(&e);
}

void ProcessCarrier::reattach_who_hand_over()
{
    take_who_handed_over(detached_, [this](ProcessExecution &e) { running.add(e); });
}

void ProcessCarrier::reattach(ProcessExecution &e)
{
    auto at = std::find(detached_.begin(), detached_.end(), &e);
    if (at == detached_.end())
        return;
    detached_.erase(at);
    e.looks_stopped = 0;
    running.add(e);
}

bool ProcessCarrier::any_detached_is_endless() const
{
    return std::any_of(detached_.begin(), detached_.end(), [](const ProcessExecution *e) { return e->endless; });
}

/* ---- others ------------------------------------------------------------------------------------------------------ */

/* A child of a task's own may send it a signal, if only by its end, in real time: wait for that, and a little longer
 * for what the handler does. */
bool ProcessCarrier::wait_for_signals()
{
    bool expected = std::any_of(all_.begin(), all_.end(), [this](const ProcessExecution *e) {
        return e->is_task() && child_may_signal(watcher.processes.pid(e->slot));
    });
    bool just_was = std::exchange(signal_expected_, expected);
    if (expected || just_was)
        watcher.bell.wait(expected ? 20 : 200);
    return expected || just_was;
}

/* Processes beside those of the waiting tasks may still do something: a shell through which a task was started, one
 * that has left. But not if it waits for one of the tasks, and has done so for several looks. */
bool ProcessCarrier::others_run()
{
    std::set<pid_t> waiting;
    bool any = false, all_wait = true;
    for (const ProcessExecution *e : all_)
        if (e->is_task())
            waiting.insert(watcher.processes.pid(e->slot));
    for (const ProcessExecution *e : all_)
        if (e->is_task() && e->start == ProcessExecution::Start::started && waiting.count(e->pid) == 0 &&
            process_lives(e->pid)) {
            any = true;
            all_wait = all_wait && waits_only_for(e->pid, waiting);
        }
    for (const ProcessExecution *e : detached_)
        if (e != master_ || !master_exits()) {
            any = true;
            all_wait = all_wait && !e->joined() && waits_only_for(e->pid, waiting);
        }
    quiet_looks_ = any && all_wait ? quiet_looks_ + 1 : 0;
    return any && quiet_looks_ < 5;
}

bool ProcessCarrier::wait_for_others()
{
    if (!settings_.stays && !others_run())
        return false;
    watcher.bell.wait(detached_.empty() && quiet_looks_ == 0 ? 200 : 20);
    return true;
}

} // namespace ap1000
