/* patience.cpp - see patience.hpp. */
#include "carriers/process/simulator/patience.hpp"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "carriers/process/simulator/process_carrier.hpp"
#include "carriers/process/simulator/processes.hpp"

namespace ap1000
{
namespace
{

/* Real time before a process that sleeps is thought to wait for what it has started, */
constexpr int child_patience_ms = 200;
/* and that a process which has left may take before the others go on without it. */
constexpr int patience_ms = 5000;

/* Does it seem to wait itself for what it was asked to start, rather than to be slow? */
bool waits_for_started(ProcessCarrier &carrier, const ProcessExecution &e)
{
    const std::vector<ProcessExecution *> &running = carrier.running.all();
    if (carrier.promised.take_while_starter_sleeps(e))
        return true;
    return process_sleeps(e.pid) && std::any_of(running.begin(), running.end(), [&e](const ProcessExecution *other) {
               return other != &e && other->start == ProcessExecution::Start::promised && descends(other->pid, e.pid);
           });
}

/* Nothing else can go on: whoever has the turn waits outside PVM, too. */
bool all_wait_outside(ProcessCarrier &carrier, const std::set<pid_t> &tasks)
{
    const std::vector<ProcessExecution *> &running = carrier.running.all();
    return std::all_of(running.begin(), running.end(), [&](const ProcessExecution *e) {
        return e->has_done() || !e->slot_has_turn() ||
               outside_wait(carrier.watcher.processes.pid(e->slot), tasks).started != OutsideWait::Started::works;
    });
}

/* How it waits for what others are to do outside PVM, in words; "": it does not. What its own processes do is work of
 * the task, but not for longer than we have patience. */
std::string waits_outside(ProcessCarrier &carrier, ProcessExecution &e, pid_t pid)
{
    const std::set<pid_t> tasks = process_sleeps(pid) ? carrier.processes_of_tasks() : std::set<pid_t>();
    e.waiting.look(tasks.empty() ? OutsideWait() : outside_wait(pid, tasks));
    const bool at_work = e.joined() && !e.left();
    const bool idles = at_work ? e.waiting.idles() : e.waiting.waits();
    const bool long_ago = at_work && e.waiting.in_call() * look_around_ms >= carrier.settings().patience_s * 1000;
    if (!long_ago && !(idles && all_wait_outside(carrier, tasks)))
        return "";
    return "waits in " + e.waiting.call() + ", outside PVM";
}

} // namespace

/* The process computes without a call for longer than we have patience: the others go on, and since its time does not
 * count in simulated time, they do so as fast as real time at most (kernel/pace.hpp). Or a signal has stopped it, which
 * only others can undo; but if it is the master, its user has stopped the run. */
bool is_stopped_or_endless(ProcessCarrier &carrier, ProcessExecution &e)
{
    const pid_t pid = carrier.watcher.processes.pid(e.slot);
    const long long spent_ns = processor_time_ns(pid);
    e.looks_stopped = process_is_stopped(pid) && !e.is_master() ? e.looks_stopped + 1 : 0;
    if (e.turn_began_ns < 0)
        e.turn_began_ns = spent_ns;
    const auto burnt_s = static_cast<double>(spent_ns - e.turn_began_ns) * 1e-9;
    e.endless = burnt_s >= carrier.settings().patience_s;
    std::string waits = e.endless ? "" : waits_outside(carrier, e, pid);
    if (waits.empty() && !e.endless && e.asking.is_due(burnt_s))
        e.asking.look(burnt_s, doings_of(pid));
    if (waits.empty() && e.asking.asks())
        waits = asks_outside;
    if (!waits.empty()) {
        e.endless = true;
        e.owner->complain_of_turn(waits);
        return true;
    }
    if (e.looks_stopped < asleep_looks && !e.endless)
        return false;
    char text[160];
    std::snprintf(text, sizeof text,
                  e.endless ? "has computed for %.0f s of real time without a PVM call (--patience; `kill -KILL %d` "
                              "ends it now)"
                            : "has been stopped by a signal",
                  burnt_s, static_cast<int>(pid));
    e.owner->complain_of_turn(text);
    return true;
}

/* The task has left the machine and its process goes on; or it seems to wait itself for a process that it has started
 * and that wants to join; or it was started by hand on a machine that stays, and waits for its user, who may wait for
 * what the others say. */
bool is_to_be_detached(ProcessCarrier &carrier, ProcessExecution &e, int waited_ms, Sleeper &sleeper)
{
    bool by_hand = e.start == ProcessExecution::Start::by_itself || e.start == ProcessExecution::Start::promised;
    bool left = e.left() && (waited_ms >= patience_ms || (&e == carrier.master() && carrier.master_exits()));
    const pid_t task = e.task_pid();
    bool for_child = has_joining_child(carrier, e.pid, &e) || (task != e.pid && has_joining_child(carrier, task, &e)) ||
                     (waited_ms >= child_patience_ms && waits_for_started(carrier, e));
    bool for_people = carrier.settings().stays && by_hand && sleeper.still(e.pid);
    return left || for_child || for_people;
}

/* Has it started a process that wants to join, or is joining? Then it may wait for that one. */
bool has_joining_child(ProcessCarrier &carrier, pid_t ancestor, const ProcessExecution *self)
{
    const std::vector<ProcessExecution *> &running = carrier.running.all();
    auto is_child = [ancestor](pid_t pid) { return descends(pid, ancestor); };
    return carrier.watcher.clients.has_newcomer(is_child) ||
           std::any_of(running.begin(), running.end(), [&](const ProcessExecution *other) {
               return other != self && other->start == ProcessExecution::Start::by_itself && is_child(other->pid);
           });
}

} // namespace ap1000
