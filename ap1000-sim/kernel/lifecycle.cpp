/* lifecycle.cpp - see lifecycle.hpp. */
#include "kernel/lifecycle.hpp"

#include <csignal>

#include <fmt/format.h>

#include "pvm3.h"

namespace ap1000
{

/* ---- starting ---------------------------------------------------------------------------------------------------- */

Task &Lifecycle::add(std::unique_ptr<Execution> e, int tid, Node &node, const std::string &file,
                     const TaskOrigin &origin)
{
    if (machine_.run_ahead)
        machine_.run_ahead->catch_up(); /* two on one node are served in the order of their coming */
    std::uint64_t number = ++count_;
    auto c = std::make_unique<Course>(machine_, std::move(e), number, tid, node, file, origin,
                                      [this](Course &one) { gone(one); });
    return (all_[number] = std::move(c))->task;
}

Course &Lifecycle::course_of(const Task &t)
{
    return *all_.at(t.number);
}

/* A task may be sent messages before its first PVM call. */
void Lifecycle::introduce(Task &t, const Task *spawner)
{
    const TaskOrigin &o = t.origin;
    machine_.tasks.add_to_spawn(o.spawn_id, t.tid);
    t.manager_tid = o.manager_tid >= 0 ? o.manager_tid : o.service ? 0 : machine_.control->manager_of(*t.node);
    /* A server outlives its spawner. It must not hold open the end of a pipe that somebody reads to its end. */
    t.terminal = spawner != nullptr && !o.service ? spawner->terminal : nullptr;
    machine_.enrolled(t);
    machine_.control->made(t);
}

/* mach_early_node, so that gethostname works before the first PVM call: early_node.h. */
static std::string told_of(const Node &node)
{
    return fmt::format("AP1000_NODE={} {}", node.index, node.name);
}

Task *Lifecycle::spawn(Node &node, const std::string &path, const Program &program, const TaskOrigin &origin,
                       const Task *spawner, bool own_terminal)
{
    Program on_node = program;
    on_node.exports.push_back(told_of(node));
    if (spawner != nullptr)
        on_node.called = path;
    auto e = machine_.carrier->start(path, on_node, machine_.timeline.now(), own_terminal);
    if (e == nullptr)
        return nullptr;
    machine_.ahead_rule.note_program(path);
    Task &t = add(std::move(e), machine_.tasks.new_tid(), node, program.file, origin);
    t.program.path = path;
    t.program.is_child = true;
    t.program.own_terminal = own_terminal;
    introduce(t, spawner);
    return &t;
}

Task *Lifecycle::promise(Node &node, const Program &program, const TaskOrigin &origin, const Task *spawner,
                         const Task &tasker, std::vector<std::string> *environment)
{
    auto e = machine_.carrier->promise(*tasker.execution, machine_.timeline.now(), environment);
    if (e == nullptr)
        return nullptr;
    environment->push_back(told_of(node));
    machine_.ahead_rule.stop("a tasker starts tasks of unknown programs");
    Task &t = add(std::move(e), machine_.tasks.new_tid(), node, program.file, origin);
    t.state = Task::State::promised;
    t.program.adopted = true;
    introduce(t, spawner);
    return &t;
}

void Lifecycle::break_promise(Task &t)
{
    t.program.expected_to_die = true; /* the others know that it has ended */
    t.execution->break_promise();
    t.wake();
}

Task &Lifecycle::adopt(JoinedProgram n, Node &node)
{
    if (n.is_master)
        machine_.ahead_rule.note_program(n.program);
    else
        machine_.ahead_rule.stop("a program was started by hand");
    Task &t = add(std::move(n.execution), machine_.tasks.new_tid(), node, n.program, TaskOrigin{PvmNoParent});
    t.program.path = n.program;
    t.program.adopted = !n.is_master;
    t.manager_tid = machine_.control->manager_of(node);
    t.terminal = n.terminal;
    if (t.terminal && machine_.stays)
        t.terminal->write_behind();
    return t;
}

/* ---- while they live --------------------------------------------------------------------------------------------- */

/* A signal that the program handles, blocks or ignores is raised by itself, in its turn. The system stops it. */
void Lifecycle::signal(Task &t, int number)
{
    if (machine_.run_ahead)
        machine_.run_ahead->catch_up();
    Execution &e = *t.execution;
    if (t.state == Task::State::running || t.state == Task::State::promised) {
        if (!machine_.carrier->wait_for(e))
            return;
        if (e.take_turn())
            e.owner->has_given_turn_back(false);
    }
    if (t.state == Task::State::gone ||
        t.state == Task::State::promised) /* there is no process: nobody gets the signal, as in PVM */
        return;
    t.program.signals |= std::uint64_t{1} << number % 64;
    bool ends = e.ends_by(number);
    bool stops = number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU || number == SIGCONT;
    bool in_real_time = e.is_detached() || t.state == Task::State::left || !t.joined;
    if (!ends && !stops && !in_real_time) {
        course_of(t).send_signal(number);
        return;
    }
    e.raise(number, ends);
    if (ends && t.ahead != nullptr && t.ahead->queue.has_given_posts())
        machine_.reports.complain(t,
                                  "is ended before it has sent a message that its receiver already got ahead of time, "
                                  "so this run may differ from others; --processors 1 gives the right result");
    if (ends && t.ahead != nullptr)
        t.ahead->queue.forget();
    if (course_of(t).may_be_interrupted())
        t.interrupt();
    else if (ends)
        course_of(t).cut_short();
}

void Lifecycle::release_held(int tid)
{
    const Task *const t = machine_.tasks.find(tid);
    if (t != nullptr && t->is_held())
        machine_.timeline.at(machine_.timeline.now(), [this, tid] {
            Task *again = machine_.tasks.find(tid);
            if (again != nullptr && again->is_held())
                again->release();
        });
}

/* Those that a signal has cut short end in simulated time, without it. */
void Lifecycle::wake_dead()
{
    for (Task *t : machine_.tasks.all()) {
        if (t->cut_short)
            continue;
        bool waits = course_of(*t).may_be_interrupted() || t->is_held() || t->state == Task::State::barrier;
        if (waits && t->execution->dead())
            t->wake();
    }
}

void Lifecycle::grant_turns()
{
    for (Task *t : machine_.tasks.all())
        if (course_of(*t).may_be_interrupted() && t->execution->wants_turn())
            t->interrupt();
}

void Lifecycle::delete_node(Node &n)
{
    n.in_machine = false;
    machine_.control->deleted(n);
    for (Task *t : machine_.tasks.all())
        if (t->node == &n)
            signal(*t, SIGKILL);
}

/* As in PVM, a host that does not answer leaves the virtual machine. A host that does not hear the master's host
 * leaves, too. */
void Lifecycle::give_up(int from, int to, Ns after)
{
    Node &n = machine_.nodes[to != 0 ? to : from];
    if (!n.in_machine)
        return;
    machine_.reports.say(n.name + " has not answered " + machine_.nodes[to != 0 ? from : to].name + " for " +
                         std::to_string(after / 1000000) + " ms and leaves the machine, with its tasks");
    delete_node(n);
}

/* ---- ending ------------------------------------------------------------------------------------------------------ */

/* A step of its course still runs: it is deleted a little later. */
void Lifecycle::gone(Course &c)
{
    machine_.run_end.program_ended(c.task);
    c.task.execution->close();
    ended_.push_back(std::move(all_.extract(c.task.number).mapped()));
}

void Lifecycle::end_all()
{
    machine_.carrier->end_all(machine_.run_end.ending());
    for (auto &[number, c] : all_) {
        TaskProgram &p = c->task.program;
        p.expected_to_die = p.expected_to_die || !p.own_terminal;
        if (p.is_child) {
            c->note_exit();
            machine_.run_end.program_ended(c->task);
        }
        c->flush_output();
    }
    machine_.carrier->end_orphans();
}

} // namespace ap1000
