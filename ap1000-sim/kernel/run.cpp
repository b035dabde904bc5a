/* run.cpp - see run.hpp: the first tasks, then the loop.
 *
 * The simulation is conservative: no event is taken while a task runs that could still cause an earlier one. Only tasks
 * that cannot run beside it: those that run ahead, those whose lookahead is not over (ahead/), and those that nobody
 * waits for any more (Carrier::any_is_endless). So what happens, in which order and when, depends only on the programs
 * and the machine file. */
#include "kernel/run.hpp"

#include <cstdio>

#include "engine/huge_heap.hpp"
#include "kernel/machine.hpp"
#include "kernel/waits.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* ---- beginning --------------------------------------------------------------------------------------------------- */

/* Where the user's program runs. */
Node &node_of_program(Machine &m)
{
    const bool on_cell = m.options.on_cell && m.nodes.count() > 1;
    if (m.options.on_cell)
        m.nodes.begin_turns_after(m.nodes[on_cell ? 1 : 0]);
    return m.nodes[on_cell ? 1 : 0];
}

/* The program that has started this machine joins before anything else happens. */
void await_master(Machine &m)
{
    Task *master = nullptr;
    if (m.carrier->await_master())
        for (JoinedProgram &n : m.carrier->take_joined(m.timeline.now())) {
            bool is_master = n.is_master;
            Task &t = m.lifecycle.adopt(std::move(n), is_master ? node_of_program(m) : m.nodes[0]);
            master = is_master ? &t : master;
        }
    m.run_end.set_master(master);
    if (master == nullptr)
        m.run_end.no_master();
}

void start_program(Machine &m)
{
    const RunOptions &s = m.options;
    Node &node = node_of_program(m);
    TaskOrigin origin{PvmNoParent};
    origin.spawn_id = m.tasks.new_spawn_id();
    Task *master = m.lifecycle.spawn(node, find_program(s.program, s.own_folder), s.program, origin, nullptr, true);
    m.run_end.set_master(master);
    if (master == nullptr)
        m.run_end.not_started();
}

/* As with `spawn -N` of the console: their parent is the console, which has a tid but is not a task of this machine. */
void start_copies(Machine &m)
{
    const RunOptions &s = m.options;
    std::string path = find_program(s.program, s.own_folder);
    std::vector<Node *> all;
    for (Node &n : m.nodes)
        all.push_back(&n);
    TaskOrigin origin{m.tasks.new_tid()};
    origin.spawn_id = m.tasks.new_spawn_id();
    for (int i = 0; i < s.copies; i++)
        if (m.lifecycle.spawn(m.nodes.next(all), path, s.program, origin, nullptr) == nullptr) {
            std::fprintf(stderr, "ap1000: started only %d of %d copies of %s\n", i, s.copies, path.c_str());
            m.run_end.not_started();
            return;
        }
}

void start(Machine &m)
{
    if (m.options.kind == RunOptions::Kind::serve)
        await_master(m);
    else if (m.options.kind == RunOptions::Kind::run && m.options.copies > 0)
        start_copies(m);
    else if (m.options.kind == RunOptions::Kind::run)
        start_program(m);
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

/* False: the machine is to stop. */
bool look_outside(Machine &m)
{
    const News news = m.carrier->look();
    if (news.stop)
        return false;
    if (news.newcomers)
        for (JoinedProgram &n : m.carrier->take_joined(m.timeline.now()))
            m.lifecycle.adopt(std::move(n), m.nodes[0]);
    if (news.deaths)
        m.lifecycle.wake_dead();
    if (news.wants_turn)
        m.lifecycle.grant_turns();
    if (m.stays)
        m.readers.look();
    return true;
}

/* Wait (real time) for every task that runs, then let each say what it has to say, in the order of the tasks.
 * False: the machine is to stop. */
bool collect(Machine &m, std::vector<Execution *> &handed_over)
{
    if (!m.carrier->wait_for_all(handed_over))
        return false;
    for (Execution *e : handed_over)
        if (e->has_turn() && e->owner->may_fall_behind())
            m.run_ahead->fall_behind(*e->task);
        else if (e->take_turn()) /* else one before it had it taken already */
            e->owner->has_given_turn_back(e == handed_over.back());
    return true;
}

/* Is simulated time to go no faster than real time now? */
bool is_paced(const Machine &m, bool quiet)
{
    if (m.stays) { /* others may join */
        const std::size_t idle = m.pace.timeouts + (m.run_end.nothing_happens() ? m.pace.sleeps : 0);
        if (m.timeline.size() == idle)
            return true;
    }
    return !quiet && m.carrier->any_is_endless();
}

/* How long the next event is to be put off [ms of real time]. */
int wait_ms(Machine &m, Ns next, bool quiet)
{
    if (is_paced(m, quiet))
        return m.pace.wait_ms(m.timeline.now(), next);
    m.pace.follows = false;
    return 0;
}

bool is_quiet(const Machine &m)
{
    return !(m.stays && m.readers.holds_any()) && m.carrier->is_quiet();
}

/* The next event happens, and those behind it as long as nothing else is to be looked at. False: the run is over.
 * quiet: as is_quiet. */
bool take_events(Machine &m, bool quiet)
{
    constexpr int events_between_looks = 64;
    for (int n = 0; n < events_between_looks; n++) {
        if (m.timeline.empty())
            return n > 0 || !m.run_end.over_when_idle();
        const Ns next = m.timeline.next();
        if (m.run_end.over_before(next, m.delivery.is_idle()))
            return false;
        if (const int ms = wait_ms(m, next, quiet); ms > 0) {
            m.carrier->wait_for_news(ms);
            return true;
        }
        m.timeline.step();
        m.lifecycle.forget_ended();
        quiet = is_quiet(m);
        if (!quiet || m.run_end.over())
            return true;
    }
    return true;
}

void loop(Machine &m)
{
    constexpr unsigned rounds_between_looks_at_heap = 64;
    constexpr int look_at_reader_ms = 5;
    std::vector<Execution *> handed_over;
    HugeHeap heap;
    unsigned rounds = 0;
    m.carrier->on_inquiry([&m] {
        return table_of_tasks(m.tasks, m.barriers, m.timeline.now(), m.timeline.empty() && !m.carrier->anyone_runs());
    });
    start(m);
    while (!m.run_end.over()) {
        m.lifecycle.forget_ended();
        if (++rounds % rounds_between_looks_at_heap == 0)
            heap.follow();
        if (!look_outside(m))
            break;
        if (m.stays && m.readers.hold_all()) {
            m.carrier->wait_for_news(look_at_reader_ms);
            continue;
        }
        bool quiet = false;
        if (m.carrier->anyone_runs()) {
            if (!collect(m, handed_over))
                break;
            quiet = is_quiet(m);
            if (!quiet || m.run_end.over())
                continue;
            m.lifecycle.forget_ended();
        }
        if (!take_events(m, quiet))
            break;
    }
    if (m.run_ahead)
        m.run_ahead->catch_up();
    m.run_end.say_signal();
    m.lifecycle.end_all();
    if (m.choices)
        m.choices->say(m.reports);
    if (!m.options.quiet)
        m.leftovers.say(m.reports);
    if (m.ahead_report && !m.stays)
        m.options.observer->remark(m.ahead_report->summary());
    if (m.options.observer)
        m.options.observer->finish(m.timeline.now());
    if (m.options.observer && !m.options.observer->is_whole())
        m.run_end.results_are_lost();
    Terminal::let_out();
    m.workers.end();
    if (m.options.flows)
        m.options.flows->end();
}

} // namespace

int run_to_end(Machine &machine)
{
    if (machine.options.flows)
        machine.options.flows->run([&machine] { loop(machine); });
    else
        loop(machine);
    return machine.run_end.exit_code();
}

} // namespace ap1000
