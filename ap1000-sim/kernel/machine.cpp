/* machine.cpp - see machine.hpp: the nodes, the loop, its tasks. machine_messages.cpp has how messages get about, session.cpp how
 * a run begins and ends, words.cpp what it says. */
#include "kernel/machine.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <unistd.h>

#include <simgrid/s4u.hpp>

#include "carriers/process/wire/handover.h"
#include "carriers/process/simulator/processes.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

constexpr int look_around_ms = 50;  /* real time between looks at the outside while a task computes */
constexpr int child_patience_ms = 200; /* real time before a tasker that sleeps is thought to wait for what it has started */
constexpr int patience_ms = 5000;   /* real time a process that has left may take before the others go on without it */
constexpr int asleep_looks = 4;     /* so often in a row a task by hand is seen asleep before the others go on without it */

/* A process at work for a task, seen from time to time: does it sleep all the while, for people or for another program? */
class Sleeper
{
  public:
    bool still(pid_t pid)
    {
        long long spent = sleeps_after(pid);
        looks_ = spent >= 0 && spent == spent_ ? looks_ + 1 : 0;
        spent_ = spent;
        return looks_ >= asleep_looks;
    }

  private:
    long long spent_ = -1;
    int looks_ = 0;
};

} // namespace

Machine::Machine(Parameters p, Session s)
    : parameters(std::move(p)), session(std::move(s)), region(max_tasks, session.cpu_factor, session.observer != nullptr),
      watcher(region, session.listening, session.socket_name,
              session.kind == Session::Kind::up || session.copies > 0),
      network_kept(make_network(
          parameters, timeline, [this](int node, Ns cost) { return use_processor(node, cost); },
          [this](int from, int to) { give_up(from, to); }, usage_for(session.observer.get()),
          session.flow ? flow_way() : CellWay())),
      network(*network_kept), notices(*this), life_events(*this), barriers(*this), registrar(*this),
      errors_(std::make_shared<Terminal>(dup(STDERR_FILENO))),
      terminal_(session.copies > 0 ? std::make_shared<Terminal>(dup(STDOUT_FILENO)) : errors_),
      spins_(sysconf(_SC_NPROCESSORS_ONLN) > 1 ? HANDOVER_SPINS : 0)
{
    build_platform();
}

Machine::~Machine() = default;

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

void Machine::loop()
{
    start();
    while (!over_ && watcher.stop() == 0) {
        bury();
        if (watcher.has_newcomers())
            admit_newcomers();
        if (watcher.take_deaths())
            reap();
        if (watcher.take_wishes())
            grant_turns();
        if (!detached_.empty())
            look_at_detached();
        if (!running_.empty()) {
            if (!collect())
                break;
        } else if (timeline.empty()) {
            if (idle_means_end())
                break;
        } else if (lingers_too_long()) {
            report_waiting("the master has ended; these tasks only looked for messages and are ended too:");
            break;
        } else {
            timeline.step();
        }
    }
    end_all();
    if (session.observer)
        session.observer->finish(timeline.now());
    simgrid::s4u::Actor::kill_all();
}

void Machine::started(Task &t)
{
    running_.insert(&t);
}

/* Wait (real time) for every task that runs, then let each fiber see what it has to say, in the order of the tasks. */
bool Machine::collect()
{
    std::vector<Task *> waited_for;
    for (Task *t : std::vector<Task *>(running_.begin(), running_.end())) {
        if (!await(*t))
            return false;
        if (running_.count(t) != 0)
            waited_for.push_back(t);
        registrar.starts.look_for_births(*t, false);
    }
    for (Task *t : waited_for)
        if (running_.erase(t) != 0)
            t->wake();
    return true;
}

/* Does a tasker seem to wait itself for what it has started, rather than to be slow? */
bool Machine::waits_for_started(const Task &t)
{
    if (registrar.starts.look_for_births(t, true))
        return true;
    return process_sleeps(t.pid) && std::any_of(running_.begin(), running_.end(), [&t](const Task *other) {
               return other != &t && other->stand_in_pid != 0 && descends(other->pid, t.pid);
           });
}

/* Wait for one. It is taken out of running_ if others should not wait for it any more: it has left the machine and its
 * process goes on; or it seems to wait itself for a process that it has started and that wants to join; or it was started
 * by hand on a machine that stays, and waits for its user, who may wait for what the others say. False: stop. */
bool Machine::await(Task &t)
{
    carrier_slot &s = region.slot(t.slot);
    std::uint32_t turn = 0;
    int spins = spins_, waited_ms = 0;
    Sleeper sleeper;
    if (detached_.count(&t) != 0)
        return true;
    if (t.outside && (__atomic_load_n(&s.turn, __ATOMIC_ACQUIRE) & ~CARRIER_ASLEEP) == CARRIER_TASK) {
        running_.erase(&t);
        detached_.insert(&t);
        return true;
    }
    while (!handover_await(&s.turn, CARRIER_TASK, spins, look_around_ms * 1000000LL, &turn)) {
        spins = 0;
        waited_ms += look_around_ms;
        if (watcher.stop() != 0)
            return false;
        if (master_ != nullptr && watcher.dead(master_->slot) && !watcher.master_exits())
            return false;
        bool left = t.state == Task::State::left && (waited_ms >= patience_ms || (&t == master_ && watcher.master_exits()));
        bool for_child = has_joining_child(t) || (waited_ms >= child_patience_ms && waits_for_started(t));
        bool for_people = session.kind == Session::Kind::up && t.adopted && sleeper.still(t.pid);
        if (left || for_child || for_people) {
            running_.erase(&t);
            detached_.insert(&t);
            return true;
        }
    }
    return true;
}

/* Has the task started a process that wants to join, or is joining? Then it may wait for that one. */
bool Machine::has_joining_child(const Task &t)
{
    auto is_child = [&t](pid_t pid) { return descends(pid, t.pid); };
    return watcher.has_newcomer(is_child) || std::any_of(running_.begin(), running_.end(), [&](const Task *other) {
        return other != &t && other->adopted && other->stand_in_pid == 0 && is_child(other->pid);
    });
}

void Machine::look_at_detached()
{
    for (auto d = detached_.begin(); d != detached_.end();) {
        std::uint32_t turn = __atomic_load_n(&region.slot((*d)->slot).turn, __ATOMIC_ACQUIRE) & ~CARRIER_ASLEEP;
        if (turn == CARRIER_TASK) {
            ++d;
            continue;
        }
        running_.insert(*d);
        d = detached_.erase(d);
    }
}

/* Tasks that died while they waited for something of the machine. */
void Machine::reap()
{
    for (auto &[tid, t] : std::map<int, Task *>(by_tid_)) {
        bool waits = t->may_be_interrupted() || t->is_held() || t->state == Task::State::barrier;
        if (waits && watcher.dead(t->slot))
            t->wake();
    }
}

/* Handlers of real time that make PVM calls while their task waits. */
void Machine::grant_turns()
{
    for (auto &[tid, t] : std::map<int, Task *>(by_tid_))
        if (watcher.wants_turn(t->slot) && t->may_be_interrupted())
            t->interrupt();
}

void Machine::bury()
{
    buried_.clear();
}

/* ---- tasks ------------------------------------------------------------------------------------------------------- */

Task *Machine::find(int tid) const
{
    auto t = by_tid_.find(tid);
    return t != by_tid_.end() ? t->second : nullptr;
}

std::vector<Task *> Machine::tasks() const
{
    std::vector<Task *> all;
    for (const auto &[tid, t] : by_tid_)
        all.push_back(t);
    return all;
}

const std::vector<int> &Machine::tids_of_spawn(int spawn_id)
{
    return spawned_[spawn_id];
}

Node *Machine::find_node(int node_tid)
{
    for (Node &n : nodes)
        if (n.tid == node_tid)
            return &n;
    return nullptr;
}

Node *Machine::find_node(const std::string &name)
{
    for (Node &n : nodes)
        if (n.name == name)
            return &n;
    return nullptr;
}

Ns Machine::use_processor(int node, Ns cost)
{
    Ns &free = nodes[static_cast<std::size_t>(node)].cpu_free;
    free = std::max(free, timeline.now()) + cost;
    return free;
}

void Machine::delete_node(Node &n)
{
    n.in_machine = false;
    notices.host_deleted(n.tid);
    registrar.node_deleted(n);
    for (Task *t : tasks())
        if (t->node == &n)
            signal(*t, SIGKILL);
}

/* As in PVM, a host that does not answer leaves the virtual machine; one that does not hear the master's does so itself. */
void Machine::give_up(int from, int to)
{
    Node &n = nodes[static_cast<std::size_t>(to != 0 ? to : from)];
    if (!n.in_machine)
        return;
    errors_->write_line("ap1000: " + n.name + " has not answered " + nodes[static_cast<std::size_t>(to != 0 ? from : to)].name +
                        " for " + std::to_string(parameters.pvmd.give_up / 1000000) +
                        " ms and leaves the machine, with its tasks");
    delete_node(n);
}

Node &Machine::next_node(const std::vector<Node *> &allowed)
{
    Node *after = nullptr, *first = nullptr;
    for (Node *n : allowed) {
        if (n->index == 0 && parameters.kind == MachineKind::ap1000)
            continue;
        if (first == nullptr)
            first = n;
        if (after == nullptr && n->index > last_cell_)
            after = n;
    }
    Node *chosen = after != nullptr ? after : first;
    if (chosen == nullptr)
        return *allowed[0];
    if (allowed.size() > 1)
        last_cell_ = chosen->index;
    return *chosen;
}

void Machine::enrolled(Task &t)
{
    by_tid_[t.tid] = &t;
    homes_[t.tid] = t.node->tid;
    if (session.observer)
        session.observer->began(t, timeline.now());
}

int Machine::home_of(int tid) const
{
    auto h = homes_.find(tid);
    return h != homes_.end() ? h->second : PvmNoTask;
}

void Machine::ended(Task &t)
{
    count_progress();
    if (session.observer)
        session.observer->ended(t, timeline.now());
    by_tid_.erase(t.tid);
    barriers.leave(t);
    mailstore_task_ended(mailboxes(), t.tid);
    notices.task_ended(t.tid);
    barriers.check();
    registrar.task_ended(t);
}

void Machine::release_held()
{
    for (Task *t : tasks())
        if (t->is_held())
            timeline.at(timeline.now(), [this, tid = t->tid] {
                Task *again = find(tid);
                if (again != nullptr && again->is_held())
                    again->release();
            });
}

/* The process must not run while the signal reaches it: what it does next would depend on real time. One that it has a
 * handler for, holds back or ignores it raises itself, in its turn; stopping it is for the system to do. */
void Machine::signal(Task &t, int number)
{
    if (t.state == Task::State::running) {
        if (!await(t))
            return;
        if (running_.erase(&t) != 0)
            t.wake();
    }
    if (t.state == Task::State::gone || t.state == Task::State::promised) /* no process: as in PVM nobody is signalled */
        return;
    t.expected_to_die = true;
    bool ends = watcher.dead(t.slot) || signal_ends(t.pid, number);
    bool stops = number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU || number == SIGCONT;
    bool in_real_time = detached_.count(&t) != 0 || t.state == Task::State::left || !t.joined;
    if (!ends && !stops && !in_real_time) {
        t.send_signal(number);
        return;
    }
    kill(t.pid, number);
    while (ends && !watcher.dead(t.slot) && watcher.stop() == 0)
        watcher.wait_for_news(look_around_ms);
    if (t.may_be_interrupted())
        t.interrupt();
    else if (ends)
        t.cut_short();
}

void Machine::kill_process(Task &t)
{
    if (t.pid > 0)
        kill(t.pid, SIGKILL);
    while (!watcher.dead(t.slot) && watcher.stop() == 0)
        watcher.wait_for_news(look_around_ms);
}

} // namespace ap1000
