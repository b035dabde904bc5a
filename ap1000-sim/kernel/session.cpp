/* session.cpp - how a run of the machine begins and when it is over: its platform, its first tasks, newcomers, deadlock. */
#include "kernel/machine.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <unistd.h>
#include <utility>

#include <simgrid/s4u.hpp>

#include "carriers/process/wire/handover.h"
#include "engine/platform.hpp"
#include "carriers/process/simulator/processes.hpp"
#include "pvm3.h"

namespace ap1000
{
namespace
{

/* Tasks may outlive the master; but when all that happens any more is that they look for messages, this many times in a
 * row without one message or end of a task, they poll for ever. */
constexpr std::uint64_t patience_polls = 200000;

} // namespace

/* Hosts for SimGrid's actors, one a node. What a message costs is not SimGrid's affair here
 * (network.hpp). */
void Machine::build_platform()
{
    engine_ = make_engine();
    auto *root = simgrid::s4u::create_full_zone("AP1000");
    const Parameters &p = parameters;
    bool torus = parameters.kind == MachineKind::ap1000;
    auto cells = torus ? build_torus(root, {p.grid.nx, p.grid.ny, p.tnet.bandwidth, p.tnet.hop}) : std::vector<simgrid::s4u::Host *>();
    int n = parameters.nodes();
    nodes.resize(static_cast<std::size_t>(n));
    for (int i = 0; i < n; i++) {
        Node &node = nodes[static_cast<std::size_t>(i)];
        node.index = i;
        node.tid = tid_of_node(i);
        node.name = parameters.node_name(i);
        node.host = torus && i > 0 ? cells[static_cast<std::size_t>(i) - 1] : build_host(root, node.name);
    }
    root->seal();
    if (session.flow && torus)
        flow_ = std::make_unique<FlowNet>(timeline, cells);
}

CellWay Machine::flow_way()
{
    return [this](int src, int dst, std::int64_t bytes, std::function<void()> arrived) {
        flow_->send(src, dst, bytes, std::move(arrived));
    };
}

int Machine::run()
{
    simgrid::s4u::Actor::create("machine", nodes[0].host, [this] { loop(); });
    engine_->run();
    return exit_code_;
}

/* ---- beginning --------------------------------------------------------------------------------------------------- */

std::uint64_t Machine::new_ticket()
{
    std::uint64_t t = 0;
    std::ifstream("/dev/urandom", std::ios::binary).read(reinterpret_cast<char *>(&t), sizeof t);
    return t | 1;
}

void Machine::start()
{
    if (session.kind == Session::Kind::serve)
        await_master();
    else if (session.kind == Session::Kind::run && session.copies > 0)
        start_copies();
    else if (session.kind == Session::Kind::run)
        start_program();
}

/* The program that started us says hello before anything else happens. */
void Machine::await_master()
{
    watcher.watch_client(session.master_socket);
    while (!watcher.has_newcomers() && watcher.stop() == 0 && kill(session.master, 0) == 0)
        watcher.wait_for_news(20);
    for (const Newcomer &n : watcher.take_newcomers())
        master_ = adopt(n, n.pid == session.master);
    if (master_ == nullptr)
        over_ = true;
}

void Machine::start_program()
{
    int error = 0;
    std::string path = find_program(session.program, session.own_folder);
    Node &node = nodes[session.on_cell && nodes.size() > 1 ? 1 : 0];
    TaskOrigin origin{PvmNoParent};
    origin.spawn_id = new_spawn_id();
    master_ = spawn(node, path, session.program, origin, nullptr, &error);
    if (session.on_cell)
        last_cell_ = node.index;
    if (master_ == nullptr) {
        over_ = true;
        exit_code_ = 126;
    }
}

/* As the console's `spawn -N`: their parent is the console, which is no task of this machine but has a tid. */
void Machine::start_copies()
{
    std::string path = find_program(session.program, session.own_folder);
    std::vector<Node *> all;
    for (Node &n : nodes)
        all.push_back(&n);
    TaskOrigin origin{new_tid()};
    origin.spawn_id = new_spawn_id();
    for (int i = 0; i < session.copies; i++) {
        int error = 0;
        if (spawn(next_node(all), path, session.program, origin, nullptr, &error) == nullptr) {
            std::fprintf(stderr, "ap1000: started only %d of %d copies of %s\n", i, session.copies, path.c_str());
            over_ = true;
            exit_code_ = 126;
            return;
        }
    }
}

Task *Machine::spawn(Node &node, const std::string &path, const Program &program, const TaskOrigin &origin,
                     const Task *spawner, int *error)
{
    std::uint32_t slot = region.take_slot();
    if (slot == 0) {
        *error = PvmOutOfRes;
        return nullptr;
    }
    bool own_terminal = session.kind == Session::Kind::run && session.copies == 0 && master_ == nullptr && all_.empty();
    std::uint64_t ticket = new_ticket();
    char ticket_text[24];
    std::snprintf(ticket_text, sizeof ticket_text, "%llx", static_cast<unsigned long long>(ticket));
    region.slot(slot).turn = CARRIER_TASK;
    region.slot(slot).clock_ns = timeline.now();
    watcher.expect(ticket, slot, own_terminal);
    Program with_clock = program;
    with_clock.exports.push_back(CARRIER_ENV_CLOCK "=" + std::to_string(timeline.now()));
    Started p = start_program_process(path, with_clock, session.socket_name, ticket_text, own_terminal);
    if (p.pid == 0) {
        watcher.forget(ticket);
        region.give_slot(slot);
        std::fprintf(stderr, "ap1000: cannot start %s: %s\n", path.c_str(), std::strerror(p.error));
        *error = PvmOutOfRes;
        return nullptr;
    }
    all_.push_back(std::make_unique<Task>(*this, slot, ++processes_, new_tid(), node, program.file, origin));
    Task &t = *all_.back();
    t.pid = p.pid;
    t.is_child = true;
    spawned_[origin.spawn_id].push_back(t.tid);
    t.manager_tid = origin.manager_tid >= 0 ? origin.manager_tid : origin.service ? 0 : registrar.manager_of(node);
    /* A server outlives who spawned it: it must not hold the other end of a pipe open that somebody reads to its end. */
    t.terminal = spawner != nullptr && !origin.service ? spawner->terminal : nullptr;
    t.own_terminal = own_terminal;
    t.is_master = own_terminal;
    if (p.output >= 0)
        watcher.watch_output(slot, p.output);
    watcher.watch_process(slot, p.pid);
    enrolled(t); /* it may be sent messages before it has made itself known */
    life_events.began(t, origin.parent_tid, origin.flags, t.file);
    t.announce(false);
    started(t);
    return &t;
}

Task *Machine::promise(Node &node, const Program &program, const TaskOrigin &origin, const Task *spawner, std::string *ticket, int *error)
{
    std::uint32_t slot = region.take_slot();
    if (slot == 0) {
        *error = PvmOutOfRes;
        return nullptr;
    }
    std::uint64_t number = new_ticket();
    char text[24];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    *ticket = text;
    region.slot(slot).turn = CARRIER_TASK;
    region.slot(slot).clock_ns = timeline.now();
    watcher.expect(number, slot, false);
    all_.push_back(std::make_unique<Task>(*this, slot, ++processes_, new_tid(), node, program.file, origin));
    Task &t = *all_.back();
    spawned_[origin.spawn_id].push_back(t.tid);
    t.state = Task::State::promised;
    t.adopted = true;
    t.manager_tid = origin.manager_tid >= 0 ? origin.manager_tid : registrar.manager_of(node);
    t.terminal = spawner != nullptr ? spawner->terminal : nullptr;
    enrolled(t);
    life_events.began(t, origin.parent_tid, origin.flags, t.file);
    t.announce(false);
    return &t;
}

void Machine::keep_promise(Task &t)
{
    t.pid = watcher.pid(t.slot);
    t.state = Task::State::running;
    started(t);
}

/* If its process has come just now, that is ended: it would be a task that others know as ended. */
void Machine::break_promise(Task &t)
{
    if (!watcher.withdraw(t.slot)) {
        t.pid = watcher.pid(t.slot);
        t.expected_to_die = true;
        kill_process(t);
    }
    t.wake();
}

/* A process that somebody else started becomes a task on the host. nullptr: no room. */
Task *Machine::adopt(const Newcomer &n, bool is_master)
{
    std::uint32_t slot = region.take_slot();
    if (slot == 0) {
        watcher.welcome(n, 0, PvmOutOfRes, false);
        return nullptr;
    }
    region.slot(slot).turn = CARRIER_TASK;
    region.slot(slot).clock_ns = timeline.now();
    region.slot(slot).by_hand = is_master ? 0 : 1;
    all_.push_back(std::make_unique<Task>(*this, slot, ++processes_, new_tid(), nodes[0], n.program,
                                          TaskOrigin{PvmNoParent}));
    Task &t = *all_.back();
    t.pid = n.pid;
    t.is_master = is_master;
    t.adopted = !is_master;
    t.manager_tid = registrar.manager_of(nodes[0]);
    if (n.terminal->fd >= 0)
        t.terminal = n.terminal;
    watcher.watch_process(slot, n.pid);
    watcher.welcome(n, slot, 0, is_master);
    started(t);
    return &t;
}

void Machine::admit_newcomers()
{
    for (const Newcomer &n : watcher.take_newcomers())
        adopt(n, false);
}

/* ---- ending ------------------------------------------------------------------------------------------------------ */

bool Machine::lingers_too_long() const
{
    bool master_done = master_gone_ || watcher.master_exits();
    return master_done && session.kind != Session::Kind::up && polls_ > patience_polls;
}

/* A child of a task's own may send it a signal, if only by its end, in real time: wait for that, and a little longer for
 * what the handler does. */
bool Machine::may_be_woken_from_outside()
{
    std::vector<Task *> all = tasks();
    bool expected = std::any_of(all.begin(), all.end(), [this](const Task *t) { return child_may_signal(watcher.pid(t->slot)); });
    bool just_was = std::exchange(signal_expected_, expected);
    if (expected || just_was)
        watcher.wait_for_news(expected ? 20 : 200);
    return expected || just_was;
}

/* Processes beside those of the waiting tasks may still do something: a shell through which a task was started, one that has
 * left. But not if it waits for one of the tasks, and has done so for several looks. */
bool Machine::others_run()
{
    std::set<pid_t> waiting;
    bool any = false, all_wait = true;
    for (const Task *t : tasks())
        waiting.insert(watcher.pid(t->slot));
    for (const Task *t : tasks())
        if (t->is_child && waiting.count(t->pid) == 0 && process_lives(t->pid)) {
            any = true;
            all_wait = all_wait && waits_only_for(t->pid, waiting);
        }
    for (const Task *t : detached_)
        if (t != master_ || !watcher.master_exits()) {
            any = true;
            all_wait = all_wait && !t->joined && waits_only_for(t->pid, waiting);
        }
    quiet_looks_ = any && all_wait ? quiet_looks_ + 1 : 0;
    return any && quiet_looks_ < 5;
}

/* Nothing runs and nothing is under way. True: nothing can happen any more, end; false: look again. */
bool Machine::idle_means_end()
{
    bool anyone = false;
    for (const Task *t : tasks())
        anyone = anyone || !t->origin.service;
    bool master_done = master_ == nullptr || watcher.master_exits();
    if (session.kind == Session::Kind::up || others_run()) {
        watcher.wait_for_news(detached_.empty() && quiet_looks_ == 0 ? 200 : 20);
        return false;
    }
    if (!anyone)
        return true;
    if (session.copies == 0 && master_done) {
        report_waiting("the master has ended; these tasks still waited and are ended too:");
        return true;
    }
    if (may_be_woken_from_outside())
        return false;
    deadlock_ = true;
    exit_code_ = exit_deadlock;
    report_waiting("deadlock: every task waits and nothing is under way:");
    return true;
}

} // namespace ap1000
