/* process_detached.cpp - see process_carrier.hpp: processes that have the turn and for whom nobody waits any more,
 * since they have left, are stopped, compute without end, or wait themselves; and others that may still do
 * something. */
#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "carriers/process/simulator/sleeper.hpp"

namespace ap1000
{
namespace
{

/* Real time before a process that sleeps is thought to wait for what it has started, */
constexpr int child_patience_ms = 200;
/* and that a process which has left may take before the others go on without it. */
constexpr int patience_ms = 5000;

} // namespace

/* The process computes without a call for longer than we have patience: the others go on, and since its time does not
 * count in simulated time, they do so as fast as real time at most (kernel/pace.hpp). Or a signal has stopped it, which
 * only others can undo; but if it is the master, its user has stopped the run. */
bool ProcessCarrier::is_stopped_or_endless(ProcessExecution &e)
{
    const pid_t pid = watcher.processes.pid(e.slot);
    const long long spent_ns = processor_time_ns(pid);
    e.looks_stopped = process_is_stopped(pid) && !e.is_master() ? e.looks_stopped + 1 : 0;
    if (e.turn_began_ns < 0)
        e.turn_began_ns = spent_ns;
    const auto burnt_s = static_cast<double>(spent_ns - e.turn_began_ns) * 1e-9;
    e.endless = burnt_s >= settings_.patience_s;
    if (e.looks_stopped < asleep_looks && !e.endless)
        return false;
    char text[160];
    std::snprintf(text, sizeof text,
                  e.endless ? "computes for %.0f s of real time now without a call of PVM (--patience; `kill -KILL %d` "
                              "ends it now)"
                            : "has been stopped by a signal",
                  burnt_s, static_cast<int>(pid));
    e.owner->complain_of_turn(text);
    return true;
}

/* The task has left the machine and its process goes on; or it seems to wait itself for a process that it has started
 * and that wants to join; or it was started by hand on a machine that stays, and waits for its user, who may wait for
 * what the others say. */
bool ProcessCarrier::is_to_be_detached(ProcessExecution &e, int waited_ms, Sleeper &sleeper)
{
    bool by_hand = e.start == ProcessExecution::Start::by_itself || e.start == ProcessExecution::Start::promised;
    bool left = e.left() && (waited_ms >= patience_ms || (&e == master_ && master_exits()));
    bool for_child = has_joining_child(e.pid, &e) || (waited_ms >= child_patience_ms && waits_for_started(e));
    bool for_people = settings_.stays && by_hand && sleeper.still(e.pid);
    return left || for_child || for_people;
}

/* Has it started a process that wants to join, or is joining? Then it may wait for that one. */
bool ProcessCarrier::has_joining_child(pid_t ancestor, const ProcessExecution *self)
{
    auto is_child = [ancestor](pid_t pid) { return descends(pid, ancestor); };
    return watcher.clients.has_newcomer(is_child) ||
           std::any_of(running_.begin(), running_.end(), [&](const ProcessExecution *other) {
               return other != self && other->start == ProcessExecution::Start::by_itself && is_child(other->pid);
           });
}

/* Does it seem to wait itself for what it was asked to start, rather than to be slow? */
bool ProcessCarrier::waits_for_started(const ProcessExecution &e)
{
    if (promised.take_while_starter_sleeps(e))
        return true;
    return process_sleeps(e.pid) && std::any_of(running_.begin(), running_.end(), [&e](const ProcessExecution *other) {
               return other != &e && other->start == ProcessExecution::Start::promised && descends(other->pid, e.pid);
           });
}

bool ProcessCarrier::is_detached(const ProcessExecution &e) const
{
    return std::find(detached_.begin(), detached_.end(), &e) != detached_.end();
}

void ProcessCarrier::detach(ProcessExecution &e)
{
    Sharing::release(e.place);
    runs_no_more(e);
    detached_.push_back(&e);
}

void ProcessCarrier::reattach_who_hand_over()
{
    take_who_handed_over(detached_, [this](ProcessExecution &e) { runs(e); });
}

void ProcessCarrier::reattach(ProcessExecution &e)
{
    auto at = std::find(detached_.begin(), detached_.end(), &e);
    if (at == detached_.end())
        return;
    detached_.erase(at);
    e.looks_stopped = 0;
    runs(e);
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
